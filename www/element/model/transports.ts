/**
 * Two connections to a language model, by HTTP and to a function of the page. Each yields bytes of its stream as they
 * arrive, and events about itself. The third, to the browser's own model, is in browser-model.ts.
 */
import { Trouble } from './time-limit.js'
import type { GenerateEvent, GenerateFunction, Message } from '../api.js'
import type { Step } from './model-module.js'
import type { TimeLimit } from './time-limit.js'

/** `body` is the request's JSON; without a `url`, the messages. */
export type Request = { url: string, body: unknown }
export type Pieces = AsyncGenerator<Uint8Array | GenerateEvent, void, void>

/** The maximum number of characters of an error page, enough to state the error. */
const MOST_OF_AN_ERROR = 4000

/** Asks by HTTP. */
export async function* fetched(
  { url, body }: Request,
  headers: Record<string, string>,
  step: Step,
  limit: TimeLimit,
): Pieces {
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

async function post(url: string, body: unknown, headers: Record<string, string>, signal: AbortSignal) {
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

async function beginning(response: Response, limit: TimeLimit) {
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

async function* read(response: Response, limit: TimeLimit): AsyncGenerator<Uint8Array, void, void> {
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

function broken(cause: unknown): never {
  throw new Trouble('cut', cause)
}

/** Asks a function of the page. */
export async function* fromFunction(own: GenerateFunction, { body }: Request, limit: TimeLimit): Pieces {
  try {
    yield* texts(await limit.until(own(body as Message[], { signal: limit.signal })), limit)
  } catch (thrown) {
    throw new Trouble('failed', thrown)
  }
}

/** Encodes texts as bytes: a whole one, or pieces of one. */
export async function* texts(given: unknown, limit: TimeLimit): AsyncGenerator<Uint8Array, void, void> {
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

async function* pieces(given: unknown, limit: TimeLimit): AsyncGenerator<string, void, void> {
  const iterator = (given as Partial<AsyncIterable<unknown>> | null)?.[Symbol.asyncIterator]?.() ?? streamed(given)
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

/** Makes streams iterable, which some browsers do not. */
function streamed(given: unknown) {
  const reader = (given as Partial<ReadableStream<unknown>> | null)?.getReader?.()
  return reader && { next: () => reader.read(), return: () => reader.cancel() }
}
