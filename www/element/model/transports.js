/**
 * Two connections to a language model, by HTTP and to a function of the page. Each yields bytes of its stream as they
 * arrive, and events about itself. The third, to the browser's own model, is in browser-model.js.
 */
import { Trouble } from './time-limit.js'

/** @typedef {import('../soru.js').GenerateEvent} GenerateEvent */
/** @typedef {import('./time-limit.js').TimeLimit} TimeLimit */
/** @typedef {{ url: string, body: any }} Request without a `url`, the body is the messages */
/** @typedef {AsyncGenerator<Uint8Array | GenerateEvent, void, void>} Pieces */

/** The maximum number of characters of an error page, enough to state the error. */
const MOST_OF_AN_ERROR = 4000

/**
 * Asks by HTTP.
 * @param {Request} request
 * @param {Record<string, string>} headers
 * @param {import('./generator.js').Step} step
 * @param {TimeLimit} limit
 * @returns {Pieces}
 */
export async function* fetched({ url, body }, headers, step, limit) {
  for (;;) {
    const response = await limit.until(post(url, body, headers, limit.signal))
    const { again } = step('respond', {
      status: response.status,
      contentType: response.headers.get('content-type') ?? '',
      retryAfter: response.headers.get('retry-after') ?? '',
      body: response.ok ? '' : await beginning(response, limit),
    })
    if (again === null) return yield* read(response, limit)
    yield { type: 'warning', code: 'waiting', message: `the model is busy and is asked again in ${again} ms` }
    await limit.sleep(again)
  }
}

/**
 * @param {string} url
 * @param {unknown} body
 * @param {Record<string, string>} headers
 * @param {AbortSignal} signal
 */
async function post(url, body, headers, signal) {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
      cache: 'no-store',
      // Question, passages and headers must reach only this address.
      redirect: 'error',
      signal,
    })
  } catch (cause) {
    throw new Trouble('unreachable', cause)
  }
}

/**
 * @param {Response} response
 * @param {TimeLimit} limit
 */
async function beginning(response, limit) {
  const decoder = new TextDecoder()
  let text = ''
  try {
    for await (const piece of read(response, limit)) {
      text += decoder.decode(piece, { stream: true })
      if (text.length >= MOST_OF_AN_ERROR) break
    }
  } catch {
    // The received part and the status suffice.
  }
  return text.slice(0, MOST_OF_AN_ERROR)
}

/**
 * @param {Response} response
 * @param {TimeLimit} limit
 * @returns {AsyncGenerator<Uint8Array, void, void>}
 */
async function* read(response, limit) {
  const reader = response.body?.getReader()
  if (!reader) return
  try {
    for (;;) {
      const { done, value } = await limit.until(reader.read().catch(broken))
      if (done) return
      yield value
    }
  } finally {
    reader.cancel().catch(() => {}) // it may have failed already
  }
}

/**
 * @param {unknown} cause
 * @returns {never}
 */
function broken(cause) {
  throw new Trouble('cut', cause)
}

/**
 * Asks a function of the page.
 * @param {import('../soru.js').GenerateFunction} own
 * @param {Request} request
 * @param {TimeLimit} limit
 * @returns {Pieces}
 */
export async function* fromFunction(own, { body }, limit) {
  try {
    yield* texts(await limit.until(own(body, { signal: limit.signal })), limit)
  } catch (thrown) {
    throw new Trouble('failed', thrown)
  }
}

/**
 * Encodes texts as bytes: a whole one, or pieces of one.
 * @param {any} given
 * @param {TimeLimit} limit
 * @returns {AsyncGenerator<Uint8Array, void, void>}
 */
export async function* texts(given, limit) {
  const encoder = new TextEncoder()
  if (typeof given === 'string') return yield encoder.encode(given)
  let half = ''
  for await (const piece of pieces(given, limit)) {
    const text = half + piece
    // Half of a surrogate pair waits for the next piece.
    half = /[\uD800-\uDBFF]$/.test(text) ? text.slice(-1) : ''
    yield encoder.encode(half ? text.slice(0, -1) : text)
  }
}

/**
 * @param {any} given
 * @param {TimeLimit} limit
 * @returns {AsyncGenerator<string, void, void>}
 */
async function* pieces(given, limit) {
  const iterator = given?.[Symbol.asyncIterator]?.() ?? streamed(given)
  if (!iterator) throw new TypeError('the function must return a text or pieces of text')
  try {
    for (;;) {
      const { done, value } = await limit.until(iterator.next())
      if (done) return
      if (typeof value !== 'string') throw new TypeError('a piece of the text is not a text')
      yield value
    }
  } finally {
    iterator.return?.()?.catch?.(() => {}) // its end does not matter
  }
}

/**
 * Makes streams iterable, which some browsers do not.
 * @param {any} given
 */
function streamed(given) {
  const reader = given?.getReader?.()
  return reader && { next: () => reader.read(), return: () => reader.cancel() }
}
