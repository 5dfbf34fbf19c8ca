/**
 * The states between question and answer: waiting, and failing.
 */
import { h, icon, ICONS } from './dom.js'

/** @typedef {import('./view-results.js').ViewContext} ViewContext */
/** @typedef {import('./view-results.js').View} View */

/**
 * @param {import('../soru.js').Progress | null} progress of loading; null once loaded
 * @param {ViewContext} context
 * @returns {View}
 */
export function waitingView(progress, context) {
  const { line, text } = waitingLine(progress, context)
  const lines = ['wide', 'wide', 'short'].map((width) => h('span', { class: `line ${width}` }))
  line.append(h('div', { class: 'skeleton', 'aria-hidden': 'true' }, ...lines))
  return { lead: [line], say: text }
}

/**
 * Below what is found already: that there will be more. Above it, it would move all up when it goes.
 * @param {import('../soru.js').Progress} progress
 * @param {ViewContext} context
 * @returns {View}
 */
export function stillLoadingView(progress, context) {
  const { line, text } = waitingLine(progress, context)
  return { tail: [line], say: text }
}

/**
 * @param {import('../soru.js').Progress | null} progress
 * @param {ViewContext} context
 */
function waitingLine(progress, { wording }) {
  const text = wording.text(progress ? 'loading' : 'searching')
  const bar = progress && h('progress', { ...amount(progress), 'aria-label': text })
  return { text, line: h('div', { class: 'waiting', part: 'waiting' }, h('p', { class: 'muted' }, text), bar) }
}

/**
 * A bar without a value says only that something is under way.
 * @param {import('../soru.js').Progress} progress
 */
function amount({ loaded, total }) {
  return total > 0 ? { max: total, value: loaded } : {}
}

/** Which advice suits which code; the engine's own message is for developers. */
const ADVICE = /** @type {const} */ ({
  FETCH_FAILED: 'errorFetch',
  UNSUPPORTED_VERSION: 'errorReload',
})

/** The question has no word to look for: nothing failed, and trying again would not help. */
const NO_WORDS = ['EMPTY_QUESTION', 'ONLY_EXCLUSIONS']

/**
 * @param {import('../soru.js').SoruError} error
 * @param {ViewContext} context
 * @param {() => void} retry
 * @returns {View & { details?: HTMLDetailsElement }}
 */
export function errorView(error, { wording }, retry) {
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

/** @param {import('../soru.js').SoruError} error */
function adviceFor({ code, status }) {
  if (navigator.onLine === false) return 'errorOffline'
  // Who has an answer of the host is connected.
  if (status) return 'errorOther'
  return code in ADVICE ? ADVICE[/** @type {keyof typeof ADVICE} */ (code)] : 'errorOther'
}
