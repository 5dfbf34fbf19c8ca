/**
 * Filters of a page of results: by language, and by the section in the pages' metadata (`data-soru-meta="section:
 * Fees"`), each with the number of remaining pages.
 */
import { h } from '../box/dom.js'
import { moreText } from '../texts/more-texts.js'
import { byPage } from '../box/view-results.js'
import type { Hit } from '../api.js'
import type { ViewContext } from '../box/view-results.js'
import type { Wording } from '../texts/texts.js'

export type Filter = Record<string, string>
export type Choice = { value: string, count: number }
export type Facets = Record<'lang' | 'section', Choice[]>

const MOST_CHOICES = 8
const KEYS = ['lang', 'section'] as const
const NAMES: Record<keyof Facets, (value: string, wording: Wording) => string> = { lang: (tag, wording) => wording.languageName(tag), section: (value) => value }
const VALUES: Record<keyof Facets, (hit: Hit) => string | undefined> = { lang: ({ lang }) => lang, section: ({ meta }) => meta?.section }

/** The available choices, the most frequent first. A facet counts the pages that pass the other filter. */
export function facets(hits: Hit[], filter: Filter): Facets {
  const pages = byPage(hits).map(([best]) => best)
  const choices = (own: keyof Facets, other: keyof Facets) => {
    const admitted = pages.filter((hit) => !filter[other] || VALUES[other](hit) === filter[other])
    return counted(admitted.map(VALUES[own]), filter[own])
  }
  return { lang: choices('lang', 'section'), section: choices('section', 'lang') }
}

/** @param chosen always included */
function counted(values: (string | undefined)[], chosen: string | undefined) {
  const present = values.filter((value) => value !== undefined && value !== '')
  const distinct = [...new Set(chosen ? [...present, chosen] : present)]
  return distinct
    .map((value) => ({ value: String(value), count: present.filter((other) => other === value).length }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_CHOICES)
}

/** A row of buttons for every facet with a choice. */
export function filterBar(
  facets: Facets,
  filter: Filter,
  { wording }: ViewContext,
  choose: (filter: Filter) => void,
): HTMLElement[] {
  const say = moreText(wording)
  return KEYS.filter((key) => facets[key].length > 1 || filter[key]).map((key) => {
    const button = (text: string, value = '', count = '') => {
      const { [key]: _, ...others } = filter
      const isChosen = (filter[key] ?? '') === value
      const made = h('button', { class: 'choose', part: 'filter', type: 'button', 'aria-pressed': String(isChosen), 'data-name': `${key} ${value}` },
        h('span', {}, text), count && h('span', { class: 'count' }, count))
      made.addEventListener('click', () => { if (!isChosen) choose(value ? { ...others, [key]: value } : others) })
      return made
    }
    const choices = facets[key].map(({ value, count }) => button(NAMES[key](value, wording), value, wording.number(count)))
    return h('div', { class: 'facet', role: 'group', 'aria-label': say(key) },
      h('span', { class: 'facet-name muted', 'aria-hidden': 'true' }, say(key)), button(say('all')), ...choices)
  })
}
