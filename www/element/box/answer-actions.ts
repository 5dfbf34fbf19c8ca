/**
 * Actions on an answer: copy it, copy a link to it, and rate whether it helped, if the box has the attribute
 * `feedback` or `report`. Loaded with the first answer; the card reserves space for it.
 */
import { h, icon } from './dom.js'
import { safeUrl } from './links.js'
import { moreText } from '../texts/more-texts.js'
import { resultsUrl } from './view-footer.js'
import type { Answer } from '../api.js'
import type { SoruSearchElement } from '../soru-search-element.js'
import type { Say } from '../texts/more-texts.js'
import type { ViewContext } from './view-results.js'

const COPY = 'M9 9h11v11H9Zm-4 6H4V4h11v1'
const LINK = 'M10 13.5a4 4 0 0 0 5.7 0l3-3a4 4 0 0 0-5.7-5.7l-1 1M14 10.5a4 4 0 0 0-5.7 0l-3 3a4 4 0 0 0 5.7 5.7l1-1'
const UP = 'M7 11v9H4v-9Zm0 0 4-8c1.5 0 2.5 1 2.5 2.500L13 9h5.500a2 2 0 0 1 2 2.300l-1 6.500a2 2 0 0 1-2 1.700H7'
const DOWN = 'M7 13V4H4v9Zm0 0 4 8c1.500 0 2.500-1 2.500-2.500L13 15h5.500a2 2 0 0 0 2-2.300l-1-6.500a2 2 0 0 0-2-1.700H7'
const RULES = `
.actions, .feedback { display: flex; flex-wrap: wrap; align-items: center; gap: 0 4px }
.action {
  display: inline-flex;
  align-items: center;
  justify-content: center;
  gap: .4em;
  min-width: 44px;
  min-height: 44px;
  padding: 0 8px;
  border: 0;
  border-radius: calc(var(--_radius) - 4px);
  background: none;
  color: var(--_muted);
}
.action:hover { color: var(--_fg); background: var(--_bg) }
.action[aria-pressed="true"] { color: var(--_accent); background: var(--_bg) }
.action .icon { width: 1.2em; height: 1.2em }
.feedback { margin-inline-start: 8px }
`

let shared: CSSStyleSheet | undefined

/** One style sheet per page. */
function actionSheet() {
  if (!shared) {
    shared = new CSSStyleSheet()
    shared.replaceSync(RULES)
  }
  return shared
}

/** Milliseconds for which a button confirms a copy. */
const SAID_FOR = 2500

/** @param found the place in the card; without a card, what the actions follow */
export function fillActions(
  found: Node | undefined,
  answer: Answer,
  host: SoruSearchElement,
  context: ViewContext,
  announce: (text: string) => void,
) {
  if (!(found instanceof HTMLElement) || answer.method === 'small_talk') return
  const sheets = (host.shadowRoot as ShadowRoot).adoptedStyleSheets
  if (!sheets.includes(actionSheet())) sheets.push(actionSheet())
  const say = moreText(context.wording)
  const rate = () => feedback(answer, host, say, announce)
  const isCard = found.classList.contains('actions')
  const place = isCard ? found : h('div', { class: 'actions', part: 'actions' })
  if (isCard) place.replaceChildren(...cardActions(answer, host, context, rate, announce))
  else found.after(place)
  if (host.hasAttribute('report')) import('./report-form.js').then(({ fillReport }) => fillReport(place, host, rate, say, announce), () => {})
}

function cardActions(
  answer: Answer,
  host: HTMLElement,
  context: ViewContext,
  rate: () => HTMLElement,
  announce: (text: string) => void,
): HTMLElement[] {
  const say = moreText(context.wording)
  const link = linkTo(answer, host, context)
  // Browsers forbid copying without a secure connection.
  const canCopy = Boolean(navigator.clipboard)
  return [
    canCopy && copyButton(COPY, say('copy'), 'copy', copied(answer, context), say, announce),
    canCopy && link && copyButton(LINK, say('copyLink'), 'permalink', link, say, announce),
    host.hasAttribute('feedback') && rate(),
  ].filter((node) => node instanceof HTMLElement)
}

/** The address of the answer: on the page of results, or else that of its source. */
function linkTo({ question, quoteUrl }: Answer, host: HTMLElement, { base }: ViewContext) {
  if (host.getAttribute('form') !== 'page') return resultsUrl(host, question) ?? safeUrl(quoteUrl, base)
  const url = new URL(location.href)
  url.searchParams.set('q', question)
  return url.href
}

/** The answer for copying, with its source. */
function copied({ answer, fact, sources }: Answer, { wording, base }: ViewContext) {
  const { title, url } = fact ? { title: fact.sourceTitle, url: fact.sourceUrl } : sources[0] ?? { title: '', url: '' }
  const source = [title, safeUrl(url, base) ?? url].filter((part, index, all) => part && all.indexOf(part) === index).join(' – ')
  const checked = fact?.checkedOn && wording.text('checkedOn', { date: wording.date(fact.checkedOn) })
  return [answer, source && `${wording.text('source')}: ${source}`, checked].filter(Boolean).join('\n')
}

/** @param path of the icon */
function copyButton(
  path: string,
  label: string,
  part: string,
  text: string,
  say: Say,
  announce: (text: string) => void,
) {
  const name = h('span', {}, label)
  const button = h('button', { class: 'action', part, type: 'button' }, icon(path), name)
  button.addEventListener('click', async () => {
    const said = await navigator.clipboard.writeText(text).then(() => say('copied'), () => say('notCopied'))
    name.textContent = said
    announce(said)
    setTimeout(() => { name.textContent = label }, SAID_FOR)
  })
  return button
}

/** Sends the rating as an event, which the box reports only where it has the attribute `report`. */
function feedback({ question, answer }: Answer, host: HTMLElement, say: Say, announce: (text: string) => void) {
  const button = (path: string, label: string, helpful: boolean) => {
    const made = h('button', { class: 'action', part: 'helpful', type: 'button', 'aria-pressed': 'false', 'aria-label': label, title: label }, icon(path))
    made.addEventListener('click', () => {
      if (made.getAttribute('aria-pressed') === 'true') return
      for (const other of [yes, no]) other.setAttribute('aria-pressed', String(other === made))
      text.textContent = say('thanks')
      announce(say('thanks'))
      host.dispatchEvent(new CustomEvent('soru-feedback', { detail: { question, answer, helpful }, bubbles: true, composed: true }))
    })
    return made
  }
  const [yes, no] = [button(UP, say('helpfulYes'), true), button(DOWN, say('helpfulNo'), false)]
  const text = h('span', { class: 'muted' }, say('helpful'))
  return h('div', { class: 'feedback', part: 'feedback', role: 'group', 'aria-label': say('helpful') }, text, yes, no)
}
