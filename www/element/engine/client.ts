/**
 * Asks the engine of a bundle, for all who ask it on a page: starts it when it is needed, in a worker or, if the page
 * allows none, on the main thread, and starts it again when it stops. Browsers end workers without a word when memory is
 * short, and code may crash. The call of that moment begins again, once; if the next engine stops as well, the call
 * fails, and the call after it starts another.
 *
 * The worker's own side is soru-worker.ts, and that of a page without workers engine-loader.ts.
 */
import { folderUrl } from '../box/links.js'
import { essentialCode } from './code.js'
import { SoruError, fromPlain } from './errors.js'
import { manifestAhead } from './manifest.js'
import { belowRoot } from './related.js'
import { startWorker } from './worker-start.js'
import type { GenerateEvent, GenerateOptions, Progress, RelatedOptions, RelatedPages, Stats } from '../api.js'
import type { Ask } from './callbacks.js'
import type { AnyOptions, Calls, Method, Options, Value } from './calls.js'
import type { Ahead } from './engine-loader.js'
import type { PlainError } from './errors.js'

/** Receives the progress of opening. */
export type Listener = (progress: Progress) => void

/** An engine: here, in a worker, or a replacement (`titles.ts`). `options` have the `signal` of the call, and the page's rerankers. */
export interface Engine {
  call<M extends Method>(method: M, text: string, options?: Options<M>): Promise<Value<M>>
  close(): void
  /** Of the open bundle. */
  stats: Stats
}

/** Those of boxes and lists, by bundle and thread. */
const shared: Map<string, Client> = new Map()

/** How long an engine that nobody has any more waits for the box of the next page, in milliseconds. */
const KEPT_MS = 30_000

export class Client {
  #url
  #mayUseWorker
  #listeners: Set<Listener> = new Set()
  #running: Promise<Engine> | undefined
  #isClosed = false
  /** Whether titles and headings are enough where WebAssembly is forbidden or missing. */
  #findsTitles = false
  #closing: ReturnType<typeof setTimeout> | undefined
  /** As of the engine that was started last. */
  stats!: Stats

  /** The client of a bundle that others on the page may have as well. `release` gives it back. */
  static shared(bundle: string, worker: boolean, listener: Listener): Client {
    const client = this.running(bundle, worker, listener) ?? new Client(bundle, worker, listener)
    shared.set(keyOf(bundle, worker), client)
    client.#findsTitles = true
    return client
  }

  /** The same, if others have it, or had it until a moment ago. */
  static running(bundle: string, worker: boolean, listener: Listener): Client | null {
    const client = shared.get(keyOf(bundle, worker))
    if (client) client.#listeners.add(listener)
    return client ?? null
  }

  /**
   * @param bundle its folder, relative to the page; several with spaces between them
   * @param worker whether the engine may run in a worker
   */
  constructor(bundle: string | URL, worker: boolean, listener?: Listener) {
    this.#url = folderUrl(bundle)
    this.#mayUseWorker = worker
    if (listener) this.#listeners.add(listener)
  }

  /** Starts the engine, unless it runs. @param signal cancels the start */
  async open(signal?: AbortSignal): Promise<Stats> {
    try {
      await this.#engine(signal)
    } catch (thrown) {
      this.#throwUnlessStopped(thrown, signal)
      await this.#engine(signal)
    }
    return this.stats
  }

  async call<M extends Method>(method: M, text: string, options?: Options<M>): Promise<Value<M>> {
    try {
      return await this.#once(method, text, options)
    } catch (thrown) {
      this.#throwUnlessStopped(thrown, options?.signal)
      return this.#once(method, text, options)
    }
  }

  related(page: string | URL, options?: RelatedOptions): Promise<RelatedPages> {
    return this.call('related', belowRoot(page, this.#url), options)
  }

  async *generate(question: string, options?: GenerateOptions): AsyncGenerator<GenerateEvent, void, void> {
    const { generate } = await import('../model/generator.js')
    yield* generate(this, question, options)
  }

  /** Ends the engine when the last one has given it back, and nobody has taken it again. */
  release(listener: Listener) {
    if (!this.#listeners.delete(listener) || this.#listeners.size > 0) return
    clearTimeout(this.#closing)
    this.#closing = setTimeout(() => {
      if (this.#listeners.size > 0) return
      for (const [key, client] of shared) if (client === this) shared.delete(key)
      this.close()
    }, KEPT_MS)
  }

  /** Ends the engine. Later calls fail with `CLOSED`. */
  close() {
    this.#isClosed = true
    this.#drop()
  }

  async #once<M extends Method>(method: M, text: string, options?: Options<M>): Promise<Value<M>> {
    const running = this.#engine()
    try {
      return await (await running).call(method, text, options)
    } catch (thrown) {
      // Other calls may have replaced it already.
      if (isStop(thrown) && this.#running === running) this.#drop()
      throw thrown
    }
  }

  /** The engine, which the first call of all starts. */
  #engine(signal?: AbortSignal) {
    if (this.#isClosed) throw closed()
    return this.#running ??= this.#start(signal).catch((thrown) => {
      this.#running = undefined // the next call starts it again
      throw thrown
    })
  }

  async #start(signal?: AbortSignal) {
    const onProgress: Listener = (progress) => this.#listeners.forEach((listener) => listener(progress))
    const starting = (this.#mayUseWorker ? start : startHere)(this.#url, onProgress, signal)
    const engine = await (this.#findsTitles ? starting.catch((thrown) => orTitles(this.#url, thrown)) : starting)
    this.stats = engine.stats
    return engine
  }

  #throwUnlessStopped(thrown: unknown, signal?: AbortSignal) {
    signal?.throwIfAborted()
    if (this.#isClosed || !isStop(thrown)) throw thrown
  }

  #drop() {
    this.#running?.then((engine) => engine.close(), () => {})
    this.#running = undefined
  }
}

function keyOf(bundle: string, worker: boolean) {
  return `${worker} ${bundle}`
}

/**
 * Starts an engine in a worker, if the page allows one. Manifest and code are fetched, and the code compiled, while the
 * worker itself is loading: on a slow line this saves a round trip before the first answer. If one fails, the engine's
 * own thread retries, and reports the error.
 */
async function start(url: string, onProgress: Listener, signal?: AbortSignal): Promise<Engine> {
  // Several bundles have another engine, and a manifest each.
  const ahead = url.includes(' ')
    ? { code: Promise.resolve(null), manifest: Promise.resolve(null) }
    : { code: essentialCode(signal).catch(() => null), manifest: manifestAhead(url, signal) }
  const worker = await startWorker()
  if (!worker) return startHere(url, onProgress, signal, ahead)
  const engine = new EngineInWorker(worker, ahead)
  const abort = () => engine.close()
  try {
    signal?.throwIfAborted()
    signal?.addEventListener('abort', abort)
    engine.stats = await engine.call('open', url, {}, onProgress)
    return engine
  } catch (thrown) {
    engine.close()
    throw thrown
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

async function startHere(url: string, onProgress: Listener, signal?: AbortSignal, ahead?: Ahead): Promise<Engine> {
  signal?.throwIfAborted()
  const { openEngine } = await import('./engine-loader.js')
  return openEngine(url, onProgress, signal, ahead)
}

/** Where WebAssembly is forbidden or missing, titles and headings are searched in JavaScript. */
async function orTitles(url: string, thrown: unknown): Promise<Engine> {
  const isForbidden = thrown instanceof SoruError && thrown.code.startsWith('WASM_')
  const titles = isForbidden && await import('./titles.js').then(({ Titles }) => Titles.open(url, thrown), () => null)
  if (!titles) throw thrown
  return titles
}

interface Pending {
  resolve: (value: unknown) => void
  reject: (reason: unknown) => void
  onProgress?: Listener
  /** Those that stay in the page are functions. */
  rerankers?: unknown[]
  /** Cancels the request. */
  signal?: AbortSignal
}

/** A message of the worker about a request; any other has no `id`. */
interface Message {
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

/** Numbered requests to a worker, and responses matched by number. */
class EngineInWorker {
  #pending: Map<number, Pending> = new Map()
  #lastId = 0
  #worker
  /** Why no more answers will come. */
  #ended: SoruError | null = null
  #watch: ReturnType<typeof setTimeout> | undefined
  /** Pings since the last message. */
  #unanswered = 0
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

  async call<M extends keyof Calls>(
    method: M,
    text: string,
    options?: Options<M>,
    onProgress?: Listener,
  ): Promise<Value<M>> {
    if (this.#ended) throw this.#ended
    const { signal, ...given }: AnyOptions = options ?? {}
    signal?.throwIfAborted()
    const hasFunctions = Array.isArray(given.rerankers) && given.rerankers.some(isFunction)
    const sent: { options: AnyOptions, rerankers?: unknown[] } = hasFunctions
      ? (await import('./callbacks.js')).detach(given)
      : { options: given }
    const id = ++this.#lastId
    const abort = () => this.#abort(id)
    signal?.addEventListener('abort', abort)
    try {
      return await new Promise<Value<M>>((resolve, reject) => {
        const { rerankers } = sent
        this.#pending.set(id, { resolve: resolve as Pending['resolve'], reject, onProgress, rerankers, signal })
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
  close(reason = closed()) {
    this.#ended ??= reason
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

function isStop(thrown: unknown) {
  return thrown instanceof SoruError && thrown.code === 'ENGINE_CRASHED'
}

function closed() {
  return new SoruError('CLOSED', 'The search was closed. Call open() again.')
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
