/**
 * Asides of some results: the line that shows the corrected or completed question, with a button for the typed one,
 * possible checked answers, and the line that only some pages were searched. The module is loaded with the first result that has an aside.
 */
import { isCut } from './asides.js'
import { h, icon, ICONS } from './dom.js'
import { foreignTag, siteChip } from './foreign.js'
import { factCard } from './view-card.js'
import type { Answer, Correction, Fact, SearchResult, Warning } from '../api.js'
import type { Wording } from '../texts/texts.js'
import type { Does } from './asides.js'
import type { OptionCursor } from './option-cursor.js'
import type { View, ViewContext } from './view-results.js'

export type Piece = { text: string, isRepaired: boolean }

const EN = {
  showing: 'Showing results for {question}',
  exactly: 'Search only for “{question}”',
  didYouMean: 'Did you mean {question}?',
  understood: 'Understood as: {question}',
  alone: 'Ask without the earlier question',
  offers: 'Related checked answers',
  choices: 'Did you mean one of these?',
  fewPages: 'Only the most important pages could be searched just now. Ask again in a minute.',
  fewSites: 'Not searched just now: {sites}',
}

const TR: typeof EN = {
  showing: '“{question}” için sonuçlar gösteriliyor',
  exactly: 'Yalnızca “{question}” için ara',
  didYouMean: 'Bunu mu demek istediniz: {question}?',
  understood: 'Şöyle anlaşıldı: {question}',
  alone: 'Önceki soruyu dikkate alma',
  offers: 'İlgili doğrulanmış yanıtlar',
  choices: 'Bunlardan birini mi sormak istediniz?',
  fewSites: 'Şu anda aranamayan site: {sites}',
  fewPages: 'Şu anda yalnızca en önemli sayfalarda arama yapılabildi. Bir dakika sonra yeniden sorun.',
}

const OPEN = 'M6 9.5l6 6 6-6'
const RULES = `
.correction:has(button) { display: grid; justify-items: start }
.correction .exactly { margin-block: -4px }
@container soru (inline-size >= 26rem) {
  @media (hover: hover) and (pointer: fine) { .correction .exactly { min-height: 28px; margin: 0 } }
}
.repaired strong { font-style: italic; font-weight: 600 }
.choices { padding: 4px 0 8px }
.choices ul { margin: 0; padding: 0; list-style: none }
.choice { margin-inline: 12px }
.offer {
  display: flex;
  align-items: center;
  gap: 10px;
  width: 100%;
  min-height: 44px;
  padding: 8px 12px;
  border: 0;
  border-radius: calc(var(--_radius) - 4px);
  background: none;
  font-weight: 600;
  text-align: start;
}
.offer span { unicode-bidi: plaintext }
.offer .icon:first-child { color: var(--_success) }
.offer .turn { margin-inline-start: auto; color: var(--_muted) }
.offer:hover { background: var(--_subtle) }
.offer[aria-expanded="true"] .turn { rotate: 180deg }
.offer-answer { padding: 2px 0 8px }
`

let shared: CSSStyleSheet | undefined

export function dress(root: ShadowRoot, cursor: OptionCursor) {
  // Nothing waits for this.
  import('./offer-keys.js').then(({ listenForArrows }) => listenForArrows(root, cursor), () => {})
  const { adoptedStyleSheets } = root
  if (!shared) {
    shared = new CSSStyleSheet()
    shared.replaceSync(RULES)
  }
  if (!adoptedStyleSheets.includes(shared)) adoptedStyleSheets.push(shared)
}

function text(wording: Wording, key: keyof typeof EN, values: Record<string, string> = {}) {
  return wording.own(key, values, wording.lang.split('-')[0] === 'tr' ? TR : EN)
}

/** A view of results that have none of it stays as it is. */
export function withAsides(
  view: View,
  typed: string,
  result: Answer | SearchResult,
  context: ViewContext,
  { exactly, alone }: Does,
): View {
  // A checked answer needs no other pages.
  const isChecked = 'fact' in result && result.fact
  const cut = result.warnings?.filter((warning) => isCut(warning) && (warning.bundle || !isChecked)) ?? []
  const whole = cut.length > 0 ? withFewPages(view, cut, context) : view
  const offering = 'question' in result ? withOffers(whole, result, context) : whole
  if ('completed' in result && result.completed && alone) return withUnderstood(offering, result.completed, context, alone)
  return result.corrections?.length ? withCorrection(offering, typed, result.corrections, context, exactly) : offering
}

/** Says that not all pages or sites were searched: in place of the statement that none matches, or below the lead. */
function withFewPages(view: View, cut: Warning[], { wording }: ViewContext): View {
  const bundles = cut.flatMap(({ bundle }) => bundle ?? [])
  const said = [
    ...bundles.length < cut.length ? [text(wording, 'fewPages')] : [],
    ...bundles.length > 0 ? [text(wording, 'fewSites', { sites: bundles.join(', ') })] : [],
  ].join(' ')
  const [first] = (view.lead ?? []) as HTMLElement[]
  const advice = first?.matches('[part~=no-answer]') && first.querySelector('.muted')
  if (advice) {
    advice.setAttribute('part', 'few-pages')
    advice.textContent = said
    return { ...view, say: `${first.ariaLabel}. ${said}` }
  }
  const line = h('p', { class: 'correction muted', part: 'few-pages' }, said)
  return { ...view, lead: [...(view.lead ?? []), line], say: `${sentence(view.say ?? '')} ${said}`.trim() }
}

/**
 * Shows the corrected question first, if words were corrected.
 * @param search for exactly what was typed
 */
function withCorrection(
  view: View,
  typed: string,
  corrections: Correction[],
  { wording }: ViewContext,
  search: () => void,
) {
  const isDoubtful = corrections.some(({ doubtful }) => doubtful)
  const bare = (text: string) => text.replace(/[?!.…\s]+$/, '')
  // "Did you mean" has its own question mark.
  const pieces = repaired(isDoubtful ? bare(typed) : typed, corrections)
  const question = bare(pieces.map(({ text }) => text).join(''))
  // A doubtful correction is searched for together with the typed word, and can be asked.
  const shown = isDoubtful
    ? h('button', { class: 'exactly', part: 'meant', type: 'button', 'data-question': question }, ...pieces.map(piece))
    : h('span', { class: 'repaired' }, ...pieces.map(piece))
  const exactly = text(wording, 'exactly', { question: typed })
  return withLine(view, 'correction', text(wording, isDoubtful ? 'didYouMean' : 'showing', { question: '\u0000' }), shown, question, button('exactly', exactly, search))
}

/**
 * Shows how a question was completed from previous ones.
 * @param completed the whole question
 * @param alone asks what was typed, without those before
 */
function withUnderstood(view: View, completed: string, { wording }: ViewContext, alone: () => void) {
  const shown = h('strong', { part: 'completed' }, completed)
  return withLine(view, 'understood', text(wording, 'understood', { question: '\u0000' }), shown, completed, button('alone', text(wording, 'alone'), alone))
}

/**
 * @param template with a NUL for what was searched for
 * @param said the same for screen readers
 * @param back the button that leads to what was typed
 */
function withLine(
  view: View,
  part: 'correction' | 'understood',
  template: string,
  shown: Node,
  said: string,
  back: HTMLElement,
): View {
  const [before, after] = template.split('\u0000')
  const line = h('p', { class: 'correction', part }, h('span', {}, before, shown, after), ' ', back)
  return { ...view, lead: [line, ...(view.lead ?? [])], say: `${sentence(before + said + after)} ${view.say ?? ''}`.trim() }
}

/** @param text to be read out before another one */
function sentence(text: string) {
  return text.trim().replace(/[^?!.…]$/, '$&.')
}

function button(part: string, label: string, does: () => void) {
  const made = h('button', { class: 'exactly', part, type: 'button' }, label)
  made.addEventListener('click', does)
  return made
}

function piece({ text, isRepaired }: Piece) {
  return isRepaired ? h('strong', { part: 'repaired' }, text) : text
}

/**
 * The text as it was understood, in pieces. Corrections come in the order of
 * their words.
 */
function repaired(typed: string, corrections: Correction[]): Piece[] {
  const pieces = []
  let done = 0
  for (const { from, to } of corrections) {
    const at = typed.indexOf(from, done)
    if (at < 0) continue
    pieces.push({ text: typed.slice(done, at), isRepaired: false }, { text: to, isRepaired: true })
    done = at + from.length
  }
  return [...pieces, { text: typed.slice(done), isRepaired: false }].filter(({ text }) => text !== '')
}

/**
 * Suggestions checked answers that may be meant, where none was asserted. Of an engine that names their questions
 * only, each is asked.
 */
function withOffers(view: View, { offers = [], choices = [] }: Answer, context: ViewContext): View {
  const items = offers.length > 0 ? offers.map((fact, index) => offer(fact, index, context)) : choices.map(choice)
  if (items.length === 0) return view
  const label = text(context.wording, offers.length > 0 ? 'offers' : 'choices')
  const section = h('section', { class: 'choices', part: offers.length > 0 ? 'offers choices' : 'choices', 'aria-label': label },
    h('p', { class: 'list-label' }, label), h('ul', {}, ...items.map((item) => h('li', {}, ...item))))
  const said = offers.length > 0 ? `${label}: ${context.wording.number(offers.length)}.` : label
  return { ...view, lead: [...(view.lead ?? []), section], say: `${sentence(view.say ?? '')} ${said}`.trim() }
}

/** The box asks the question in `data-question`. */
function choice(question: string) {
  return [h('button', { class: 'exactly choice', part: 'choice', type: 'button', 'data-question': question }, question)]
}

function offer(fact: Fact, index: number, context: ViewContext) {
  const { wording } = context
  const lang = foreignTag(fact.lang, wording)
  const place = h('div', { class: 'offer-answer', id: `offer-${index}`, part: 'offer-answer', hidden: true })
  const button = h('button', {
    class: 'offer', part: 'offer choice', type: 'button', 'aria-expanded': 'false', 'aria-controls': place.id,
  }, icon(ICONS.seal), h('span', { lang }, fact.question), siteChip(fact.site), icon(OPEN, 'icon turn'))
  button.addEventListener('click', () => {
    const isOpen = place.hidden
    button.setAttribute('aria-expanded', String(isOpen))
    place.hidden = !isOpen
    if (!isOpen) return
    place.replaceChildren(factCard(fact, context))
    const source = wording.text('saySource', { source: fact.sourceTitle || fact.sourceUrl })
    context.say?.(`${wording.text('fact')}: ${fact.answer} ${source}`)
  })
  return [button, place]
}
