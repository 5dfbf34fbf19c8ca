/**
 * The cards of an asserted answer. A checked fact and a quotation differ without reading: a fact has a seal and
 * a solid band, a quotation has a line at its side, below its heading.
 */
import { h, highlighted, icon, ICONS } from './dom.js'
import { foldable } from './fold.js'
import { foreignTag, languageChip } from './foreign.js'
import { breadcrumb, safeUrl } from './links.js'
import { structured } from './structure.js'
import { headingPath } from './view-results.js'

/** @typedef {import('../soru.js').Answer} Answer */
/** @typedef {import('../soru.js').Fact} Fact */
/** @typedef {import('../soru.js').Source} Source */
/** @typedef {import('./view-results.js').ViewContext} ViewContext */

/** Keeps an icon on the line of the word before it. */
const NO_BREAK = '\u2060'
const BARS = ['M5 20v-5', 'M12 20V10', 'M19 20V4']
const LEVELS = /** @type {const} */ ({
  high: [3, 'confidenceHigh'],
  low: [1, 'confidenceLow'],
})

/**
 * @param {Answer} answer
 * @param {ViewContext} context
 */
export function answerCard(answer, context) {
  return answer.fact ? factCard(answer.fact, context, answer) : quoteCard(answer, context)
}

/**
 * @param {Fact} fact
 * @param {ViewContext} context
 * @param {Answer} [given] what it answers; none if the visitor chose the fact's own question
 */
export function factCard(fact, context, given) {
  const { wording } = context
  const { checkedOn, validUntil } = fact
  // A checked answer always fits, so its confidence is not shown.
  const isDoubtful = given && given.level !== 'high'
  return card('fact', ICONS.seal, checkedOn && dated('checkedOn', checkedOn, context), context,
    (fact.category || isDoubtful) && h('p', { class: 'meta' },
      fact.category && h('span', { class: 'chip', part: 'category' }, fact.category),
      isDoubtful && confidence(given.level, wording)),
    given && askedInstead(fact, given.question, wording),
    h('p', { class: 'text', part: 'text', lang: foreignTag(fact.lang, wording) }, highlighted(given?.answer ?? fact.answer, given?.answerMarks)),
    h('div', { class: 'card-foot' },
      h('div', {},
        factSource(fact, context), ' ', languageChip(fact.lang, wording),
        validUntil && h('p', { class: 'dates muted' }, dated('validUntil', validUntil, context))),
      given && actions()))
}

/**
 * @param {Answer} answer
 * @param {ViewContext} context
 */
function quoteCard(answer, context) {
  const { wording, base } = context
  const [source] = answer.sources
  const isText = !source || safeUrl(source.url, base) === null
  return card(`quote ${answer.level}`, ICONS.quote, confidence(answer.level, wording), context,
    source && place(source, linkOf(answer), context),
    ...foldable(h('blockquote', { class: 'text', part: 'text', lang: foreignTag(source?.lang, wording) }, ...quoted(answer)), wording),
    h('div', { class: 'card-foot' },
      source && h('span', { class: 'url', part: 'url' }, isText ? source.url : breadcrumb(source.url, base, source.lang)),
      actions()))
}

/** The sentence that fits best; of a passage that names none, the words of the question. @param {Answer} answer */
function quoted({ answer, answerMarks, highlight }) {
  return highlight ? structured(answer ?? '', [highlight], 'mark highlight') : structured(answer ?? '', answerMarks)
}

/**
 * @param {string} kind its classes, the first of which says what it is
 * @param {string} sign
 * @param {Node | '' | undefined} aside beside the badge
 * @param {ViewContext} context
 * @param {...import('./dom.js').Child} children
 */
function card(kind, sign, aside, { wording }, ...children) {
  const name = wording.text(kind === 'fact' ? 'fact' : 'quote')
  return h('section', { class: `card ${kind}`, part: `answer ${kind}`, 'aria-label': name },
    h('p', { class: 'card-head' }, h('span', { class: 'badge', part: 'badge' }, icon(sign), name), aside),
    ...children)
}

/**
 * The actions are filled in later.
 */
function actions() {
  return h('div', { class: 'actions', part: 'actions' })
}

/**
 * As many bars as there is confidence, so that the levels differ without colour and without reading.
 * @param {Answer['level']} level
 * @param {import('../texts/texts.js').Wording} wording
 */
function confidence(level, wording) {
  const [count, key] = LEVELS[level] ?? LEVELS.low
  return h('span', { class: `confidence ${level}`, part: `confidence ${level}` },
    icon(BARS.slice(0, count).join(''), 'icon bars', BARS.slice(count).join('')), wording.text(key))
}

/**
 * A fact may answer a question in other words than the visitor's. Which one it
 * answers is then part of the answer.
 * @param {Fact} fact
 * @param {string} question
 * @param {import('../texts/texts.js').Wording} wording
 */
function askedInstead(fact, question, wording) {
  if (plain(fact.question) === plain(question)) return null
  return h('p', { class: 'asked muted', part: 'fact-question' },
    wording.text('answers', { question: fact.question }))
}

/** @param {string} question */
function plain(question) {
  return question.toLocaleLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/**
 * The address of the quoted words themselves, if there is one.
 * @param {Answer} answer
 */
function linkOf({ quoteUrl, sources: [source] }) {
  // Elsewhere the fragment would keep the browser from finding the anchor before it.
  return quoteUrl && 'fragmentDirective' in document ? quoteUrl : source?.url
}

/**
 * The place of a quotation: the page, and the headings above it.
 * @param {Source} source
 * @param {string | undefined} url
 * @param {ViewContext} context
 */
function place(source, url, { wording, base }) {
  const path = headingPath(source)
  const lang = foreignTag(source.lang, wording)
  return h('p', { class: 'where', part: 'heading' },
    link(safeUrl(url, base), base,
      h('span', { class: 'source-title', part: 'title', lang }, source.title || source.url),
      path && h('span', { class: 'path', part: 'path', lang }, path)), ' ', languageChip(lang, wording))
}

/**
 * @param {Fact} fact
 * @param {ViewContext} context
 */
function factSource({ sourceTitle, sourceUrl, lang }, { wording, base }) {
  const href = safeUrl(sourceUrl, base)
  return link(href, base,
    h('span', { class: 'muted' }, `${wording.text('source')}: `),
    h('span', { class: 'source-title', lang: foreignTag(lang, wording) }, sourceTitle || sourceUrl),
    href === null && sourceTitle && sourceTitle !== sourceUrl && ` (${sourceUrl})`)
}

/**
 * @param {string | null} href null if the address may not be a link
 * @param {string} base
 * @param {...import('./dom.js').Child} children
 */
function link(href, base, ...children) {
  if (href === null) return h('span', { class: 'source', part: 'source' }, ...children)
  const isElsewhere = new URL(href).origin !== new URL(base).origin
  return h('a', { class: 'source', part: 'source', href }, ...children, ...(isElsewhere ? [NO_BREAK, icon(ICONS.link)] : []))
}

/**
 * "Checked on 31 January 2026", with the date readable by machines too.
 * @param {'checkedOn' | 'validUntil'} key
 * @param {string} iso
 * @param {ViewContext} context
 */
function dated(key, iso, { wording }) {
  const [before, after] = wording.text(key, { date: '\u0000' }).split('\u0000')
  return h('span', { class: 'date', part: 'date' },
    before, h('time', { datetime: iso }, wording.date(iso)), after)
}
