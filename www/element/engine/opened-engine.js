/**
 * A bundle, opened by an engine. The engine itself never waits: a call that lacks something fails with its name, and is
 * repeated once it is available: files, scores of the page's own rerankers, or, if the call needs more than the
 * essential engine, the full one. Calls have no side effects, so they can be repeated.
 */
import { BundleFiles, damaged, inflate, isReplaced, joined, unlessAborted } from './bundle-files.js'
import { SoruError } from './errors.js'
import { today } from './today.js'

/** @typedef {import('./bundle-files.js').Entry} Entry */
/** @typedef {import('./rerankers.js').Callback} Callback */

/**
 * The class that wasm-bindgen generates from `src/web/bindings.rs`. Its errors have a `code`.
 * @typedef {object} Engine
 * @property {(method: string, text: string, options: unknown, callbacks: Callback[] | undefined, number: number) => any} call
 * @property {(file: string, stored: Uint8Array) => void} verify
 * @property {(file: string, inflated: Uint8Array) => void} supply
 * @property {(file: string, reason: string) => boolean} markUnavailable false if nothing works without the file
 * @property {() => void} endOfCalls no call is running; unavailable files will be requested again
 * @property {() => void} free
 *
 * @typedef {(manifest: Uint8Array) => Engine} MakeEngine
 */

/**
 * The delay after an answer before the full engine is fetched, in milliseconds, so that the box can answer any question
 * when the connection is lost.
 */
const LATER = 3000

/**
 * How often one call may request the same file: again if the index evicted it meanwhile, but not endlessly.
 */
const MOST_TIMES = 3

/** The key under which a call counts how often the bundle was reopened for it. */
const RENEWALS = ''

/** Loads the files that every question needs. @param {Engine} engine */
const load = (engine) => engine.call('load', '', null, undefined, 0)

export class OpenedEngine {
  #start
  #files
  #manifest
  /** @type {Engine | null} */
  #engine = null
  /** @type {SoruError | undefined} why calls fail from now on */
  #ended
  #onCrash
  /** @type {Promise<void> | undefined} the full engine, on its way or here */
  #full
  /** @type {Promise<void> | undefined} the essential engine, on its way */
  #essential
  /** @type {import('./bundle-files.js').Works<void>} files on their way to the present engine */
  #arriving = new Map()
  /** @type {Promise<void> | undefined} another build's manifest, on its way */
  #renewing
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later
  /** Number of calls so far. */
  #calls = 0
  /** Number of running calls. */
  #running = 0
  /** @type {import('../model/generations.js').Generations | undefined} answers of language models in the making */
  #generations
  /** @type {Map<string, unknown>} the reasons why files were marked unavailable, while calls are running */
  #lost = new Map()

  /**
   * Opens the bundle in a folder, and loads the files that every question needs.
   * @param {(full: boolean) => Promise<MakeEngine>} start
   * @param {string} baseUrl absolute address, with a slash at its end
   * @param {(progress: import('../soru.js').Progress) => void} [onProgress]
   * @param {AbortSignal} [signal] cancels opening
   * @param {Promise<Uint8Array | null>} [coming] the manifest, if it is already being fetched
   * @param {() => void} [onCrash] called if the engine is in an invalid state
   */
  static async open(start, baseUrl, onProgress, signal, coming, onCrash) {
    const files = new BundleFiles(baseUrl, onProgress)
    const handed = unlessAborted(coming ?? Promise.resolve(null), signal)
    const manifest = handed.then((bytes) => bytes ?? files.manifest(signal))
    manifest.then((bytes) => files.ahead(bytes, signal), () => {}) // reported below
    const opened = new OpenedEngine(start, files, manifest, onCrash)
    await opened.#attempt(load, signal)
    files.clear()
    return opened
  }

  /**
   * @param {(full: boolean) => Promise<MakeEngine>} start
   * @param {BundleFiles} files
   * @param {Promise<Uint8Array>} manifest
   * @param {() => void} [onCrash]
   */
  constructor(start, files, manifest, onCrash) {
    this.#start = start
    this.#files = files
    this.#manifest = manifest
    this.#onCrash = onCrash
  }

  /**
   * @param {'ask' | 'search' | 'compare' | 'suggest' | 'related' | 'generate' | 'step'} method
   * @param {string} text
   * @param {any} [options]
   * @param {AbortSignal} [signal] cancels the call, and the downloads that no other call waits for
   * @returns {Promise<any>}
   */
  async call(method, text, options, signal) {
    if (method === 'step') return this.#generations?.step(text, options)
    const given = options?.rerankers
    const functions = Array.isArray(given) && given.some((entry) => typeof entry === 'function')
      ? (await import('./rerankers.js')).named(given)
      : null
    const sent = { today: today(), ...options, ...functions?.options }
    // The engine expects composed letters (NFC), for which the browser has the tables.
    const composed = text.normalize('NFC')
    const number = (this.#calls += 1)
    const run = (/** @type {Engine} */ engine) => engine.call(method, composed, sent, functions?.callbacks, number)
    const answer = await this.#attempt(run, signal, functions?.callbacks)
    this.#prepare(method)
    if (method !== 'generate') return answer
    const { Generations } = await import('../model/generations.js')
    this.#generations ??= new Generations()
    return this.#generations.keep(answer)
  }

  /**
   * Fetches the full engine after an answer, with the files that all questions need, unless the visitor saves data.
   * @param {string} method
   */
  #prepare(method) {
    const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator)
    if (method !== 'ask' || this.#full || connection?.saveData) return
    clearTimeout(this.#later)
    this.#later = setTimeout(() => {
      this.#full ??= this.#becomeFull()
      this.#full.then(() => this.#attempt(load)).catch(() => {}) // no call waits for it yet
    }, LATER)
  }

  async stats() {
    return this.#attempt((engine) => engine.call('stats', '', null, undefined, 0))
  }

  /** Releases the index. Later calls fail with `CLOSED`. */
  close() {
    this.#end(new SoruError('CLOSED', 'the engine was closed; open it again'))
  }

  /** @param {SoruError} reason */
  #end(reason) {
    this.#ended = reason
    clearTimeout(this.#later)
    this.#files.close()
    try {
      this.#engine?.free()
    } catch {
      // A crashed engine may fail even here.
    }
    this.#engine = null
  }

  /**
   * @template T
   * @param {(engine: Engine) => T} run
   * @param {AbortSignal} [signal]
   * @param {Callback[]} [callbacks]
   * @returns {Promise<T>}
   */
  async #attempt(run, signal, callbacks = []) {
    /** @type {Map<string, number>} */
    const asked = new Map()
    this.#running += 1
    try {
      return await this.#until(run, asked, signal, callbacks)
    } catch (/** @type {any} */ thrown) {
      if (thrown?.code === 'ENGINE_CRASHED' && !this.#ended) {
        this.#end(thrown)
        this.#onCrash?.()
      }
      throw thrown
    } finally {
      this.#running -= 1
      if (this.#running === 0) this.#endOfCalls()
    }
  }

  // A file that is unavailable to one call may be available to the next.
  #endOfCalls() {
    this.#lost.clear()
    this.#engine?.endOfCalls()
  }

  /**
   * @template T
   * @param {(engine: Engine) => T} run
   * @param {Map<string, number>} asked how often this call has requested a file
   * @param {AbortSignal | undefined} signal
   * @param {Callback[]} callbacks
   * @returns {Promise<T>}
   */
  async #until(run, asked, signal, callbacks) {
    for (;;) {
      if (this.#ended) throw this.#ended
      signal?.throwIfAborted()
      try {
        await unlessAborted(this.#begun(), signal)
        if (this.#engine) return run(this.#engine)
      } catch (thrown) {
        signal?.throwIfAborted()
        await unlessAborted(this.#bring(thrown, asked, callbacks, signal), signal)
      }
    }
  }

  /**
   * Fetches the parts that an error names as missing, or throws the error.
   * @param {any} thrown
   * @param {Map<string, number>} asked how often this call has requested a file
   * @param {Callback[]} callbacks
   * @param {AbortSignal} [signal]
   * @returns {Promise<void>}
   */
  async #bring(thrown, asked, callbacks, signal) {
    if (thrown?.code === 'NEEDS_FULL_ENGINE') {
      this.#anew(asked)
      this.#full ??= this.#becomeFull()
      return this.#full
    }
    if (thrown?.code === 'PART_MISSING') throw [...this.#lost.values()][0] ?? SoruError.from(thrown)
    if (thrown?.code === 'NOT_SCORED') {
      const { answer } = await import('./rerankers.js')
      return answer(callbacks)
    }
    if (thrown?.code !== 'NOT_LOADED') throw SoruError.from(thrown)
    const files = /** @type {Entry[]} */ (thrown.files)
    for (const { name } of files) {
      const times = asked.get(name) ?? 0
      if (times >= MOST_TIMES) throw damaged(name, 'it lacks a section')
      asked.set(name, times + 1)
    }
    const engine = this.#engine
    // Awaits all of them, so that no rejection is unhandled.
    const over = files.map((entry) => this.#arrive(entry, signal).then(() => null, (reason) => reason))
    const reasons = await Promise.all(over)
    const renewals = asked.get(RENEWALS) ?? 0
    // A tab may outlive its build: the site then has another one, and the files of this one may be gone.
    if (engine === this.#engine && renewals < MOST_TIMES && reasons.some(isReplaced)) {
      asked.set(RENEWALS, renewals + 1)
      await (this.#renewing ??= this.#renew().finally(() => { this.#renewing = undefined }))
    }
    if (this.#ended || signal?.aborted) return
    if (engine !== this.#engine) return this.#anew(asked)
    // The full engine describes the fault of a file.
    const unclear = reasons.find((reason) => reason?.code === 'NEEDS_FULL_ENGINE')
    if (unclear) return this.#bring(unclear, asked, callbacks)
    for (const [at, reason] of reasons.entries()) {
      if (reason) this.#doWithout(files[at].name, reason)
    }
  }

  /**
   * Resets the counts, since another engine may need other files.
   * @param {Map<string, number>} asked
   */
  #anew(asked) {
    const renewals = asked.get(RENEWALS) ?? 0
    asked.clear()
    asked.set(RENEWALS, renewals)
  }

  /** Releases the engine if the host now has the manifest of another build, which the next engine reads. */
  async #renew() {
    const [held, now] = await Promise.all([this.#manifest, this.#files.manifest()]).catch(() => [])
    const isSame = held?.length === now?.length && held?.every((byte, at) => byte === now?.[at])
    if (!now || isSame || this.#ended) return
    this.#manifest = Promise.resolve(now)
    this.#engine?.free()
    this.#engine = null
    this.#full = undefined
  }

  /**
   * Continues without an unavailable file, or throws the reason.
   * @param {string} file
   * @param {any} reason
   */
  #doWithout(file, reason) {
    const isLost = reason?.code === 'FETCH_FAILED' || reason?.code === 'CORRUPT_INDEX'
    if (!isLost || !this.#engine?.markUnavailable(file, reason.message)) throw SoruError.from(reason)
    this.#lost.set(file, reason)
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

  /** @param {boolean} full @returns {Promise<void>} */
  async #make(full) {
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

  /**
   * Downloads a file for the engine, once for all calls that need it.
   * @param {Entry} entry
   * @param {AbortSignal} [signal]
   */
  #arrive(entry, signal) {
    const supply = (/** @type {AbortSignal} */ over) => this.#supply(entry, over)
    return joined(this.#arriving, entry.name, supply, signal)
  }

  /**
   * @param {Entry} entry
   * @param {AbortSignal} signal
   */
  async #supply(entry, signal) {
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
