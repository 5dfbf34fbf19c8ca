/**
 * Answers in a language model's words: sends the engine's request, and yields the response.
 *
 * The engine writes the messages, reads the stream, checks citations and values, and words the errors
 * (`src/generation/model`); asynchronous work is here: the network or the page's function (transports.js), the browser's own
 * model (browser-model.js), and the time limits (time-limit.js).
 */
import { SoruError } from '../engine/errors.js'
import { availability, fromBrowser, languagesOf } from './browser-model.js'
import { TimeLimit, Trouble } from './time-limit.js'
import { fetched, fromFunction } from './transports.js'

/** @typedef {import('../soru.js').GenerateOptions} GenerateOptions */
/** @typedef {import('../soru.js').GenerateEvent} GenerateEvent */
/** @typedef {(name: string, given?: unknown) => Promise<any>} Step takes a step of the engine */
/** @typedef {import('./browser-model.js').Browser} Browser */

/** Headers with a secret. */
const SECRET = /auth|cookie|key|pass|secret|token/i

/**
 * @param {(method: string, text: string, options?: unknown) => Promise<any>} call
 * @param {string} question
 * @param {GenerateOptions} [given]
 * @returns {AsyncGenerator<GenerateEvent, void, void>}
 */
export async function* generate(call, question, given = {}) {
  const { key, headers, generate: own, download, signal, ...options } = given
  const api = own ? { api: 'callback' } : {}
  const begun = await call('generate', question, { ...options, ...api, delimiter: randomWord(), signal })
  /** @type {Step} */
  const step = (name, value) => call('step', name, { number: begun.number, given: value })
  try {
    const browser = begun.request?.url === '' && !own ? await browserFor(begun) : null
    const skipped = begun.skipped ?? reasonNotToAsk(browser, download)
    const { answer, sources, dailyLimit = 0 } = begun
    yield { type: 'sources', answer, sources: sources.map(numbered), isAsked: !skipped, dailyLimit }
    if (skipped === 'unavailable') yield await failure(new Trouble(skipped), step)
    else if (skipped) yield { type: 'skipped', reason: skipped }
    else yield* spoken(begun, step, given, browser)
  } finally {
    if (begun.number) step('drop').catch(() => {}) // the engine may have been closed
  }
}

/**
 * What the browser's own model needs.
 * @param {{ answer: import('../soru.js').Answer, sources: import('../soru.js').Source[] }} begun
 */
async function browserFor({ answer, sources }) {
  const languages = languagesOf(answer.lang, sources)
  const state = await availability(languages)
  return { languages, state, isLoading: state !== 'available' }
}

/**
 * @param {Awaited<ReturnType<typeof browserFor>> | null} browser
 * @param {boolean | undefined} mayDownload
 */
function reasonNotToAsk(browser, mayDownload) {
  if (browser?.state === 'unavailable') return 'unavailable'
  return browser?.isLoading && !mayDownload ? 'download' : undefined
}

/**
 * Yields the model's answer, and ends with `done` or `error`.
 * @param {{ request: import('./transports.js').Request, timing: import('./time-limit.js').Timing }} begun
 * @param {Step} step
 * @param {GenerateOptions} options
 * @param {Browser | null} browser
 * @returns {AsyncGenerator<GenerateEvent, void, void>}
 */
async function* spoken({ request, timing }, step, options, browser) {
  const limit = new TimeLimit(timing, options.signal)
  const keys = secrets(options)
  try {
    if (keys.length > 0) await step('hide', keys)
    for await (const piece of transport(request, step, limit, options, browser)) {
      if (!(piece instanceof Uint8Array)) {
        yield piece
        continue
      }
      const events = await step('feed', piece)
      if (events.length) limit.spoke()
      yield* events
    }
    yield* await step('finish')
  } catch (thrown) {
    options.signal?.throwIfAborted()
    yield await failure(limit.trouble ?? thrown, step)
  } finally {
    limit.end()
  }
}

/**
 * @param {import('./transports.js').Request} request
 * @param {Step} step
 * @param {TimeLimit} limit
 * @param {GenerateOptions} options
 * @param {Browser | null} browser
 */
function transport(request, step, limit, { generate: own, key, headers }, browser) {
  if (own) return fromFunction(own, request, limit)
  if (browser) return fromBrowser(request.body, browser, limit)
  return fetched(request, { ...headers, ...(key && { authorization: `Bearer ${key}` }) }, step, limit)
}

/**
 * What no text may show: the key, and headers with one, whole and without the scheme before it.
 * @param {GenerateOptions} options
 */
function secrets({ key, headers }) {
  const values = Object.entries(headers ?? {}).filter(([name]) => SECRET.test(name)).map(([, value]) => String(value))
  return [key, ...values, ...values.map((value) => value.replace(/^\S+\s+/, ''))].filter(Boolean)
}

/**
 * @param {unknown} thrown
 * @param {Step} step
 * @returns {Promise<GenerateEvent>}
 */
async function failure(thrown, step) {
  const { code, message } = await described(thrown, step)
  return { type: 'error', code, message }
}

/**
 * The engine words the error.
 * @param {unknown} thrown
 * @param {Step} step
 */
async function described(thrown, step) {
  if (!(thrown instanceof Trouble)) return SoruError.from(thrown)
  const { problem, message } = thrown
  return step('fail', { problem, detail: message }).catch((error) => SoruError.from(error))
}

/**
 * @param {import('../soru.js').Source} source
 * @param {number} at
 */
function numbered(source, at) {
  return { number: at + 1, ...source }
}

/** A word that no author of a page can know. */
function randomWord() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
