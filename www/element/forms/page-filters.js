/**
 * Filters of a page of results: by language, and by the section in the pages' metadata (`data-soru-meta="section:
 * Fees"`), each with the number of remaining pages.
 */
import { h } from '../box/dom.js'
import { moreText } from '../texts/more-texts.js'
import { byPage } from '../box/view-results.js'

/** @typedef {import('../soru.js').Hit} Hit */
/** @typedef {Record<string, string>} Filter */
/** @typedef {{ value: string, count: number }} Choice */
/** @typedef {Record<'lang' | 'section', Choice[]>} Facets */

const MOST_CHOICES = 8
const KEYS = /** @type {const} */ (['lang', 'section'])
/** @type {Record<keyof Facets, (value: string, wording: import('../texts/texts.js').Wording) => string>} */
const NAMES = { lang: (tag, wording) => wording.languageName(tag), section: (value) => value }
/** @type {Record<keyof Facets, (hit: Hit) => string | undefined>} */
const VALUES = { lang: ({ lang }) => lang, section: ({ meta }) => meta?.section }

/**
 * The available choices, the most frequent first. A facet counts the pages that pass the other filter.
 * @param {Hit[]} hits
 * @param {Filter} filter
 * @returns {Facets}
 */
export function facets(hits, filter) {
  const pages = byPage(hits).map(([best]) => best)
  const choices = (/** @type {keyof Facets} */ own, /** @type {keyof Facets} */ other) => {
    const admitted = pages.filter((hit) => !filter[other] || VALUES[other](hit) === filter[other])
    return counted(admitted.map(VALUES[own]), filter[own])
  }
  return { lang: choices('lang', 'section'), section: choices('section', 'lang') }
}

/**
 * @param {(string | undefined)[]} values
 * @param {string | undefined} chosen always included
 */
function counted(values, chosen) {
  const present = values.filter((value) => value !== undefined && value !== '')
  const distinct = [...new Set(chosen ? [...present, chosen] : present)]
  return distinct
    .map((value) => ({ value: String(value), count: present.filter((other) => other === value).length }))
    .sort((a, b) => b.count - a.count)
    .slice(0, MOST_CHOICES)
}

/**
 * A row of buttons for every facet with a choice.
 * @param {Facets} facets
 * @param {Filter} filter
 * @param {import('../box/view-results.js').ViewContext} context
 * @param {(filter: Filter) => void} choose
 * @returns {HTMLElement[]}
 */
export function filterBar(facets, filter, { wording }, choose) {
  const say = moreText(wording)
  return KEYS.filter((key) => facets[key].length > 1 || filter[key]).map((key) => {
    const button = (/** @type {string} */ text, value = '', count = '') => {
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
