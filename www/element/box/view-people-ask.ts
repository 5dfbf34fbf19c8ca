/**
 * Questions that people ask: where nothing is asserted, a section whose nearest written question is like the
 * visitor's shows that question, which asks it. Loaded with the first answer that has one.
 */
import { LEAST_LIKENESS } from './asides.js'
import { h, icon, ICONS } from './dom.js'
import { foreignTag } from './foreign.js'
import { fits } from './view-answer.js'
import { words } from './words.js'
import type { Answer, SearchResult } from '../api.js'
import type { Shown, View, ViewContext } from './view-results.js'

/** Number of sections that show a question: with more, the sections themselves are hard to find. */
const MOST = 3

const EN = { peopleAsk: 'People ask: {question}' }
/** The label claims no frequency: the questions are written for the section, and it is unknown how often visitors ask them. */
const TR = { peopleAsk: 'Benzer soru: {question}' }

const RULES = `
.people { margin-block-start: -6px; padding-block: 6px; font-size: .9375em; color: var(--_muted) }
.further + .people { margin-inline-start: 14px }
.people > span { display: inline }
.people strong { color: var(--_accent); font-weight: 600; unicode-bidi: isolate }
.people:hover strong { text-decoration: underline; text-underline-offset: .15em }
.people + .whole:not(.further) { border-block-start: 1px solid var(--_line); border-start-start-radius: 0; border-start-end-radius: 0 }
.page .people { width: auto; margin: 0 -12px }
`

let shared: CSSStyleSheet | undefined

export function dressPeopleAsk({ adoptedStyleSheets }: ShadowRoot) {
  if (!shared) {
    shared = new CSSStyleSheet()
    shared.replaceSync(RULES)
  }
  if (!adoptedStyleSheets.includes(shared)) adoptedStyleSheets.push(shared)
}

/** A view of anything but best matches stays as it is. */
export function withPeopleAsk(view: View, result: Answer | SearchResult, context: ViewContext): View {
  const chosen = 'question' in result && result.answer === null && fits(result) ? questionsToShow(result) : new Set()
  if (chosen.size === 0) return view
  const isShown = (hit: Shown | undefined) => chosen.has(hit?.question ?? '')
  const options = view.options?.flatMap((option) => {
    const hit = result.hits[Number(option.dataset.hit)]
    return isShown(hit) ? [option, row(hit, context, 'option')] : [option]
  })
  return { ...view, options, ask: (hit) => isShown(hit) ? row(hit, context) : null }
}

/** Returns the questions most similar to the visitor's, without those already asked or offered. */
function questionsToShow({ question, completed, choices, hits }: Answer) {
  const known = new Set([question, completed ?? '', ...choices ?? []].map(plain))
  const alike = hits
    .filter(({ features, question = '' }) => (features?.question ?? 0) >= LEAST_LIKENESS && !known.has(plain(question)))
    .sort((one, other) => (other.features.question ?? 0) - (one.features.question ?? 0))
  return new Set(alike.slice(0, MOST).map(({ question }) => question ?? ''))
}

function plain(question: string) {
  return words(question).join(' ')
}

/** An option of a list, or a separate button. */
function row({ question = '', lang }: Shown, { wording }: ViewContext, role?: string) {
  const texts = wording.lang.split('-')[0] === 'tr' ? TR : EN
  const [before, after] = wording.own('peopleAsk', { question: '\u0000' }, texts).split('\u0000')
  const attributes = { class: 'option suggestion people', part: 'option suggestion people-ask', 'data-question': question }
  const name = h('span', {}, before, h('strong', { lang: foreignTag(lang, wording) }, question), after)
  return role
    ? h('div', { ...attributes, role }, icon(ICONS.ask), name)
    : h('button', { ...attributes, type: 'button' }, icon(ICONS.ask), name)
}
