/**
 * The engine of one box: leased when first needed, and given back with the box.
 */
import { Lease } from './engine-pool.js'

/** @typedef {import('./soru.js').Progress} Progress */
/** @typedef {import('./soru.js').Stats} Stats */

/**
 * Who is told how far it is.
 * @typedef {object} Told
 * @property {() => void} opened the engine is there
 * @property {() => void} sketched the outline is, and the engine is not
 * @property {(progress: Progress) => void} loading
 */

const NOTHING_LOADED = { loaded: 0, total: 0 }

export class BoxEngine {
  #host
  #told
  /** @type {Lease | null} */
  #lease = null
  /** What the bundle holds, once it is open. @type {Stats | null} */
  stats = null
  /** @type {Progress} of loading it */
  progress = NOTHING_LOADED
  /** What can be searched until then. @type {import('./outline.js').Outline | null} */
  outline = null

  /**
   * @param {import('./soru-search-element.js').SoruSearchElement} host
   * @param {Told} told
   */
  constructor(host, told) {
    this.#host = host
    this.#told = told
  }

  /** The site's own questions, and those of its facts, as soon as they are known. */
  get suggestions() {
    return this.stats?.suggestions ?? this.outline?.suggestions ?? []
  }

  /** The site's address, empty if those of its pages are relative. */
  get siteUrl() {
    return this.stats?.siteUrl ?? this.outline?.siteUrl ?? ''
  }

  async open() {
    if (this.stats) return
    const lease = this.lease
    const opening = lease.engine()
    if (!this.outline) this.#sketch(lease)
    const soru = await opening
    if (this.stats || lease !== this.#lease) return
    this.stats = soru.stats()
    this.#told.opened()
  }

  /** @param {Lease} lease */
  async #sketch(lease) {
    const outline = await lease.outline()
    if (!outline || this.outline || this.stats || lease !== this.#lease) return
    this.outline = outline
    this.#told.sketched()
  }

  get lease() {
    const isWorkerWanted = this.#host.getAttribute('worker') !== 'off'
    this.#lease ??= new Lease(this.#host.bundle, isWorkerWanted, (progress) => this.#loading(progress))
    return this.#lease
  }

  /** Gives it back. */
  end() {
    this.#lease?.release()
    this.#lease = this.stats = this.outline = null
    this.progress = NOTHING_LOADED
  }

  /** @param {Progress} progress */
  #loading(progress) {
    if (this.stats) return
    this.progress = progress
    this.#told.loading(progress)
  }
}
