/**
 * One engine per bundle, shared by all boxes of a page. Opened when first needed, closed when the
 * last box that used it is removed.
 */
import { Outline } from '../box/outline.js'
import { open } from '../soru.js'
import type { GenerateOptions, Progress, Soru } from '../api.js'
import type { Options, Value } from './calls.js'

/** The methods of an open bundle that answer a text. */
type Asked = { [M in 'ask' | 'search' | 'compare' | 'related' | 'suggest']: (text: string, options?: Options<M>) => Promise<Value<M>> }

export type Listener = (progress: Progress) => void

export interface Entry {
  handles: Set<EngineHandle>
  listeners: Set<Listener>
  opening?: Promise<Soru>
  /** Requested in parallel, and available long before. */
  outline?: Promise<Outline | null>
}

const entries: Map<string, Entry> = new Map()

/** One box's lease of an engine. */
export class EngineHandle {
  #key
  #bundle
  #worker
  #entry
  #listener

  /**
   * @param bundle absolute URL
   * @param listener receives the progress of loading
   */
  constructor(bundle: string, worker: boolean, listener: Listener) {
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

  async call<M extends keyof Asked>(method: M, text: string, options: Options<M>): Promise<Value<M>> {
    const soru: Asked = await this.engine()
    return soru[method](text, options)
  }

  async *generate(question: string, options: GenerateOptions) {
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

function close(opening?: Promise<Soru>) {
  opening?.then((soru) => soru.close(), () => {})
}
