/**
 * Time limits of a language model: to its first word, between two, and in total.
 */

/** An error that only the page can see; the engine knows each `problem`. */
export class Trouble extends Error {
  /**
   * @param {'unreachable' | 'timed out' | 'cut' | 'unavailable' | 'no room' | 'failed'} problem
   * @param {unknown} [detail]
   */
  constructor(problem, detail = '') {
    super(detail instanceof Error ? detail.message : String(detail))
    this.problem = problem
  }
}

/** @typedef {{ firstTokenMillis: number, pauseMillis: number, totalMillis: number }} Timing */

export class TimeLimit {
  #timing
  #controller = new AbortController()
  #outer
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #total
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #next
  /** @type {(reason: unknown) => void} */
  #break = () => {}
  /** @type {Promise<never>} */
  #broken = new Promise((_, reject) => { this.#break = reject })
  /** The timeout that ended it, if any. @type {Trouble | undefined} */
  trouble

  /**
   * @param {Timing} timing
   * @param {AbortSignal} [outer] also ends it
   */
  constructor(timing, outer) {
    this.#timing = timing
    this.#outer = outer
    this.#broken.catch(() => {}) // perhaps nothing awaits it
    outer?.addEventListener('abort', this.#abort)
    if (outer?.aborted) this.#abort()
    this.restart()
  }

  get signal() {
    return this.#controller.signal
  }

  #abort = () => this.#stop(this.#outer?.reason)

  /** @param {unknown} reason */
  #stop(reason) {
    this.#controller.abort(reason)
    this.#break(reason)
  }

  /** @param {number} millis */
  #over(millis) {
    this.trouble = new Trouble('timed out', `more than ${millis} ms`)
    this.#stop(this.trouble)
  }

  /** @param {number} millis */
  #wait(millis) {
    clearTimeout(this.#next)
    this.#next = setTimeout(() => this.#over(millis), millis)
  }

  /** Suspends all limits. */
  suspend() {
    clearTimeout(this.#total)
    this.pause()
  }

  /** Starts all limits anew. */
  restart() {
    const { totalMillis } = this.#timing
    this.#total = setTimeout(() => this.#over(totalMillis), totalMillis)
    this.rest()
  }

  /** Restarts the limit of the first word. */
  rest() {
    this.#wait(this.#timing.firstTokenMillis)
  }

  /** Restarts the limit between two words. */
  spoke() {
    this.#wait(this.#timing.pauseMillis)
  }

  /** Suspends the limit between words; the total limit remains. */
  pause() {
    clearTimeout(this.#next)
  }

  /**
   * Awaits a promise within the limits.
   * @template T
   * @param {T | PromiseLike<T>} promise
   * @returns {Promise<T>}
   */
  until(promise) {
    return Promise.race([promise, this.#broken])
  }

  /** @param {number} millis */
  async sleep(millis) {
    this.pause()
    await this.until(new Promise((resolve) => setTimeout(resolve, millis)))
    this.rest()
  }

  /** Ends all limits, and aborts running work. */
  end() {
    this.suspend()
    this.#outer?.removeEventListener('abort', this.#abort)
    this.#controller.abort()
  }
}
