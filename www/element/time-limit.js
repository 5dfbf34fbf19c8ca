/**
 * How long a language model may take: to its first word, between two, and in all.
 */

/** Something that only the page can see has gone wrong; the engine knows `problem`. */
export class Trouble extends Error {
  /**
   * @param {'unreachable' | 'timed out' | 'cut' | 'unavailable' | 'failed'} problem
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
  #total
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #next
  /** @type {(reason: unknown) => void} */
  #break = () => {}
  /** @type {Promise<never>} */
  #broken = new Promise((_, reject) => { this.#break = reject })
  /** What has ended it, if it was the time. @type {Trouble | undefined} */
  trouble

  /**
   * @param {Timing} timing
   * @param {AbortSignal} [outer] ends it too
   */
  constructor(timing, outer) {
    this.#timing = timing
    this.#outer = outer
    this.#broken.catch(() => {}) // perhaps nobody waits
    this.#total = setTimeout(() => this.#over(timing.totalMillis), timing.totalMillis)
    outer?.addEventListener('abort', this.#abort)
    if (outer?.aborted) this.#abort()
    this.rest()
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

  /** From now on the model is waited for as at the beginning. */
  rest() {
    this.#wait(this.#timing.firstTokenMillis)
  }

  /** The model has said something. */
  spoke() {
    this.#wait(this.#timing.pauseMillis)
  }

  /** What follows takes the time it takes, up to the end of all. */
  pause() {
    clearTimeout(this.#next)
  }

  /**
   * Waits for something, but no longer than allowed.
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

  /** Nobody waits any more: what still runs is broken off. */
  end() {
    clearTimeout(this.#next)
    clearTimeout(this.#total)
    this.#outer?.removeEventListener('abort', this.#abort)
    this.#controller.abort()
  }
}
