/**
 * The page's side of the worker: numbered requests, and responses matched by number.
 */
import { SoruError, fromPlain } from './errors.js'
import type { Progress, Stats } from '../api.js'
import type { Ask } from './callbacks.js'
import type { AnyOptions, Method, Options, Value } from './calls.js'
import type { Ahead } from './engine-loader.js'
import type { PlainError } from './errors.js'

export interface Pending {
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
  onProgress?: (progress: Progress) => void
  /** Those that stay in the page are functions. */
  rerankers?: unknown[]
  /** Cancels the request. */
  signal?: AbortSignal
}

/** A message of the worker about a request; any other has no `id`. */
export interface Message {
  id: number
  progress?: Progress
  ask?: Ask
  value?: unknown
  error?: PlainError
}

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
  #pending: Map<number, Pending> = new Map()
  #lastId = 0
  #worker
  /** Why no more answers will come. */
  #closed: SoruError | null = null
  #watch: ReturnType<typeof setTimeout> | undefined
  /** Pings since the last message. */
  #unanswered = 0
  /** Statistics of the bundle, once it is open. */
  stats!: Stats

  /**
   * @param worker one that has started
   * @param ahead posted when available
   */
  constructor(worker: Worker, { code, manifest }: Ahead) {
    this.#worker = worker
    code.then((code) => worker.postMessage({ code }))
    manifest.then((manifest) => worker.postMessage({ manifest }))
    worker.addEventListener('message', ({ data }) => this.#receive(data))
    worker.addEventListener('error', (event) => this.#fail(event.message || 'it was ended'))
    worker.addEventListener('messageerror', () => this.#fail('its answer cannot be read'))
  }

  /** @param options with a `signal` that cancels the request */
  async call<M extends Method>(method: M, text: string, options?: Options<M>): Promise<Value<M>> {
    return await this.#request(method, text, options) as Value<M>
  }

  /** Opens a bundle. */
  async open(url: string, onProgress?: Pending['onProgress']): Promise<void> {
    this.stats = await this.#request('open', url, {}, onProgress) as Stats
  }

  async #request(
    method: Method | 'open',
    text: string,
    options: AnyOptions = {},
    onProgress?: Pending['onProgress'],
  ): Promise<unknown> {
    if (this.#closed) throw this.#closed
    const { signal, ...given } = options
    signal?.throwIfAborted()
    const hasFunctions = Array.isArray(given.rerankers) && given.rerankers.some(isFunction)
    const sent: { options: AnyOptions, rerankers?: unknown[] } = hasFunctions ? (await import('./callbacks.js')).detach(given) : { options: given }
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

  #abort(id: number) {
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

  #receive({ id, progress, ask, value, error }: Message) {
    this.#unanswered = 0
    const pending = this.#pending.get(id)
    if (!pending) return
    if (progress) return pending.onProgress?.(progress)
    if (ask) return this.#score(pending.rerankers ?? [], ask)
    this.#pending.delete(id)
    if (error) pending.reject(fromPlain(error))
    else pending.resolve(value)
  }

  async #score(rerankers: unknown[], ask: Ask) {
    const { said, score } = await import('./callbacks.js')
    const scored = await score(rerankers, ask)
    try {
      this.#worker.postMessage({ scored })
    } catch (thrown) {
      this.#worker.postMessage({ scored: { turn: ask.turn, error: said(thrown) } })
    }
  }

  #fail(message: string) {
    this.close(new SoruError('ENGINE_CRASHED', `The search worker stopped: ${message}. Ask again, or reload the page.`))
  }
}

function unsendable(cause: unknown) {
  return new SoruError(
    'INVALID_OPTION',
    'An option cannot be sent to the worker: functions can be in the list `rerankers` only.',
    { cause },
  )
}

function isFunction(entry: unknown) {
  return typeof entry === 'function'
}
