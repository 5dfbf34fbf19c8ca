/**
 * The page's side of the worker: numbered requests, and responses matched by number.
 */
import { SoruError, fromPlain } from './errors.js'

/**
 * @typedef {object} Pending
 * @property {(value: any) => void} resolve
 * @property {(reason: unknown) => void} reject
 * @property {((progress: import('../soru.js').Progress) => void)} [onProgress]
 * @property {unknown[]} [rerankers] those that stay in the page are functions
 * @property {AbortSignal} [signal] cancels the request
 */

/**
 * How long a worker with requests may be silent before it is pinged, in milliseconds. Browsers do not report that they
 * have ended one.
 */
const SILENCE = 4000

/**
 * How many pings in a row may be unanswered. Timers of a page that slept are due at once when it wakes up; so the first
 * says nothing yet.
 */
const MOST_UNANSWERED = 2

export class WorkerClient {
  /** @type {Map<number, Pending>} */
  #pending = new Map()
  #lastId = 0
  #worker
  /** @type {SoruError | null} why no more answers will come */
  #closed = null
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #watch
  /** Pings since the last message. */
  #unanswered = 0
  /** Statistics of the bundle, once it is open. @type {any} */
  stats

  /**
   * @param {Worker} worker one that has started
   * @param {import('./engine-loader.js').Ahead} ahead posted when available
   */
  constructor(worker, { code, manifest }) {
    this.#worker = worker
    code.then((code) => worker.postMessage({ code }))
    manifest.then((manifest) => worker.postMessage({ manifest }))
    worker.addEventListener('message', ({ data }) => this.#receive(data))
    worker.addEventListener('error', (event) => this.#fail(event.message || 'it was ended'))
    worker.addEventListener('messageerror', () => this.#fail('its answer cannot be read'))
  }

  /**
   * @param {string} method
   * @param {string} text
   * @param {any} [options] with a `signal` that cancels the request
   * @param {Pending['onProgress']} [onProgress]
   * @returns {Promise<any>}
   */
  async call(method, text, options, onProgress) {
    if (this.#closed) throw this.#closed
    const { signal, ...given } = options ?? {}
    signal?.throwIfAborted()
    const hasFunctions = Array.isArray(given.rerankers) && given.rerankers.some(isFunction)
    /** @type {{ options: any, rerankers?: unknown[] }} */
    const sent = hasFunctions ? (await import('./callbacks.js')).detach(given) : { options: given }
    const id = ++this.#lastId
    const abort = () => this.#abort(id)
    signal?.addEventListener('abort', abort)
    try {
      return await new Promise((resolve, reject) => {
        this.#pending.set(id, { resolve, reject, onProgress, rerankers: sent.rerankers, signal })
        this.#worker.postMessage({ id, method, text, options: sent.options })
        this.#watch ??= setTimeout(() => this.#look(), SILENCE)
      })
    } catch (thrown) {
      throw this.#pending.delete(id) ? unsendable(thrown) : thrown
    } finally {
      signal?.removeEventListener('abort', abort)
    }
  }

  /** @param {number} id */
  #abort(id) {
    const pending = this.#pending.get(id)
    this.#pending.delete(id)
    this.#worker.postMessage({ abort: id })
    pending?.reject(pending.signal?.reason)
  }

  /** Ends the worker; pending requests fail with the reason. */
  close(reason = new SoruError('CLOSED', 'The search was closed. Call open() again.')) {
    this.#closed ??= reason
    clearTimeout(this.#watch)
    this.#worker.terminate()
    for (const { reject } of this.#pending.values()) reject(reason)
    this.#pending.clear()
  }

  /** While requests are pending, pings the worker, and gives it up if it does not answer. */
  #look() {
    this.#watch = undefined
    if (this.#pending.size === 0) {
      this.#unanswered = 0
    } else if (this.#unanswered === MOST_UNANSWERED) {
      this.#fail('it does not respond')
    } else {
      this.#unanswered += 1
      this.#worker.postMessage({ ping: true })
      this.#watch = setTimeout(() => this.#look(), SILENCE)
    }
  }

  /** @param {any} message */
  #receive({ id, progress, ask, value, error }) {
    this.#unanswered = 0
    const pending = this.#pending.get(id)
    if (!pending) return
    if (progress) return pending.onProgress?.(progress)
    if (ask) return this.#score(pending.rerankers ?? [], ask)
    this.#pending.delete(id)
    if (error) pending.reject(fromPlain(error))
    else pending.resolve(value)
  }

  /**
   * @param {unknown[]} rerankers
   * @param {import('./callbacks.js').Ask} ask
   */
  async #score(rerankers, ask) {
    const { said, score } = await import('./callbacks.js')
    const scored = await score(rerankers, ask)
    try {
      this.#worker.postMessage({ scored })
    } catch (thrown) {
      this.#worker.postMessage({ scored: { turn: ask.turn, error: said(thrown) } })
    }
  }

  /** @param {string} message */
  #fail(message) {
    this.close(new SoruError('ENGINE_CRASHED', `The search worker stopped: ${message}. Ask again, or reload the page.`))
  }
}

/** @param {unknown} cause */
function unsendable(cause) {
  return new SoruError(
    'INVALID_OPTION',
    'An option cannot be sent to the worker: functions can be in the list `rerankers` only.',
    { cause },
  )
}

/** @param {unknown} entry */
function isFunction(entry) {
  return typeof entry === 'function'
}
