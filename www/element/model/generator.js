/**
 * Answers in a language model's words: sends the engine's request, and yields the response.
 *
 * The engine writes the messages, reads the stream, checks citations and values, and words the errors
 * (`src/generation/model`); asynchronous work is here: the network, the browser's own model or the page's function
 * (transports.js), and the time limits (time-limit.js).
 */
import { SoruError } from '../engine/errors.js'
import { TimeLimit, Trouble } from './time-limit.js'
import { fetched, fromBrowser, fromFunction } from './transports.js'

/** @typedef {import('../soru.js').GenerateOptions} GenerateOptions */
/** @typedef {import('../soru.js').GenerateEvent} GenerateEvent */
/** @typedef {(name: string, given?: unknown) => Promise<any>} Step takes a step of the engine */

/**
 * @param {(method: string, text: string, options?: unknown) => Promise<any>} call
 * @param {string} question
 * @param {GenerateOptions} [given]
 * @returns {AsyncGenerator<GenerateEvent, void, void>}
 */
export async function* generate(call, question, given = {}) {
  const { key, headers, generate: own, signal, ...options } = given
  const api = own ? { api: 'callback' } : {}
  const begun = await call('generate', question, { ...options, ...api, delimiter: randomWord(), signal })
  /** @type {Step} */
  const step = (name, value) => call('step', name, { number: begun.number, given: value })
  try {
    yield { type: 'sources', answer: begun.answer, sources: begun.sources.map(numbered) }
    if (begun.skipped) yield { type: 'skipped', reason: begun.skipped }
    else yield* spoken(begun, step, given)
  } finally {
    if (begun.number) step('drop').catch(() => {}) // the engine may have been closed
  }
}

/**
 * Yields the model's answer, and ends with `done` or `error`.
 * @param {{ request: import('./transports.js').Request, timing: import('./time-limit.js').Timing }} begun
 * @param {Step} step
 * @param {GenerateOptions} options
 * @returns {AsyncGenerator<GenerateEvent, void, void>}
 */
async function* spoken({ request, timing }, step, options) {
  const limit = new TimeLimit(timing, options.signal)
  try {
    for await (const piece of transport(request, step, limit, options)) {
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
    const { code, message } = await described(limit.trouble ?? thrown, step)
    yield { type: 'error', code, message }
  } finally {
    limit.end()
  }
}

/**
 * @param {import('./transports.js').Request} request
 * @param {Step} step
 * @param {TimeLimit} limit
 * @param {GenerateOptions} options
 */
function transport(request, step, limit, { generate: own, key, headers }) {
  if (own) return fromFunction(own, request, limit)
  if (!request.url) return fromBrowser(request, limit)
  return fetched(request, { ...headers, ...(key && { authorization: `Bearer ${key}` }) }, step, limit)
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
