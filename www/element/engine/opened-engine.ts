/**
 * A bundle, opened by an engine. The engine itself never waits: it takes the steps of a call, and says what the next one
 * needs: files, scores of the page's own rerankers, or, if the call needs more than the essential engine, the full one,
 * where it begins again. If the pages are in a cluster, it begins again in an index of those that the gateway finds.
 */
import { BundleFiles, inflate, isReplaced, joined, neededIn, unlessAborted } from './bundle-files.js'
import { packed } from './code.js'
import { SoruError } from './errors.js'
import { startModule } from './starting.js'
import { today } from './today.js'
import type { Progress, Stats, SuggestOptions } from '../api.js'
import type { Entry, Files, Works } from './bundle-files.js'
import type { AnyOptions, Method, Options, Value } from './calls.js'
import type { Bundle } from './cluster.js'
import type { Completing, ReadFile } from './completing.js'
import type { JoinedFiles } from './joined.js'
import type { Callback } from './rerankers.js'

/** The classes that wasm-bindgen generates from `src/web/bindings.rs`. Their errors have a `code`. */
export interface Engine {
  begin(method: Method, text: string, options: unknown, callbacks: Callback[] | undefined): Call
  verify(file: string, stored: Uint8Array): void
  supply(file: string, inflated: Uint8Array): void
  free(): void
}

export interface Call {
  step(): Step
  /** Continues without the file; false if nothing works then. */
  skip(file: string, reason: string): boolean
  /** Also cancels. */
  free(): void
}

/**
 * The result, or what the next step needs: files, and scores within a limit in milliseconds. `remote` has the words for
 * the gateway of a cluster.
 */
export type Step = { done?: unknown, files: Entry[], limit: number, remote?: string }
export type MakeEngine = (manifest: Uint8Array) => Engine

/** A call in progress. */
export interface Attempt {
  /** With the present engine. */
  call?: Call | null
  begin: (engine: Engine) => Call
  callbacks?: Callback[]
  text: string
  options: AnyOptions
  /** Of the call. */
  gateway?: string
  signal?: AbortSignal
  /** How often the bundle was reopened for it. */
  renewals: number
  /** Why the first file is skipped. */
  lost?: SoruError
}

/** How often one call may reopen the bundle. */
const MOST_RENEWALS = 3

export class OpenedEngine {
  #start
  #files
  /** The files, if they are of several bundles. */
  #joined: JoinedFiles | undefined
  #manifest
  #engine: Engine | null = null
  /** Why calls fail from now on. */
  #ended: SoruError | undefined
  #onCrash
  /** The full engine, on its way or here. */
  #full: Promise<void> | undefined
  /** The essential engine, on its way. */
  #essential: Promise<void> | undefined
  /** Files on their way to the present engine. */
  #arriving: Works<void> = new Map()
  /** Another build's manifest, on its way. */
  #renewing: Promise<void> | undefined
  /** Statistics of the bundle, once it is open. */
  stats!: Stats
  #completing: Pick<Completing, 'suggest'> | undefined
  #cluster: Bundle | undefined

  /**
   * Opens the bundle in a folder, and loads the files that every question needs.
   * @param baseUrl absolute address, with a slash at its end; several with a space between them
   * @param signal cancels opening
   * @param coming the manifest, if it is already being fetched
   * @param onCrash called if the engine is in an invalid state
   */
  static async open(
    start: (full: boolean) => Promise<MakeEngine>,
    baseUrl: string,
    onProgress?: (progress: Progress) => void,
    signal?: AbortSignal,
    coming?: Promise<Uint8Array | null>,
    onCrash?: () => void,
  ) {
    const joined = baseUrl.includes(' ')
      ? new (await import('./joined.js')).JoinedFiles(baseUrl, BundleFiles, neededIn, onProgress)
      : undefined
    const files = joined ?? new BundleFiles(baseUrl, onProgress)
    const handed = unlessAborted(coming ?? Promise.resolve(null), signal)
    const manifest = handed.then((bytes) => bytes ?? files.manifest(signal))
    manifest.then((bytes) => files.ahead(bytes, signal), () => {}) // reported below
    const opened = new OpenedEngine(joined?.starting(start) ?? start, files, manifest, onCrash)
    if (joined) {
      opened.#joined = joined
      joined.renew = () => opened.#renew()
    }
    opened.stats = await opened.call('stats', '', { signal })
    files.clear()
    return opened
  }

  constructor(
    start: (full: boolean) => Promise<MakeEngine>,
    files: Files,
    manifest: Promise<Uint8Array>,
    onCrash?: () => void,
  ) {
    this.#start = start
    this.#files = files
    this.#manifest = manifest
    this.#onCrash = onCrash
  }

  /**
   * Takes the steps of a call.
   * @param method of the engine (`src/web/bindings.rs`)
   * @param options with a `signal` that cancels the call, and the downloads that no other call waits for
   */
  async call<M extends Method>(method: M, text: string, options?: Options<M>): Promise<Value<M>> {
    if (typeof text !== 'string') throw new SoruError('INVALID_OPTION', 'the question must be a text')
    const { signal, gateway, ...given }: AnyOptions = options ?? {}
    if (method === 'suggest') return this.#complete(text, { today: today(), ...given }, signal)
    const functions = Array.isArray(given.rerankers) && given.rerankers.some(isFunction)
      ? (await import('./rerankers.js')).named(given.rerankers)
      : null
    const sent = { today: today(), ...given, ...functions?.options }
    // The engine expects composed letters (NFC), for which the browser has the tables.
    const composed = text.normalize('NFC')
    const callbacks = functions?.callbacks
    const begin = (engine: Engine) => engine.begin(method, composed, sent, callbacks)
    const attempt: Attempt = { begin, text: composed, options: sent, gateway, callbacks, signal, renewals: 0 }
    let ready = () => this.#begun()
    for (;;) {
      if (this.#ended) throw this.#ended
      signal?.throwIfAborted()
      try {
        await unlessAborted(ready(), signal)
        const engine = this.#engine
        attempt.call = engine && begin(engine)
        while (attempt.call && engine === this.#engine) {
          const step = attempt.call.step()
          if (step.done) return step.done as Value<M>
          await unlessAborted(this.#provide(attempt, step), signal)
        }
      } catch (thrown) {
        signal?.throwIfAborted()
        if (!isCode(thrown, 'NEEDS_FULL_ENGINE')) throw this.#failed(thrown, attempt)
        ready = () => this.#full ??= this.#becomeFull()
      } finally {
        free(attempt.call)
        attempt.call = undefined
      }
    }
  }

  async #complete(text: string, options: SuggestOptions, signal?: AbortSignal) {
    if (this.#ended) throw this.#ended
    try {
      const [{ Completing }, stats] = await Promise.all([import('./completing.js'), this.call('stats', '')])
      const read: ReadFile = (file, use) => this.#read(file, use)
      this.#completing ??= this.#joined?.completing(Completing, read, stats) ?? new Completing(read, stats)
      return await unlessAborted(this.#completing.suggest(text, options), signal)
    } catch (thrown) {
      signal?.throwIfAborted()
      throw SoruError.from(thrown, 'CORRUPT_INDEX')
    }
  }

  /** Uses a file that the engine does not read. */
  async #read<T>(file: Entry, use: (content: Uint8Array) => T) {
    try {
      return use(await inflate(file, await this.#files.stored(file)))
    } catch (thrown) {
      this.#files.distrust(file.name)
      throw thrown
    }
  }

  /** Releases the index. Later calls fail with `CLOSED`. */
  close() {
    this.#end(new SoruError('CLOSED', 'the engine was closed; open it again'))
  }

  #end(reason: SoruError) {
    this.#ended = reason
    this.#files.close()
    free(this.#engine)
    this.#engine = null
  }

  /** The error of a call. After a crash, nothing works any more. */
  #failed(thrown: unknown, { lost }: Attempt) {
    if (isCode(thrown, 'PART_MISSING') && lost) return lost
    const error = SoruError.from(thrown)
    if (error.code === 'ENGINE_CRASHED' && !this.#ended) {
      this.#end(error)
      this.#onCrash?.()
    }
    return error
  }

  /** Provides what the next step needs. */
  async #provide(attempt: Attempt, { files, limit, remote }: Step) {
    const { call, callbacks, signal } = attempt
    if (remote) return import('./cluster.js').then(({ goOn }) => (this.#joined?.goOn ?? goOn)(attempt, remote, this.#bundle), () => call?.skip('remote', ''))
    if (callbacks) await (await import('./rerankers.js')).answer(callbacks, limit)
    const engine = this.#engine
    // Awaits all of them, so that no rejection is unhandled.
    const over = files.map((entry) => this.#arrive(entry, signal).then(() => null, (reason) => reason))
    const reasons = await Promise.all(over)
    // A tab may outlive its build: the site then has another one, and the files of this one may be gone.
    if (engine === this.#engine && attempt.renewals < MOST_RENEWALS && reasons.some(isReplaced)) {
      attempt.renewals += 1
      await this.#renew()
    }
    if (signal?.aborted || engine !== this.#engine) return
    // The full engine reports what is wrong with a file.
    const unclear = reasons.find((reason) => reason?.code === 'NEEDS_FULL_ENGINE')
    if (unclear) throw unclear
    for (const [at, reason] of reasons.entries()) {
      if (!reason) continue
      const isLost = reason.code === 'FETCH_FAILED' || reason.code === 'CORRUPT_INDEX'
      if (!isLost || !call?.skip(files[at].name, reason.message)) throw reason
      attempt.lost ??= reason
    }
  }

  /** What an index of pages in a cluster is made from. */
  get #bundle() {
    return this.#cluster ??= {
      manifest: this.#manifest,
      stats: () => this.call('stats', ''),
      read: (file, use) => this.#read(file, use),
      start: () => this.#start(false),
      startModule,
      packed,
    }
  }

  /** Looks for the manifest of another build, once for all calls that wait for it. */
  #renew() {
    return this.#renewing ??= this.#reopen().finally(() => { this.#renewing = undefined })
  }

  /** Releases the engine if the host now has the manifest of another build, which the next engine reads. */
  async #reopen() {
    const [held, now] = await Promise.all([this.#manifest, this.#files.manifest()]).catch(() => [])
    const isSame = held?.length === now?.length && held?.every((byte, at) => byte === now?.[at])
    if (!now || isSame || this.#ended) return
    this.#manifest = Promise.resolve(now)
    this.#engine?.free()
    this.#engine = null
    this.#full = this.#completing = this.#cluster = undefined
  }

  /** Ensures that there is an engine, made once for all calls that wait for it. */
  #begun() {
    if (this.#engine) return Promise.resolve()
    return this.#essential ??= this.#make(false).finally(() => { this.#essential = undefined })
  }

  async #becomeFull() {
    try {
      await this.#make(true)
    } catch (thrown) {
      this.#full = undefined // a later call retries it
      throw SoruError.from(thrown)
    }
  }

  async #make(full: boolean): Promise<void> {
    const manifest = this.#manifest
    const [make, bytes] = await Promise.all([this.#start(full), manifest])
    if (manifest !== this.#manifest) return this.#make(full)
    if (this.#ended || this.#engine && !full) return
    const engine = make(bytes)
    this.#engine?.free()
    this.#engine = engine
    this.#arriving = new Map()
    this.#files.isLast = full
  }

  /** Downloads a file for the engine, once for all calls that need it. */
  #arrive(entry: Entry, signal?: AbortSignal) {
    const supply = (over: AbortSignal) => this.#supply(entry, over)
    return joined(this.#arriving, entry.name, supply, signal)
  }

  async #supply(entry: Entry, signal: AbortSignal) {
    const engine = this.#engine
    const stored = await this.#files.stored(entry, signal)
    if (engine !== this.#engine) return // the full engine has replaced it, and requests its own files
    try {
      engine?.verify(entry.name, stored)
      const inflated = await inflate(entry, stored)
      if (engine === this.#engine && !signal.aborted) engine?.supply(entry.name, inflated)
    } catch (thrown) {
      this.#files.distrust(entry.name)
      throw thrown
    }
  }
}

function free(held: { free(): void } | null | undefined) {
  try {
    held?.free()
  } catch {
    // A crashed engine may fail even here.
  }
}

/** Whether an error, also one of the engine's own, has this code. */
function isCode(thrown: unknown, code: string) {
  return (thrown as { code?: unknown } | null | undefined)?.code === code
}

function isFunction(entry: unknown) {
  return typeof entry === 'function'
}
