/**
 * Answers: a checked fact, a quotation from a page, or the honest absence of both.
 */
import { h, highlighted, icon, ICONS } from './dom.js'
import { safeContactUrl, safeUrl } from './links.js'
import { spoken, structured } from './structure.js'
import { hitOptions } from './view-results.js'

/** @typedef {import('./soru.js').Answer} Answer */
/** @typedef {import('./view-results.js').ViewContext} ViewContext */
/** @typedef {import('./view-results.js').View} View */
/** @typedef {{ title: string, url: string, lang?: string | null }} SourceLink */

const CONFIDENCE = /** @type {const} */ ({
  high: 'confidenceHigh',
  medium: 'confidenceMedium',
  low: 'confidenceLow',
})

/** Keeps an icon on the line of the word before it. */
const NO_BREAK = '\u2060'

/**
 * @param {Answer} answer
 * @param {ViewContext} context
 * @returns {View}
 */
export function answerView(answer, context) {
  const { wording } = context
  if (answer.method === 'small_talk') return smallTalkView(wording)
  const found = answer.answer !== null && answer.method !== 'none'
  return {
    lead: [found ? answerCard(answer, context) : noAnswerCard(answer, context), ...choices(answer, wording)],
    listLabel: wording.text(found ? 'pages' : 'nearest'),
    options: hitOptions(answer.hits, context),
    say: found ? sayAnswer(answer, context) : sayNoAnswer(answer, context),
  }
}

/**
 * Questions with a checked answer that may be meant. The box asks what stands in
 * `data-question`.
 * @param {Answer} answer
 * @param {import('./texts.js').Wording} wording
 */
function choices({ choices = [] }, wording) {
  if (choices.length === 0) return []
  const button = (/** @type {string} */ question) => h('li', {},
    h('button', { class: 'choice', part: 'choice', type: 'button', 'data-question': question }, question))
  return [h('section', { class: 'choices', part: 'choices', 'aria-label': wording.text('choices') },
    h('p', { class: 'muted' }, wording.text('choices')), h('ul', {}, ...choices.map(button)))]
}

/**
 * Nothing was asked, so nothing was searched for; the visitor is told what may be.
 * @param {import('./texts.js').Wording} wording
 * @returns {View}
 */
function smallTalkView(wording) {
  const text = wording.text('smallTalk')
  return {
    lead: [h('section', { class: 'state', part: 'state small-talk', 'aria-label': text },
      icon(ICONS.quote, 'state-icon'), h('p', { class: 'state-title' }, text))],
    listLabel: wording.text('nearest'),
    options: [],
    say: text,
  }
}

/**
 * @param {Answer} answer
 * @param {ViewContext} context
 */
function answerCard(answer, context) {
  const { wording } = context
  const isFact = answer.fact !== null
  return h('section', {
    class: `card ${isFact ? 'fact' : 'quote'}`,
    part: isFact ? 'answer fact' : 'answer quote',
    'aria-label': wording.text(isFact ? 'fact' : 'quote'),
  },
  cardHead(answer, context),
  askedInstead(answer, context),
  isFact ? factText(answer, wording) : quotation(answer, wording),
  cardFoot(answer, context))
}

/**
 * @param {Answer} answer
 * @param {ViewContext} context
 */
function cardHead({ fact, level }, { wording }) {
  return h('p', { class: 'card-head' },
    h('span', { class: 'badge', part: 'badge' },
      icon(fact ? ICONS.check : ICONS.quote), wording.text(fact ? 'fact' : 'quote')),
    fact?.category && h('span', { class: 'chip', part: 'category' }, fact.category),
    h('span', { class: `confidence ${level}`, part: `confidence ${level}` },
      icon(ICONS.bars, 'icon bars'), wording.text(CONFIDENCE[level] ?? 'confidenceLow')))
}

/**
 * A fact may answer a question in other words than the visitor's. Which one it
 * answers is then part of the answer.
 * @param {Answer} answer
 * @param {ViewContext} context
 */
function askedInstead({ fact, question }, { wording }) {
  if (!fact || plain(fact.question) === plain(question)) return null
  return h('p', { class: 'asked muted', part: 'fact-question' },
    wording.text('answers', { question: fact.question }))
}

/** @param {string} question */
function plain(question) {
  return question.toLocaleLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/**
 * @param {Answer} answer
 * @param {import('./texts.js').Wording} wording
 */
function factText({ answer, answerMarks, fact }, wording) {
  return h('p', { class: 'text', part: 'text', lang: foreign(fact?.lang, wording) },
    highlighted(answer ?? '', answerMarks))
}

/**
 * @param {Answer} answer
 * @param {import('./texts.js').Wording} wording
 */
function quotation({ answer, answerMarks, sources }, wording) {
  return h('blockquote', { class: 'text', part: 'text', lang: foreign(sources[0]?.lang, wording) },
    ...structured(answer ?? '', answerMarks))
}

/**
 * @param {string | null | undefined} lang
 * @param {import('./texts.js').Wording} wording
 */
function foreign(lang, wording) {
  return wording.isForeign(lang) ? lang : null
}

/**
 * @param {Answer} answer
 * @param {ViewContext} context
 */
function cardFoot(answer, context) {
  const { fact } = answer
  const source = sourceOf(answer)
  return h('div', { class: 'card-foot' },
    h('div', {},
      source && sourceLink(source, context),
      (fact?.checkedOn || fact?.validUntil) && h('p', { class: 'dates muted' },
        fact.checkedOn && dated('checkedOn', fact.checkedOn, context),
        fact.validUntil && dated('validUntil', fact.validUntil, context))),
    h('div', { class: 'actions', part: 'actions' }))
}

/**
 * @param {Answer} answer
 * @returns {SourceLink | null}
 */
function sourceOf({ fact, sources, quoteUrl }) {
  if (fact) return { title: fact.sourceTitle || fact.sourceUrl, url: fact.sourceUrl }
  const [source = null] = sources
  // Elsewhere the fragment would keep the browser from finding the anchor before it.
  return source && quoteUrl && 'fragmentDirective' in document ? { ...source, url: quoteUrl } : source
}

/**
 * @param {SourceLink} source
 * @param {ViewContext} context
 */
function sourceLink({ title, url, lang }, { wording, base }) {
  const href = safeUrl(url, base)
  const name = h('span', { class: 'source-title', lang: foreign(lang, wording) }, title || url)
  const label = h('span', { class: 'muted' }, `${wording.text('source')}: `)
  if (href === null) return h('span', { class: 'source', part: 'source' }, label, name, title && title !== url && ` (${url})`)
  return h('a', { class: 'source', part: 'source', href }, label, name, ...(isElsewhere(href, base) ? [NO_BREAK, icon(ICONS.link)] : []))
}

/**
 * @param {string} href
 * @param {string} base
 */
function isElsewhere(href, base) {
  return new URL(href).origin !== new URL(base).origin
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

/**
 * @param {Answer} answer
 * @param {ViewContext} context
 */
function noAnswerCard({ hits }, { wording, contactUrl, base }) {
  const contact = safeContactUrl(contactUrl, base)
  return h('section', { class: 'state', part: 'state no-answer', 'aria-label': wording.text('noAnswer') },
    icon(ICONS.none, 'state-icon'),
    h('div', {},
      h('p', { class: 'state-title' }, wording.text('noAnswer')),
      h('p', { class: 'muted' }, wording.text(hits.length ? 'noAnswerNear' : 'noAnswerAlone')),
      contact && h('a', { class: 'button', part: 'contact', href: contact }, wording.text('contact'))))
}

/**
 * @param {Answer} answer
 * @param {ViewContext} context
 */
function sayAnswer(answer, { wording }) {
  const source = sourceOf(answer)
  return [
    wording.text('sayAnswer', { answer: spoken(answer.answer ?? '') }),
    source && wording.text('saySource', { source: source.title || source.url }),
    answer.choices?.length > 0 && wording.text('choices'),
    answer.hits.length > 0 && wording.pages(answer.hits.length),
  ].filter(Boolean).join(' ')
}

/**
 * @param {Answer} answer
 * @param {ViewContext} context
 */
function sayNoAnswer({ choices = [], hits }, { wording }) {
  const title = wording.text('noAnswer')
  const asks = choices.length > 0 && wording.text('choices')
  const nearest = hits.length > 0 && `${wording.text('nearest')}: ${wording.pages(hits.length)}`
  return asks || nearest ? [`${title}.`, asks, nearest].filter(Boolean).join(' ') : title
}
