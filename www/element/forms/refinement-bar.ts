/**
 * The rows above a list of pages: how many there are, their order, and for each key with a choice its values with counts.
 */
import { h } from '../box/dom.js'
import { moreText } from '../texts/more-texts.js'
import { choices, toggled } from './facets.js'
import type { Wording } from '../texts/texts.js'
import type { FoundPage } from '../engine/calls.js'
import type { FacetKey } from './facets.js'
import type { Choice, Order } from './refinement.js'

export interface Refinable {
  pages: FoundPage[]
  keys: FacetKey[]
  chosen: Choice
  /** The number of pages that pass, once counted. */
  total: number | undefined
  /** Whether an order can be chosen. */
  sorts: boolean
  wording: Wording
  choose: (chosen: Choice) => void
}

const ORDERS: Order[] = ['best', 'date']

export function refinementBar(given: Refinable): HTMLElement[] {
  const { keys, pages, total, sorts, wording } = given
  const rows = keys.map((facet) => facetRow(facet, given)).filter((row) => row !== null)
  const isRefined = rows.length > 0 || sorts
  if (!isRefined || pages.length === 0) return []
  return [
    h('p', { class: 'found muted', part: 'count' }, total === undefined ? '\u00a0' : wording.pages(total)),
    ...sorts ? [orderRow(given)] : [],
    ...rows,
  ]
}

/** @returns null without a choice */
function facetRow({ key, label }: FacetKey, { pages, chosen, wording, choose }: Refinable) {
  const all = choices(pages, chosen.filter, key)
  const own = chosen.filter[key] ?? []
  if (all.length < 2 && own.length === 0) return null
  const button = (value: string, text: string, count: string, isChosen: boolean) => toggle(`${key} ${value}`, text, count, isChosen, () => {
    if (value || own.length > 0) choose({ ...chosen, filter: toggled(chosen.filter, key, value) })
  })
  return row(named(key, label, wording),
    button('', moreText(wording)('all'), '', own.length === 0),
    ...all.map(({ value, count }) => button(value, shown(key, value, wording), wording.number(count), own.includes(value))))
}

function orderRow({ chosen, wording, choose }: Refinable) {
  const say = moreText(wording)
  return row(say('sort'), ...ORDERS.map((order) =>
    toggle(`order ${order}`, say(order === 'best' ? 'sortBest' : 'sortDate'), '', chosen.order === order, () => {
      if (chosen.order !== order) choose({ ...chosen, order })
    })))
}

function row(name: string, ...buttons: HTMLElement[]) {
  return h('div', { class: 'facet', role: 'group', 'aria-label': name },
    h('span', { class: 'facet-name muted', 'aria-hidden': 'true' }, name), ...buttons)
}

function toggle(name: string, text: string, count: string, isChosen: boolean, act: () => void) {
  const made = h('button', { class: 'choose', part: 'filter', type: 'button', 'aria-pressed': String(isChosen), 'data-name': name },
    h('span', {}, text), count && h('span', { class: 'count' }, count))
  made.addEventListener('click', act)
  return made
}

/** The site's own label, the box's, or the key itself. */
function named(key: string, label: string, wording: Wording) {
  if (label) return label
  const say = moreText(wording)
  return key === 'lang' || key === 'section' || key === 'site' ? say(key) : key.charAt(0).toLocaleUpperCase(wording.lang) + key.slice(1)
}

function shown(key: string, value: string, wording: Wording) {
  return key === 'lang' ? wording.languageName(value) : value
}
