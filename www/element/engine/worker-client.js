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

export class WorkerClient {
  /** @type {Map<number, Pending>} */
  #pending = new Map()
  #lastId = 0
  #worker
  /** @type {SoruError | null} why no more answers will come */
  #closed = null

  /**
   * @param {Worker} worker one that has started
   * @param {import('./engine-loader.js').Ahead} ahead posted when available
   */
  constructor(worker, { code, manifest }) {
    this.#worker = worker
    code.then((code) => worker.postMessage({ code }))
    manifest.then((manifest) => worker.postMessage({ manifest }))
    worker.addEventListener('message', ({ data }) => this.#receive(data))
    worker.addEventListener('error', (event) => this.#fail(event.message))
  }

  /**
   * @param {string} method
   * @param {unknown[]} args
   * @param {Pick<Pending, 'onProgress' | 'rerankers' | 'signal'>} [handlers]
   * @returns {Promise<any>}
   */
  async call(method, args, handlers) {
    if (this.#closed) throw this.#closed
    const signal = handlers?.signal
    signal?.throwIfAborted()
    const id = ++this.#lastId
    const abort = () => this.#abort(id)
    signal?.addEventListener('abort', abort)
    try {
      return await new Promise((resolve, reject) => {
        this.#pending.set(id, { resolve, reject, ...handlers })
        this.#send(id, method, args)
      })
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
    this.#worker.terminate()
    for (const { reject } of this.#pending.values()) reject(reason)
    this.#pending.clear()
  }

  /**
   * @param {number} id
   * @param {string} method
   * @param {unknown[]} args
   */
  #send(id, method, args) {
    try {
      this.#worker.postMessage({ id, method, args })
    } catch (cause) {
      this.#pending.get(id)?.reject(new SoruError(
        'INVALID_OPTION',
        'An option cannot be sent to the worker: functions can be in the list `rerankers` only.',
        { cause },
      ))
      this.#pending.delete(id)
    }
  }

  /** @param {any} message */
  #receive({ id, progress, ask, value, error }) {
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
    this.close(new SoruError('ENGINE_CRASHED', `The search worker stopped: ${message}. Call open() again.`))
  }
}
