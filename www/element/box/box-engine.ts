/**
 * The engine of one box: leased when first needed, and released with the box.
 */
import { EngineHandle } from '../engine/engine-pool.js'
import type { Progress, Stats } from '../api.js'
import type { SoruSearchElement } from '../soru-search-element.js'
import type { Outline } from './outline.js'

/** Receives the progress. */
export interface Listener {
  /** The engine is ready. */
  opened: () => void
  /** The outline is loaded before the engine. */
  onOutline: () => void
  loading: (progress: Progress) => void
}

const NOTHING_LOADED = { loaded: 0, total: 0 }

export class BoxEngine {
  #host
  #listener
  #handle: EngineHandle | null = null
  /** Statistics of the bundle, once it is open. */
  stats: Stats | null = null
  /** Of loading it. */
  progress: Progress = NOTHING_LOADED
  /** Searchable until the engine is ready. */
  outline: Outline | null = null

  constructor(host: SoruSearchElement, listener: Listener) {
    this.#host = host
    this.#listener = listener
  }

  /** Questions of the empty box, once known. */
  get suggestions() {
    const samples = this.stats?.suggestions ?? []
    return samples.length > 0 ? samples : this.outline?.suggestions ?? []
  }

  /** The site's address; empty if the addresses of its pages are relative. */
  get siteUrl() {
    return this.stats?.siteUrl ?? this.outline?.siteUrl ?? ''
  }

  async open() {
    if (this.stats) return
    const handle = this.handle
    const opening = handle.engine()
    if (!this.outline) this.sketch()
    const soru = await opening
    if (this.stats || handle !== this.#handle) return
    this.stats = soru.stats()
    this.#listener.opened()
  }

  /** Fetches the outline, unless it is there. */
  async sketch() {
    const handle = this.handle
    const outline = await handle.outline()
    if (!outline || this.outline || this.stats || handle !== this.#handle) return
    this.outline = outline
    this.#listener.onOutline()
  }

  get handle() {
    const isWorkerWanted = this.#host.getAttribute('worker') !== 'off'
    this.#handle ??= new EngineHandle(this.#host.bundle, isWorkerWanted, (progress) => this.#loading(progress))
    return this.#handle
  }

  /** Releases the engine. */
  end() {
    this.#handle?.release()
    this.#handle = this.stats = this.outline = null
    this.progress = NOTHING_LOADED
  }

  #loading(progress: Progress) {
    if (this.stats) return
    this.progress = progress
    this.#listener.loading(progress)
  }
}
