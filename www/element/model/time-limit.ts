/**
 * Time limits of a language model: to its first word, between two, and in total.
 */

export type Problem = 'unreachable' | 'timed out' | 'cut' | 'unavailable' | 'no room' | 'failed'

/** An error that only the page can see; the engine knows each `problem`. */
export class Trouble extends Error {
  readonly problem: Problem

  constructor(problem: Problem, detail: unknown = '') {
    super(detail instanceof Error ? detail.message : String(detail))
    this.problem = problem
  }
}

export type Timing = { firstTokenMillis: number, pauseMillis: number, totalMillis: number }

export class TimeLimit {
  #timing
  #controller = new AbortController()
  #outer
  #total: ReturnType<typeof setTimeout> | undefined
  #next: ReturnType<typeof setTimeout> | undefined
  #break: (reason: unknown) => void = (): void => {}
  #broken: Promise<never> = new Promise((_, reject) => { this.#break = reject })
  /** The timeout that ended it, if any. */
  trouble: Trouble | undefined

  /** @param outer also ends it */
  constructor(timing: Timing, outer?: AbortSignal) {
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

  #stop(reason: unknown) {
    this.#controller.abort(reason)
    this.#break(reason)
  }

  #over(millis: number) {
    this.trouble = new Trouble('timed out', `more than ${millis} ms`)
    this.#stop(this.trouble)
  }

  #wait(millis: number) {
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

  /** Awaits a promise within the limits. */
  until<T>(promise: T | PromiseLike<T>): Promise<T> {
    return Promise.race([promise, this.#broken])
  }

  async sleep(millis: number) {
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
