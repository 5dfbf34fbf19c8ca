/**
 * Results and suggestions: the options of the list.
 */
import { h, highlighted, icon, ICONS } from './dom.js'
import { foreignTag, languageChip } from './foreign.js'
import { breadcrumb, safeUrl } from './links.js'

/**
 * The context of the views, besides the data.
 * @typedef {object} ViewContext
 * @property {import('../texts/texts.js').Wording} wording
 * @property {string} base the base of relative URLs
 * @property {string | null | undefined} [contactUrl]
 * @property {string[]} [languages] of the site's pages
 * @property {(text: string) => void} [say] to screen readers
 *
 * The content of a view: above the list, the list, below it.
 * @typedef {object} View
 * @property {Node[]} [lead]
 * @property {string} [listLabel]
 * @property {HTMLElement[]} [options]
 * @property {Node[]} [tail]
 * @property {string} [say] for screen readers, once
 * @property {(hit: Shown) => HTMLElement | null} [ask] the question that people ask about the section of a hit
 * @property {Place[]} [places] those of the options that are of the outline
 *
 * @typedef {import('./outline.js').Place} Place
 * The shown properties of a passage, and of a place in the outline.
 * @typedef {Omit<Place, 'words' | 'above'> & Partial<import('../soru.js').Hit>} Shown
 */

/**
 * While typing: the pages that match so far.
 * @param {import('../soru.js').SearchResult} result
 * @param {ViewContext} context
 * @param {string[]} questions that complete the text
 * @returns {View}
 */
export function resultsView({ hits }, context, questions) {
  const { wording } = context
  if (hits.length + questions.length === 0) return noMatchView(wording)
  return { ...matchingList(hitOptions(hits, context), context, questions), say: wording.pages(hits.length) }
}

/**
 * Before the engine is there, or without one: places whose titles and headings match.
 * @param {Place[]} places
 * @param {ViewContext} context
 * @returns {View}
 */
export function placesView(places, context) {
  if (places.length === 0) return {}
  return { ...matchingList(hitOptions(places, context), context, []), places }
}

/**
 * @param {HTMLElement[]} pages
 * @param {ViewContext} context
 * @param {string[]} questions
 */
function matchingList(pages, { wording }, questions) {
  return {
    listLabel: wording.text(questions.length > 0 ? 'matching' : 'pages'),
    options: [...questions.map((question) => suggestionOption(question)), ...pages],
  }
}

/**
 * Says below the lead of a view that it was found without a part of the index.
 * @param {View} view
 * @param {import('../soru.js').Warning[] | undefined} warnings
 * @param {ViewContext} context
 * @returns {View}
 */
export function withMissingPart(view, warnings, { wording }) {
  if (!warnings?.some(({ code }) => code === 'part_missing')) return view
  const text = wording.text('partMissing')
  const line = h('p', { class: 'correction muted' }, text)
  return { ...view, lead: [...(view.lead ?? []), line], say: `${view.say ?? ''} ${text}`.trim() }
}

/**
 * @param {import('../texts/texts.js').Wording} wording
 * @returns {View}
 */
function noMatchView(wording) {
  const title = wording.text('noMatch')
  const hint = wording.text('noMatchHint')
  const lead = h('div', { class: 'state', part: 'state' },
    icon(ICONS.none, 'state-icon'),
    h('div', {}, h('p', { class: 'state-title' }, title), h('p', { class: 'muted' }, hint)))
  return { lead: [lead], say: `${title}. ${hint}` }
}

/**
 * @param {string[]} questions
 * @param {ViewContext} context
 * @returns {View}
 */
export function suggestionsView(questions, { wording }) {
  return {
    listLabel: wording.text('suggestions'),
    options: questions.map((question) => suggestionOption(question)),
  }
}

/**
 * @param {string} question
 * @param {Node} [sign] what kind of question it is
 */
export function suggestionOption(question, sign = icon(ICONS.ask)) {
  return h('div', { class: 'option suggestion', part: 'option suggestion', role: 'option', 'data-question': question },
    sign, h('span', {}, question))
}

/**
 * Groups the passages of a page: the best, and links to the further ones below it.
 * @param {Shown[]} hits
 * @param {ViewContext} context
 * @param {boolean} [areRead] there is no answer above them, so visitors read the best ones
 */
export function hitOptions(hits, context, areRead = false) {
  return byPage(hits).flatMap((page) => page.map((hit, place) =>
    hitOption(hit, context, hits.indexOf(hit), place > 0 ? 'further' : areRead ? 'whole' : '')))
}

/**
 * The hits of each page together, pages in the order of their best hit.
 * @template {Shown} Kind
 * @param {Kind[]} hits
 * @returns {Kind[][]}
 */
export function byPage(hits) {
  /** @type {Map<string, Kind[]>} */
  const pages = new Map()
  for (const hit of hits) pages.set(hit.id, [...(pages.get(hit.id) ?? []), hit])
  return [...pages.values()]
}

/**
 * One passage as an option that is a real link, so that middle click, modifier
 * keys and the context menu do what they do on any link.
 * @param {Shown} hit
 * @param {ViewContext} context
 * @param {number} index of the hit
 * @param {'' | 'whole' | 'further'} kind "further" if a better one of its page is above it
 */
function hitOption(hit, context, index, kind) {
  const href = safeUrl(hit.url, context.base)
  const rows = hitRows(hit, context, href === null, kind === 'whole').slice(0, kind === 'further' ? 2 : 3)
  // A screen reader says title and headings first, and how the passage begins after a pause.
  rows.forEach((row) => { row.id = `${row.className}-${index}` })
  rows[1]?.querySelector('.begin')?.setAttribute('id', `begin-${index}`)
  const attributes = {
    class: `option hit ${kind}`, part: 'option', role: 'option', 'data-hit': index,
    'aria-labelledby': `name-${index}`, 'aria-describedby': `begin-${index} url-${index}`,
  }
  return href === null
    ? h('div', { ...attributes, 'aria-disabled': 'true' }, ...rows)
    : h('a', { ...attributes, href, tabindex: -1 }, ...rows)
}

/**
 * @param {Shown} hit
 * @param {ViewContext} context
 * @param {boolean} isText the address may not be a link, so it is shown as it is
 * @param {boolean} isRead
 */
function hitRows(hit, { wording, base }, isText, isRead) {
  const lang = foreignTag(hit.lang, wording)
  const path = headingPath(hit)
  return [
    h('span', { class: 'name' },
      h('span', { class: 'title', part: 'title', lang }, hit.title || hit.id),
      path && h('span', { class: 'path', part: 'path', lang }, path)),
    h('span', { class: 'excerpt', part: 'excerpt', lang }, ...excerpt(hit, isRead ? bestMarks(hit) : hit.marks)),
    h('span', { class: 'url', part: 'url' },
      languageChip(hit.lang, wording),
      documentOf(hit, wording),
      isText ? hit.url : breadcrumb(hit.url, base, hit.lang), dateOf(hit, wording)),
  ].filter((row) => row.textContent !== '')
}

/** Length of an excerpt that describes an option, since screen readers read it at every key press. */
const DESCRIPTION = 160

/** Behind the end of a sentence nothing seems to be left out. @param {string} [excerpt] */
export function ended(excerpt = '') {
  return excerpt.replace(/(?<=[.!?…])…$/, '')
}

/**
 * What is marked where visitors read: the best sentence, or the words of the question.
 * @param {Shown} hit
 */
export function bestMarks({ highlight, marks = [] }) {
  return highlight ? [highlight] : marks
}

/**
 * In two pieces, of which the first describes the option.
 * @param {Shown} hit
 * @param {[number, number][]} [marks]
 */
function excerpt({ excerpt: given }, marks = []) {
  const excerpt = ended(given)
  const end = excerpt.indexOf(' ', DESCRIPTION)
  const cut = end < 0 ? excerpt.length : end
  return [
    h('span', { class: 'begin' }, highlighted(excerpt.slice(0, cut), marks.map(([start, end]) => [start, Math.min(end, cut)]))),
    highlighted(excerpt.slice(cut), marks.map(([start, end]) => [Math.max(start - cut, 0), Math.min(end, excerpt.length) - cut])),
  ]
}

/** The metadata keys for the date of a page. */
const DATES = ['updated', 'modified', 'published', 'date']

/**
 * Of when the page is, if it says so.
 * @param {Shown} hit
 * @param {import('../texts/texts.js').Wording} wording
 */
export function dateOf({ meta = {} }, wording) {
  const iso = DATES.map((key) => meta[key]).find((date) => /^\d{4}-\d\d-\d\d/.test(date))
  return iso && h('time', { class: 'dated', part: 'page-date', datetime: iso.slice(0, 10) }, wording.date(iso.slice(0, 10)))
}

/**
 * What kind of document a page is, and which of its pages.
 * @param {Shown} hit
 * @param {import('../texts/texts.js').Wording} wording
 */
export function documentOf({ meta: { type = '', page = '' } = {} }, wording) {
  const name = /^(pdf|docx|odt|pptx)$/.test(type) && type.toUpperCase()
  return name && h('span', { class: 'chip', part: 'document' }, page ? wording.text('documentPage', { type: name, page }) : name)
}

/**
 * The headings above the passage, without the page's title said twice.
 * @param {Pick<Shown, 'heading' | 'title'>} hit
 */
export function headingPath({ heading, title }) {
  return (heading ?? []).filter((step) => step && step !== title).join(' › ')
}
