/**
 * The result of a question: an asserted answer, the sections that fit best, or neither.
 */
import { h, icon, ICONS } from './dom.js'
import { safeContactUrl } from './links.js'
import { spoken } from './structure.js'
import { answerCard } from './view-card.js'
import { hitOptions } from './view-results.js'

/** @typedef {import('../soru.js').Answer} Answer */
/** @typedef {import('./view-results.js').ViewContext} ViewContext */
/** @typedef {import('./view-results.js').View} View */

/** If none of the first sections has this share of the question's words, they are not presented as fitting. */
const LEAST_COVERAGE = 1 / 3
const FIRST = 3

/** Thanks, in either language and any spelling, among messages recognised as small talk. */
const THANKS = /than|thx|cheers|te.ekk|sa. ?ol|eyval/i

/**
 * @param {Answer} answer
 * @param {ViewContext} context
 * @returns {View}
 */
export function answerView(answer, context) {
  const { wording } = context
  if (answer.method === 'small_talk') return smallTalkView(answer, wording)
  if (answer.answer !== null && answer.method !== 'none') return assertedView(answer, context)
  return fits(answer) ? bestView(answer, context) : noAnswerView(answer, context)
}

/**
 * @param {Answer} answer
 * @param {ViewContext} context
 * @returns {View}
 */
function assertedView(answer, context) {
  return {
    lead: [answerCard(answer, context)],
    listLabel: context.wording.text('pages'),
    options: hitOptions(answer.hits, context),
    say: sayAnswer(answer, context),
  }
}

/**
 * No card: nothing is asserted, and the sections speak for themselves. The best sentence of each is marked.
 * @param {Answer} answer
 * @param {ViewContext} context
 * @returns {View}
 */
function bestView(answer, context) {
  const { wording } = context
  const title = wording.text('noSingle')
  const label = wording.text('best')
  const line = h('p', { class: 'best muted', part: 'state best-matches' }, icon(ICONS.list), h('span', {}, title), contact(context, 'best-contact'))
  return {
    lead: [line],
    listLabel: label,
    options: hitOptions(answer.hits, context, true),
    say: `${title} ${label}: ${wording.number(answer.hits.length)}.`,
  }
}

/**
 * @param {Answer} answer
 * @param {ViewContext} context
 * @returns {View}
 */
function noAnswerView(answer, context) {
  const { wording } = context
  const nearest = wording.text('nearest')
  const near = answer.hits.length > 0 && `${nearest}: ${wording.pages(answer.hits.length)}`
  const [title, advice] = noAnswerTexts(answer, context, Boolean(near))
  const card = h('section', { class: 'state', part: 'state no-answer', 'aria-label': title },
    icon(ICONS.none, 'state-icon'),
    h('div', {},
      h('p', { class: 'state-title' }, title), h('p', { class: 'muted' }, advice), contact(context, 'button')))
  return {
    lead: [card],
    listLabel: nearest,
    options: hitOptions(answer.hits, context, true),
    say: `${title}. ${near || advice}`,
  }
}

/**
 * Title and advice. A question in a language that the site lacks is not said to have no answer.
 * @param {Answer} answer
 * @param {ViewContext} context
 * @param {boolean} near
 */
function noAnswerTexts({ warnings }, { wording, languages = [] }, near) {
  if (warnings?.some(({ code }) => code === 'other_language')) {
    const names = { languages: languages.map((tag) => wording.languageName(tag)).join(', ') }
    return [wording.text('otherLanguage', names), wording.text('otherLanguageHint')]
  }
  return [wording.text('noAnswer'), wording.text(near ? 'noAnswerNear' : 'noAnswerAlone')]
}

/** Whether the sections found fit. @param {Answer} answer */
export function fits({ hits }) {
  return hits.slice(0, FIRST).some(({ features }) => features.coverage >= LEAST_COVERAGE)
}

/**
 * @param {ViewContext} context
 * @param {string} name its class
 */
function contact({ wording, contactUrl, base }, name) {
  const href = safeContactUrl(contactUrl, base)
  return href && h('a', { class: name, part: 'contact', href }, wording.text('contact'))
}

/**
 * The message is not a question, so nothing was searched for; the visitor sees possible questions.
 * @param {Answer} answer
 * @param {import('../texts/texts.js').Wording} wording
 * @returns {View}
 */
function smallTalkView({ question }, wording) {
  const text = wording.text(THANKS.test(question) ? 'smallTalkThanks' : 'smallTalk')
  return {
    lead: [h('section', { class: 'state', part: 'state small-talk', 'aria-label': text },
      icon(ICONS.ask, 'state-icon'), h('p', { class: 'state-title' }, text))],
    say: text,
  }
}

/**
 * Of a long passage its best sentence; all of it can be read in the card.
 * @param {Answer} answer
 * @param {ViewContext} context
 */
function sayAnswer(answer, { wording }) {
  const { fact, level, highlight, hits } = answer
  const text = answer.answer ?? ''
  const source = fact ? fact.sourceTitle || fact.sourceUrl : answer.sources[0]?.title || answer.sources[0]?.url
  return [
    `${wording.text(fact ? 'fact' : 'quote')}: ${spoken(highlight ? text.slice(...highlight) : text)}`,
    source && wording.text('saySource', { source }),
    level !== 'high' && `${wording.text('confidenceLow')}.`,
    hits.length > 0 && wording.pages(hits.length),
  ].filter(Boolean).join(' ')
}

/**
 * Puts the question above its answer, if it is too long for the input and no line shows it already.
 * @param {View} view
 * @param {Answer} answer
 * @returns {View}
 */
export function withQuestion(view, { question, completed, corrections }) {
  if (completed || corrections?.length) return view
  return { ...view, lead: [h('p', { class: 'question', part: 'question' }, question), ...(view.lead ?? [])] }
}
