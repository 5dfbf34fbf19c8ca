/**
 * The engine of one box: shared with other boxes of the bundle, and given back with the box.
 */
import { Client } from '../engine/client.js'
import { Outline } from './outline.js'
import type { Progress, Stats } from '../api.js'
import type { SoruSearchElement } from '../soru-search-element.js'

/** Receives the progress. */
export interface Listener {
  /** The engine is ready. */
  opened: (stats: Stats) => void
  /** The outline is loaded before the engine. */
  onOutline: () => void
  loading: (progress: Progress) => void
}

const NOTHING_LOADED = { loaded: 0, total: 0 }

export class BoxEngine {
  #host
  #listener
  #client: Client | null = null
  /** Also tells this box from others of the client. */
  #loading = (progress: Progress) => {
    if (this.stats) return
    this.progress = progress
    this.#listener.loading(progress)
  }
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
    const client = this.client
    const opening = client.open()
    if (!this.outline) this.sketch()
    const stats = await opening
    if (this.stats || client !== this.#client) return
    this.stats = stats
    this.#listener.opened(stats)
  }

  /** Fetches the outline, unless it is there. */
  async sketch() {
    const client = this.client
    const outline = await this.whole()
    if (!outline || this.outline || this.stats || client !== this.#client) return
    this.outline = outline
    this.#listener.onOutline()
  }

  /** The outline, fetched once for all boxes of the bundle. */
  whole() {
    return Outline.of(this.client, this.#host.bundle)
  }

  get client() {
    return this.#client ??= Client.shared(this.#host.bundle, this.#mayUseWorker, this.#loading)
  }

  /** Keeps the bundle's engine, if one runs: the box may take the place of the one that has it. */
  join() {
    this.#client ??= Client.running(this.#host.bundle, this.#mayUseWorker, this.#loading)
  }

  get #mayUseWorker() {
    return this.#host.getAttribute('worker') !== 'off'
  }

  /** Releases the engine. */
  end() {
    this.#client?.release(this.#loading)
    this.#client = this.stats = this.outline = null
    this.progress = NOTHING_LOADED
  }
}
