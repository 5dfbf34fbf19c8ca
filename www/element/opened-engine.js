/**
 * A bundle, opened by an engine. The engine itself never waits: a call that lacks something says
 * so, and is made again once it is there: files, scores of the page's own rerankers, or, where the
 * call needs more than the essential engine can do, the full one. Calls have no side effects, so
 * beginning anew loses nothing.
 */
import { BundleFiles, damaged, inflate, isReplaced, joined, unlessAborted } from './bundle-files.js'
import { SoruError } from './errors.js'
import { today } from './today.js'

/** @typedef {import('./bundle-files.js').Entry} Entry */
/** @typedef {import('./rerankers.js').Callback} Callback */

/**
 * What wasm-bindgen makes of `src/web/bindings.rs`. What it throws has a `code`.
 * @typedef {object} Engine
 * @property {(method: string, text: string, options: unknown, callbacks: Callback[] | undefined, number: number) => any} call
 * @property {(file: string, stored: Uint8Array) => void} verify
 * @property {(file: string, inflated: Uint8Array) => void} supply
 * @property {(file: string, reason: string) => boolean} markUnavailable false if nothing works without the file
 * @property {() => void} endOfCalls nothing is running; unavailable files will be asked for again
 * @property {() => void} free
 *
 * @typedef {(manifest: Uint8Array) => Engine} MakeEngine
 */

/**
 * How long after an answer the full engine is fetched, in milliseconds, so that the box goes on
 * answering whatever it is asked when the connection is gone.
 */
const LATER = 3000

/**
 * How often one call may ask an engine for a file: again if the index let go of it meanwhile, but not
 * without end.
 */
const MOST_TIMES = 3

/** Under this name a call counts how often the bundle was opened anew for it. */
const RENEWALS = ''

/** Loads what every question needs. @param {Engine} engine */
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
  /** How many calls there were. */
  #calls = 0
  /** How many calls are being answered. */
  #running = 0
  /** @type {import('./generations.js').Generations | undefined} answers of language models in the making */
  #generations
  /** @type {Map<string, unknown>} why files were given up, as long as calls are being answered */
  #lost = new Map()

  /**
   * Opens the bundle in a folder, and loads what every question needs.
   * @param {(full: boolean) => Promise<MakeEngine>} start
   * @param {string} baseUrl absolute address, with a slash at its end
   * @param {(progress: import('./soru.js').Progress) => void} [onProgress]
   * @param {AbortSignal} [signal] cancels opening
   * @param {Promise<Uint8Array | null>} [coming] the manifest, if somebody is fetching it already
   * @param {() => void} [onCrash] told that what was started is in disorder
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
    // The engine expects composed letters (NFC); the browser has the tables.
    const composed = text.normalize('NFC')
    const number = (this.#calls += 1)
    const run = (/** @type {Engine} */ engine) => engine.call(method, composed, sent, functions?.callbacks, number)
    const answer = await this.#attempt(run, signal, functions?.callbacks)
    this.#prepare(method)
    if (method !== 'generate') return answer
    const { Generations } = await import('./generations.js')
    this.#generations ??= new Generations()
    return this.#generations.keep(answer)
  }

  /**
   * Fetches the full engine once a question has been answered, and what it needs for all questions, unless
   * the visitor saves data.
   * @param {string} method
   */
  #prepare(method) {
    const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator)
    if (method !== 'ask' || this.#full || connection?.saveData) return
    clearTimeout(this.#later)
    this.#later = setTimeout(() => {
      this.#full ??= this.#becomeFull()
      this.#full.then(() => this.#attempt(load)).catch(() => {}) // nobody has asked for it yet
    }, LATER)
  }

  async stats() {
    return this.#attempt((engine) => engine.call('stats', '', null, undefined, 0))
  }

  /** Lets go of the index. Later calls fail with `CLOSED`. */
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
      // What has crashed may refuse even that.
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

  // A file that is given up for one call may be there for the next.
  #endOfCalls() {
    this.#lost.clear()
    this.#engine?.endOfCalls()
  }

  /**
   * @template T
   * @param {(engine: Engine) => T} run
   * @param {Map<string, number>} asked how often this call has asked for a file
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
   * Brings what an error says is missing, or throws it.
   * @param {any} thrown
   * @param {Map<string, number>} asked how often this call has asked for a file
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
    // All are waited for, so that none fails with nobody listening.
    const over = files.map((entry) => this.#arrive(entry, signal).then(() => null, (reason) => reason))
    const reasons = await Promise.all(over)
    const renewals = asked.get(RENEWALS) ?? 0
    // A tab outlives its build: the site has another one now, and the files of this one may be gone.
    if (engine === this.#engine && renewals < MOST_TIMES && reasons.some(isReplaced)) {
      asked.set(RENEWALS, renewals + 1)
      await (this.#renewing ??= this.#renew().finally(() => { this.#renewing = undefined }))
    }
    if (this.#ended || signal?.aborted) return
    if (engine !== this.#engine) return this.#anew(asked)
    // What is wrong with a file, the full engine says.
    const unclear = reasons.find((reason) => reason?.code === 'NEEDS_FULL_ENGINE')
    if (unclear) return this.#bring(unclear, asked, callbacks)
    for (const [at, reason] of reasons.entries()) {
      if (reason) this.#doWithout(files[at].name, reason)
    }
  }

  /**
   * Another engine may know other files: it is asked from the start.
   * @param {Map<string, number>} asked
   */
  #anew(asked) {
    const renewals = asked.get(RENEWALS) ?? 0
    asked.clear()
    asked.set(RENEWALS, renewals)
  }

  /** Lets go of the engine if the host has the manifest of another build by now; the next one reads that. */
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
   * Goes on without a file that cannot be had, or throws why.
   * @param {string} file
   * @param {any} reason
   */
  #doWithout(file, reason) {
    const isLost = reason?.code === 'FETCH_FAILED' || reason?.code === 'CORRUPT_INDEX'
    if (!isLost || !this.#engine?.markUnavailable(file, reason.message)) throw SoruError.from(reason)
    this.#lost.set(file, reason)
  }

  /** That there is an engine, made once however many calls wait for it. */
  #begun() {
    if (this.#engine) return Promise.resolve()
    return this.#essential ??= this.#make(false).finally(() => { this.#essential = undefined })
  }

  async #becomeFull() {
    try {
      await this.#make(true)
    } catch (thrown) {
      this.#full = undefined // a later call tries again
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
   * A file on its way to the engine, shared by all calls that need it.
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
    if (engine !== this.#engine) return // a full engine has come, and asks for itself
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
