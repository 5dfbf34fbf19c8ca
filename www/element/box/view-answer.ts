/**
 * The result of a question: an asserted answer, the sections that fit best, or neither.
 */
import { h, icon, ICONS } from './dom.js'
import { safeContactUrl } from './links.js'
import { spoken } from './structure.js'
import { answerCard } from './view-card.js'
import { hitOptions, isOfTitles, resultsView } from './view-results.js'
import type { Answer } from '../api.js'
import type { Wording } from '../texts/texts.js'
import type { View, ViewContext } from './view-results.js'

/** If none of the first sections has this share of the question's words, they are not presented as fitting. */
const LEAST_COVERAGE = 1 / 3
const FIRST = 3

/** Thanks, in either language and any spelling, among messages recognised as small talk. */
const THANKS = /than|thx|cheers|te.ekk|sa. ?ol|eyval/i

export function answerView(answer: Answer, context: ViewContext): View {
  const { wording } = context
  if (answer.method === 'small_talk') return smallTalkView(answer, wording)
  if (answer.answer !== null && answer.method !== 'none') return assertedView(answer, context)
  if (isOfTitles(answer.warnings) && answer.hits.length > 0) return resultsView(answer, context, [])
  return fits(answer) ? bestView(answer, context) : noAnswerView(answer, context)
}

function assertedView(answer: Answer, context: ViewContext): View {
  return {
    lead: [answerCard(answer, context)],
    listLabel: context.wording.text('pages'),
    options: hitOptions(answer.hits, context),
    say: sayAnswer(answer, context),
  }
}

/** No card: nothing is asserted, and the sections speak for themselves. The best sentence of each is marked. */
function bestView(answer: Answer, context: ViewContext): View {
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

function noAnswerView(answer: Answer, context: ViewContext): View {
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

/** Title and advice. A question in a language that the site lacks is not said to have no answer. */
function noAnswerTexts({ warnings }: Answer, { wording, languages = [] }: ViewContext, near: boolean) {
  if (warnings?.some(({ code }) => code === 'other_language')) {
    const names = { languages: languages.map((tag) => wording.languageName(tag)).join(', ') }
    return [wording.text('otherLanguage', names), wording.text('otherLanguageHint')]
  }
  return [wording.text('noAnswer'), wording.text(near ? 'noAnswerNear' : 'noAnswerAlone')]
}

/** Whether the sections found fit. */
export function fits({ hits }: Answer) {
  return hits.slice(0, FIRST).some(({ features }) => features.coverage >= LEAST_COVERAGE)
}

/** @param name its class */
function contact({ wording, contactUrl, base }: ViewContext, name: string) {
  const href = safeContactUrl(contactUrl, base)
  return href && h('a', { class: name, part: 'contact', href }, wording.text('contact'))
}

/** The message is not a question, so nothing was searched for; the visitor sees possible questions. */
function smallTalkView({ question }: Answer, wording: Wording): View {
  const text = wording.text(THANKS.test(question) ? 'smallTalkThanks' : 'smallTalk')
  return {
    lead: [h('section', { class: 'state', part: 'state small-talk', 'aria-label': text },
      icon(ICONS.ask, 'state-icon'), h('p', { class: 'state-title' }, text))],
    say: text,
  }
}

/** Of a long passage its best sentence; all of it can be read in the card. */
function sayAnswer(answer: Answer, { wording }: ViewContext) {
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

/** Puts the question above its answer, if it is too long for the input and no line shows it already. */
export function withQuestion(view: View, { question, completed, corrections }: Answer): View {
  if (completed || corrections?.length) return view
  return { ...view, lead: [h('p', { class: 'question', part: 'question' }, question), ...(view.lead ?? [])] }
}
