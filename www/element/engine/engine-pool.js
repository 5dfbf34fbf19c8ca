/**
 * One engine per bundle, shared by all boxes of a page. Opened when first needed, closed when the
 * last box that used it is removed.
 */
import { Outline } from '../box/outline.js'
import { open } from '../soru.js'

/** @typedef {import('../soru.js').Soru} Soru */
/** @typedef {import('../soru.js').Progress} Progress */
/** @typedef {(progress: Progress) => void} Listener */

/**
 * @typedef {object} Entry
 * @property {Set<EngineHandle>} handles
 * @property {Set<Listener>} listeners
 * @property {Promise<Soru>} [opening]
 * @property {Promise<Outline | null>} [outline] requested in parallel, and available long before
 */

/** @type {Map<string, Entry>} */
const entries = new Map()

/** One box's lease of an engine. */
export class EngineHandle {
  #key
  #bundle
  #worker
  #entry
  #listener

  /**
   * @param {string} bundle absolute URL
   * @param {boolean} worker
   * @param {Listener} listener receives the progress of loading
   */
  constructor(bundle, worker, listener) {
    this.#bundle = bundle
    this.#worker = worker
    this.#key = `${worker ? 'worker' : 'page'} ${bundle}`
    this.#entry = entries.get(this.#key) ?? { handles: new Set(), listeners: new Set() }
    entries.set(this.#key, this.#entry)
    this.#listener = listener
    this.#entry.handles.add(this)
    this.#entry.listeners.add(listener)
  }

  /** The open engine. If opening failed, the next call retries it. */
  engine() {
    const entry = this.#entry
    entry.opening ??= this.#open().catch((thrown) => {
      entry.opening = undefined
      throw thrown
    })
    return entry.opening
  }

  /** The outline, searchable until the engine is ready. */
  outline() {
    return this.#entry.outline ??= Outline.fetch(this.#bundle)
  }

  /**
   * @template {'ask' | 'search' | 'compare' | 'related' | 'suggest'} Method
   * @param {Method} method
   * @param {string} text
   * @param {import('../soru.js').AskOptions} options
   * @returns {Promise<Awaited<ReturnType<Soru[Method]>>>}
   */
  async call(method, text, options) {
    return /** @type {any} */ (await (await this.engine())[method](text, options))
  }

  /**
   * @param {string} question
   * @param {import('../soru.js').GenerateOptions} options
   */
  async *generate(question, options) {
    yield* (await this.engine()).generate(question, options)
  }

  #open() {
    const { listeners } = this.#entry
    return open(this.#bundle, {
      worker: this.#worker,
      onProgress: (progress) => listeners.forEach((listener) => listener(progress)),
    })
  }

  release() {
    const { handles, listeners, opening } = this.#entry
    listeners.delete(this.#listener)
    if (!handles.delete(this) || handles.size > 0) return
    entries.delete(this.#key)
    close(opening)
  }
}

/** @param {Promise<Soru>} [opening] */
function close(opening) {
  opening?.then((soru) => soru.close(), () => {})
}
