/**
 * An engine that is started again when it stops: browsers end workers without a word when memory is short, and code may
 * crash. The call of that moment begins again, once; if the next engine stops as well, the call fails, and the call
 * after it starts another.
 */
import { SoruError } from './errors.js'
import type { Stats } from '../api.js'
import type { Method, Options, Value } from './calls.js'

/** An engine, here or in a worker. `options` have the `signal` of the call, and the page's rerankers. */
export interface Backend {
  call<M extends Method>(method: M, text: string, options?: Options<M>): Promise<Value<M>>
  close(): void
  /** Of the open bundle. */
  stats: Stats
}

export class RestartingEngine {
  #start
  #running: Promise<Backend> | undefined
  #isClosed = false
  /** As of the engine that was started last. */
  stats!: Stats

  /** @param start cancelled by the signal */
  constructor(start: (signal?: AbortSignal) => Promise<Backend>) {
    this.#start = start
  }

  /** @param signal cancels opening */
  open(signal?: AbortSignal) {
    return this.#twice(async () => {}, signal, signal)
  }

  call<M extends Method>(method: M, text: string, options?: Options<M>): Promise<Value<M>> {
    return this.#twice((engine) => engine.call(method, text, options), options?.signal)
  }

  /** Ends the engine. Later calls fail with `CLOSED`. */
  close() {
    this.#isClosed = true
    this.#drop()
  }

  /**
   * @param signal of the work
   * @param opening cancels a start
   */
  async #twice<T>(work: (engine: Backend) => Promise<T>, signal?: AbortSignal, opening?: AbortSignal) {
    try {
      return await this.#once(work, opening)
    } catch (thrown) {
      signal?.throwIfAborted()
      if (this.#isClosed || !isStop(thrown)) throw thrown
      return this.#once(work, opening)
    }
  }

  async #once<T>(work: (engine: Backend) => Promise<T>, opening?: AbortSignal) {
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

  async #begun(opening?: AbortSignal) {
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

function isStop(thrown: unknown) {
  return thrown instanceof SoruError && thrown.code === 'ENGINE_CRASHED'
}
