/**
 * An engine that is started again when it stops: browsers end workers without a word when memory is short, and code may
 * crash. The call of that moment begins again, once; if the next engine stops as well, the call fails, and the call
 * after it starts another.
 */
import { SoruError } from './errors.js'

/**
 * An engine, here or in a worker. `options` have the `signal` of the call, and the page's rerankers.
 * @typedef {object} Backend
 * @property {(method: string, text: string, options?: unknown) => Promise<any>} call
 * @property {() => void} close
 * @property {any} stats of the open bundle
 */

export class RestartingEngine {
  #start
  /** @type {Promise<Backend> | undefined} */
  #running
  #isClosed = false
  /** As of the engine that was started last. @type {any} */
  stats

  /** @param {(signal?: AbortSignal) => Promise<Backend>} start cancelled by the signal */
  constructor(start) {
    this.#start = start
  }

  /** @param {AbortSignal} [signal] cancels opening */
  open(signal) {
    return this.#twice(async () => {}, signal, signal)
  }

  /**
   * @param {string} method
   * @param {string} text
   * @param {any} [options]
   * @returns {Promise<any>}
   */
  call(method, text, options) {
    return this.#twice((engine) => engine.call(method, text, options), options?.signal)
  }

  /** Ends the engine. Later calls fail with `CLOSED`. */
  close() {
    this.#isClosed = true
    this.#drop()
  }

  /**
   * @template T
   * @param {(engine: Backend) => Promise<T>} work
   * @param {AbortSignal} [signal] of the work
   * @param {AbortSignal} [opening] cancels a start
   */
  async #twice(work, signal, opening) {
    try {
      return await this.#once(work, opening)
    } catch (thrown) {
      signal?.throwIfAborted()
      if (this.#isClosed || !isStop(thrown)) throw thrown
      return this.#once(work, opening)
    }
  }

  /**
   * @template T
   * @param {(engine: Backend) => Promise<T>} work
   * @param {AbortSignal} [opening]
   */
  async #once(work, opening) {
    if (this.#isClosed) throw new SoruError('CLOSED', 'The search was closed. Call open() again.')
    const running = this.#running ??= this.#begun(opening)
    try {
      return await work(await running)
    } catch (thrown) {
      // Other calls may have replaced it already.
      if (isStop(thrown) && this.#running === running) this.#drop()
      throw thrown
    }
  }

  /** @param {AbortSignal} [opening] */
  async #begun(opening) {
    try {
      const engine = await this.#start(opening)
      this.stats = engine.stats
      return engine
    } catch (thrown) {
      this.#running = undefined // the next call starts it again
      throw thrown
    }
  }

  #drop() {
    this.#running?.then((engine) => engine.close(), () => {})
    this.#running = undefined
  }
}

/** @param {unknown} thrown */
function isStop(thrown) {
  return thrown instanceof SoruError && thrown.code === 'ENGINE_CRASHED'
}
