/**
 * The states between question and answer: waiting, and failing.
 */
import { h, icon, ICONS } from './dom.js'
import type { Progress } from '../api.js'
import type { SoruError } from '../soru.js'
import type { View, ViewContext } from './view-results.js'

/** @param progress of loading; null once loaded */
export function waitingView(progress: Progress | null, context: ViewContext): View {
  const { line, text } = waitingLine(progress, context)
  const lines = ['wide', 'wide', 'short'].map((width) => h('span', { class: `line ${width}` }))
  line.append(h('div', { class: 'skeleton', 'aria-hidden': 'true' }, ...lines))
  return { lead: [line], say: text }
}

/** Below what is found already: that there will be more. Above it, it would move all up when it goes. */
export function stillLoadingView(progress: Progress, context: ViewContext): View {
  const { line, text } = waitingLine(progress, context)
  return { tail: [line], say: text }
}

function waitingLine(progress: Progress | null, { wording }: ViewContext) {
  const text = wording.text(progress ? 'loading' : 'searching')
  const bar = progress && h('progress', { ...amount(progress), 'aria-label': text })
  return { text, line: h('div', { class: 'waiting', part: 'waiting' }, h('p', { class: 'muted' }, text), bar) }
}

/** A bar without a value says only that something is under way. */
function amount({ loaded, total }: Progress) {
  return total > 0 ? { max: total, value: loaded } : {}
}

/** Which advice suits which code; the engine's own message is for developers. */
const ADVICE = ({
  FETCH_FAILED: 'errorFetch',
  UNSUPPORTED_VERSION: 'errorReload',
} as const)

/** The question has no word to look for: nothing failed, and trying again would not help. */
const NO_WORDS = ['EMPTY_QUESTION', 'ONLY_EXCLUSIONS']

export function errorView(
  error: SoruError,
  { wording }: ViewContext,
  retry: () => void,
): View & { details?: HTMLDetailsElement } {
  if (NO_WORDS.includes(error.code)) {
    const text = wording.text('errorWords')
    return { lead: [h('p', { class: 'state muted', part: 'state' }, text)], say: text }
  }
  const advice = wording.text(adviceFor(error))
  const title = wording.text('errorTitle')
  const again = h('button', { class: 'button', part: 'retry', type: 'button' }, wording.text('retry'))
  again.addEventListener('click', retry)
  const details = h('details', { class: 'details' },
    h('summary', {}, wording.text('details')),
    h('p', {}, h('code', {}, error.code), ` ${error.message}`))
  const lead = h('section', { class: 'state error', part: 'state error', 'aria-label': title },
    icon(ICONS.warning, 'state-icon'),
    h('div', {},
      h('p', { class: 'state-title' }, title),
      h('p', { class: 'muted' }, advice),
      again,
      details))
  return { lead: [lead], details, say: `${title}. ${advice}` }
}

function adviceFor({ code, status }: SoruError) {
  if (navigator.onLine === false) return 'errorOffline'
  // Who has an answer of the host is connected.
  if (status) return 'errorOther'
  return code in ADVICE ? ADVICE[code as keyof typeof ADVICE] : 'errorOther'
}
