/**
 * The engine of one box: leased when first needed, and given back with the box.
 */
import { Lease } from './engine-pool.js'

/** @typedef {import('./soru.js').Progress} Progress */
/** @typedef {import('./soru.js').Stats} Stats */

const NOTHING_LOADED = { loaded: 0, total: 0 }

export class BoxEngine {
  #host
  #opened
  #loading
  /** @type {Lease | null} */
  #lease = null
  /** What the bundle holds, once it is open. @type {Stats | null} */
  stats = null
  /** @type {Progress} of loading it */
  progress = NOTHING_LOADED

  /**
   * @param {import('./soru-search-element.js').SoruSearchElement} host
   * @param {(stats: Stats) => void} opened
   * @param {(progress: Progress) => void} loading
   */
  constructor(host, opened, loading) {
    this.#host = host
    this.#opened = opened
    this.#loading = loading
  }

  async open() {
    if (this.stats) return
    const lease = this.lease
    const soru = await lease.engine()
    if (this.stats || lease !== this.#lease) return
    this.stats = soru.stats()
    this.#opened(this.stats)
  }

  get lease() {
    const isWorkerWanted = this.#host.getAttribute('worker') !== 'off'
    this.#lease ??= new Lease(this.#host.bundle, isWorkerWanted, (progress) => this.#told(progress))
    return this.#lease
  }

  /** Gives it back. */
  end() {
    this.#lease?.release()
    this.#lease = this.stats = null
    this.progress = NOTHING_LOADED
  }

  /** @param {Progress} progress */
  #told(progress) {
    if (this.stats) return
    this.progress = progress
    this.#loading(progress)
  }
}
