/**
 * A bundle, opened by an engine. The engine itself never waits: a call that lacks something says
 * so, and is made again once it is there: files, scores of the page's own rerankers, or, where the
 * call needs more than the essential engine can do, the full one. Calls have no side effects, so
 * beginning anew loses nothing.
 */
import { BundleFiles, damaged, inflate } from './bundle-files.js'
import { SoruError } from './errors.js'

/** @typedef {import('./bundle-files.js').Entry} Entry */
/** @typedef {import('./rerankers.js').Callback} Callback */

/**
 * What wasm-bindgen makes of `src/web/bindings.rs`. What it throws has a `code`.
 * @typedef {object} Engine
 * @property {(method: string, text: string, options: unknown, callbacks?: Callback[]) => any} call
 * @property {(file: string, stored: Uint8Array) => void} verify
 * @property {(file: string, inflated: Uint8Array) => void} supply
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
 * How often one call may ask for a file: again if the index let go of it meanwhile, or if the full
 * engine came, which begins with nothing; but not without end.
 */
const MOST_TIMES = 3

export class OpenedEngine {
  #start
  #files
  #manifest
  /** @type {Engine | null} */
  #engine = null
  #isClosed = false
  /** @type {Promise<void> | undefined} the full engine, on its way or here */
  #full
  /** @type {Map<string, Promise<void>>} files on their way to the present engine */
  #arriving = new Map()
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #later

  /**
   * Opens the bundle in a folder, and loads what every question needs.
   * @param {(full: boolean) => Promise<MakeEngine>} start
   * @param {string} baseUrl absolute address, with a slash at its end
   * @param {(progress: import('./soru.js').Progress) => void} [onProgress]
   */
  static async open(start, baseUrl, onProgress) {
    const opened = new OpenedEngine(start, new BundleFiles(baseUrl, onProgress))
    await opened.#attempt((engine) => engine.call('load', '', null))
    return opened
  }

  /**
   * @param {(full: boolean) => Promise<MakeEngine>} start
   * @param {BundleFiles} files
   */
  constructor(start, files) {
    this.#start = start
    this.#files = files
    this.#manifest = files.manifest()
  }

  /**
   * @param {'ask' | 'search' | 'compare' | 'suggest'} method
   * @param {string} text
   * @param {any} [options]
   * @returns {Promise<any>}
   */
  async call(method, text, options) {
    const given = options?.rerankers
    const functions = Array.isArray(given) && given.some((entry) => typeof entry === 'function')
      ? (await import('./rerankers.js')).named(given)
      : null
    const sent = { today: today(), ...options, ...functions?.options }
    // The engine expects composed letters (NFC); the browser has the tables.
    const composed = text.normalize('NFC')
    const answer = await this.#attempt((engine) => engine.call(method, composed, sent, functions?.callbacks), functions?.callbacks)
    this.#prepare(method)
    return answer
  }

  /**
   * Fetches the full engine once a question has been answered, unless the visitor saves data.
   * @param {string} method
   */
  #prepare(method) {
    const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator)
    if (method !== 'ask' || this.#full || connection?.saveData) return
    clearTimeout(this.#later)
    this.#later = setTimeout(() => {
      this.#full ??= this.#becomeFull()
      this.#full.catch(() => {}) // nobody has asked for it yet
    }, LATER)
  }

  async stats() {
    return this.#attempt((engine) => engine.call('stats', '', null))
  }

  /** Lets go of the index. Later calls fail with `CLOSED`. */
  close() {
    this.#isClosed = true
    clearTimeout(this.#later)
    this.#engine?.free()
    this.#engine = null
    this.#files.forget()
  }

  /**
   * @template T
   * @param {(engine: Engine) => T} run
   * @param {Callback[]} [callbacks]
   * @returns {Promise<T>}
   */
  async #attempt(run, callbacks = []) {
    /** @type {Map<string, number>} */
    const asked = new Map()
    for (;;) {
      if (this.#isClosed) throw new SoruError('CLOSED', 'the engine was closed; open it again')
      try {
        this.#engine ??= await this.#make(false)
        return run(this.#engine)
      } catch (thrown) {
        await this.#bring(thrown, asked, callbacks)
      }
    }
  }

  /**
   * Brings what an error says is missing, or throws it.
   * @param {any} thrown
   * @param {Map<string, number>} asked how often this call has asked for a file
   * @param {Callback[]} callbacks
   */
  async #bring(thrown, asked, callbacks) {
    if (thrown?.code === 'NEEDS_FULL_ENGINE') {
      this.#full ??= this.#becomeFull()
      return this.#full
    }
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
    // All are waited for, so that none fails with nobody listening.
    const arrived = await Promise.allSettled(files.map((entry) => this.#arrive(entry)))
    for (const file of arrived) if (file.status === 'rejected') throw file.reason
  }

  async #becomeFull() {
    try {
      const engine = await this.#make(true)
      if (this.#isClosed) return engine.free()
      this.#engine?.free()
      this.#engine = engine
      this.#arriving = new Map()
    } catch (thrown) {
      this.#full = undefined // a later call tries again
      throw SoruError.from(thrown)
    }
  }

  /** @param {boolean} full */
  async #make(full) {
    const [make, manifest] = await Promise.all([this.#start(full), this.#manifest])
    return make(manifest)
  }

  /**
   * A file on its way to the engine, shared by all calls that need it.
   * @param {Entry} entry
   */
  #arrive(entry) {
    const arriving = this.#arriving
    let file = arriving.get(entry.name)
    if (!file) {
      file = this.#supply(entry).finally(() => arriving.delete(entry.name))
      arriving.set(entry.name, file)
    }
    return file
  }

  /** @param {Entry} entry */
  async #supply(entry) {
    const engine = this.#engine
    const stored = await this.#files.stored(entry)
    if (engine !== this.#engine) return // a full engine has come, and asks for itself
    engine?.verify(entry.name, stored)
    const inflated = await inflate(entry, stored)
    if (engine === this.#engine) engine?.supply(entry.name, inflated)
  }
}

/** The visitor's day, ISO 8601. */
function today() {
  const now = new Date()
  const two = (/** @type {number} */ number) => String(number).padStart(2, '0')
  return `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`
}
