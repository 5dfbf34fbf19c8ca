/**
 * The files of a bundle over the network: fetched, counted, inflated.
 */
import { SoruError } from './errors.js'
import { LONGEST_MANIFEST, manifestUrl } from './manifest.js'
import { Refusal, gunzip, patiently, read } from './stream.js'

/** @typedef {import('./soru.js').Progress} Progress */
/** @typedef {{ name: string, size: number }} Entry a file, as the engine asks for it, and its bytes */

/** How many bytes are kept for an engine that comes later. Browsers have the rest in their cache. */
const MOST_KEPT = 8 << 20

/** How many bytes a data file may become; the whole memory of WebAssembly is four times as much. */
const MOST_INFLATED = 1 << 30

/** How long a download that failed waits before it is tried once more, in milliseconds. */
const PAUSE = 500

export class BundleFiles {
  #base
  #onProgress
  /** @type {Works<Uint8Array>} downloads under way, by file */
  #downloads = new Map()
  /** @type {Map<string, Uint8Array>} for another engine */
  #kept = new Map()
  /** @type {Map<string, { loaded: number, size: number }>} files that are on their way */
  #coming = new Map()
  /** Bytes that have arrived. */
  #arrived = 0
  /** @type {Set<string>} files whose copy in the browser's cache may be something else */
  #distrusted = new Set()
  /** Whether no other engine will come: then nothing is kept for one. */
  isLast = false

  /**
   * @param {string} base address of the bundle's folder, with a slash at its end
   * @param {(progress: Progress) => void} [onProgress]
   */
  constructor(base, onProgress) {
    this.#base = base
    this.#onProgress = onProgress
  }

  /**
   * The one file that changes in place: the server is asked whether a cached copy is current.
   * @param {AbortSignal} [signal]
   */
  manifest(signal) {
    return fetchBytes(manifestUrl(this.#base), LONGEST_MANIFEST, { cache: 'no-cache', signal })
  }

  /**
   * The bytes of a file as the host stores them. All who ask meanwhile share one download; it is
   * broken off when the last of them has given up.
   * @param {Entry} entry
   * @param {AbortSignal} [signal] gives up
   */
  async stored(entry, signal) {
    const kept = this.#kept.get(entry.name)
    if (this.isLast) this.#kept.delete(entry.name)
    const download = (/** @type {AbortSignal} */ over) => this.#download(entry, over)
    return kept ?? joined(this.#downloads, entry.name, download, signal)
  }

  /**
   * Begins with the files that every question needs, before there is an engine that reads the manifest.
   * Should the guess be wrong, the engine asks for what it needs as if nothing had been guessed.
   * @param {Uint8Array} manifest
   * @param {AbortSignal} [signal]
   */
  ahead(manifest, signal) {
    for (const entry of neededIn(manifest)) this.stored(entry, signal).catch(() => {})
  }

  /**
   * A file was damaged, or something else in its place, a page of the network's for instance: the
   * browser's cache is not asked for it the next time.
   * @param {string} name
   */
  distrust(name) {
    this.#kept.delete(name)
    this.#distrusted.add(name)
  }

  /** Tells of no more progress. */
  clear() {
    this.#onProgress = undefined
  }

  /** Breaks off all downloads, and lets go of everything. */
  close() {
    this.#kept.clear()
    for (const { controller } of this.#downloads.values()) controller.abort()
  }

  /**
   * @param {Entry} entry
   * @param {AbortSignal} signal
   */
  async #download({ name, size }, signal) {
    try {
      const report = (/** @type {number} */ loaded) => this.#report(name, { loaded, size })
      const cache = this.#distrusted.has(name) ? 'reload' : 'default'
      const stored = await fetchBytes(this.#base + name, size, { cache, signal }, report)
      this.#distrusted.delete(name)
      this.#arrived += stored.length
      const kept = [...this.#kept.values()].reduce((sum, { length }) => sum + length, stored.length)
      if (!this.isLast && kept <= MOST_KEPT) this.#kept.set(name, stored)
      return stored
    } catch (/** @type {any} */ thrown) {
      if (!signal.aborted) this.distrust(name)
      throw isOther(thrown) ? damaged(name, said(thrown.cause), thrown) : thrown
    } finally {
      this.#coming.delete(name)
    }
  }

  /**
   * @param {string} name
   * @param {{ loaded: number, size: number }} count
   */
  #report(name, count) {
    if (!this.#onProgress) return
    this.#coming.set(name, count)
    let [loaded, total] = [this.#arrived, this.#arrived]
    for (const file of this.#coming.values()) {
      loaded += file.loaded
      total += file.size
    }
    try {
      this.#onProgress({ loaded, total })
    } catch {
      // A page's callback may throw; the download goes on.
    }
  }
}

/**
 * The files that every question needs: the core, and on a large site the file that says which words are where.
 * @param {Uint8Array} manifest one that is damaged names none: the engine says what is wrong with it
 * @returns {Entry[]}
 */
export function neededIn(manifest) {
  // A list of magic, version, build id and content; the content is a list that begins with generator and files.
  const [, , , , content] = take(5, values(manifest))
  if (!(content instanceof Uint8Array)) return []
  const inner = values(content)
  const [, , files] = take(3, inner)
  const needed = []
  for (let left = files; left > 0; left--) {
    const [row, name, size, , count] = take(5, inner)
    if (row === undefined) break
    const isNeeded = take(count, inner).concat(name).some((own) => /^(core-|files\/terms\/)/.test(own))
    if (isNeeded) needed.push({ name, size })
  }
  return needed
}

/**
 * @param {number} count
 * @param {Iterator<any>} values
 * @returns {any[]} fewer where they end
 */
function take(count, values) {
  const taken = []
  for (let next; taken.length < count && !(next = values.next()).done;) taken.push(next.value)
  return taken
}

/**
 * The values of MessagePack one after the other, of the kinds that manifests begin with: numbers, texts, bytes, and
 * of a list its length. Any other kind, or a value that is cut off, ends them.
 * @param {Uint8Array} bytes
 */
function* values(bytes) {
  let at = 0
  const bin = (/** @type {number} */ length) => bytes.subarray(at, at += length)
  const text = (/** @type {number} */ length) => new TextDecoder().decode(bin(length))
  const number = (/** @type {number} */ width) => bin(width).reduce((sum, byte) => sum * 256 + byte, 0)
  while (at < bytes.length) {
    const tag = number(1)
    const value = tag < 0x80 ? tag
      : tag >> 4 === 9 ? tag & 15
      : tag >> 5 === 5 ? text(tag & 31)
      : tag >= 0xc4 && tag < 0xc7 ? bin(number(1 << tag - 0xc4))
      : tag >= 0xcc && tag < 0xd0 ? number(1 << tag - 0xcc)
      : tag >= 0xd9 && tag < 0xdc ? text(number(1 << tag - 0xd9))
      : tag >= 0xdc && tag < 0xde ? number(2 << tag - 0xdc) : undefined
    if (value === undefined || at > bytes.length) return
    yield value
  }
}

/**
 * Work that several callers wait for.
 * @template T
 * @typedef {{ result: Promise<T>, waiting: number, controller: AbortController }} Work
 */
/**
 * @template T
 * @typedef {Map<string, Work<T>>} Works
 */

/**
 * Waits for the work of this name, which is started if nobody waits for it yet, and aborted when the
 * last of those who wait has given up.
 * @template T
 * @param {Works<T>} works
 * @param {string} name
 * @param {(signal: AbortSignal) => Promise<T>} start
 * @param {AbortSignal} [signal] gives up
 * @returns {Promise<T>}
 */
export async function joined(works, name, start, signal) {
  const controller = new AbortController()
  const work = works.get(name) ?? { result: start(controller.signal), waiting: 0, controller }
  works.set(name, work)
  work.waiting += 1
  try {
    return await unlessAborted(work.result, signal)
  } finally {
    work.waiting -= 1
    if (work.waiting === 0) {
      if (works.get(name) === work) works.delete(name)
      work.controller.abort()
    }
  }
}

/**
 * @template T
 * @param {Promise<T>} promise
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export function unlessAborted(promise, signal) {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

/**
 * @param {Entry} entry
 * @param {Uint8Array} stored
 */
export async function inflate({ name }, stored) {
  try {
    return await read(gunzip(stored, MOST_INFLATED), MOST_INFLATED)
  } catch (cause) {
    throw damaged(name, said(cause), cause)
  }
}

/**
 * @param {string} file
 * @param {string} detail
 * @param {unknown} [cause]
 */
export function damaged(file, detail, cause) {
  return new SoruError('CORRUPT_INDEX', `${file} is damaged: ${detail}. Upload the whole bundle again, all files of one build`, { cause })
}

/**
 * @param {string} url
 * @param {number} limit a longer body is refused
 * @param {RequestInit & { signal?: AbortSignal }} init
 * @param {(loaded: number) => void} [onPiece]
 */
async function fetchBytes(url, limit, init, onPiece) {
  try {
    return await fetchOnce(url, limit, init, onPiece).catch(async (cause) => {
      if (!isPassing(cause) || init.signal?.aborted) throw cause
      await unlessAborted(new Promise((resolve) => setTimeout(resolve, PAUSE)), init.signal)
      return fetchOnce(url, limit, init, onPiece)
    })
  } catch (cause) {
    init.signal?.throwIfAborted()
    throw fetchFailed(url, cause)
  }
}

/**
 * @param {string} url
 * @param {number} limit
 * @param {RequestInit & { signal?: AbortSignal }} init
 * @param {(loaded: number) => void} [onPiece]
 */
function fetchOnce(url, limit, init, onPiece) {
  return patiently(async (signal, heard) => {
    const response = await fetch(url, { ...init, signal })
    if (!response.ok) throw new Refusal(response.status)
    return read(response.body, limit, (loaded) => {
      heard()
      onPiece?.(loaded)
    })
  }, init.signal)
}

/**
 * Whether a file may be gone because another build has taken the place of its own: the host has not got it, or
 * something else came. Of the latter the essential engine says only that it needs the full one.
 * @param {any} reason
 */
export function isReplaced(reason) {
  return reason?.status || ['CORRUPT_INDEX', 'NEEDS_FULL_ENGINE'].includes(reason?.code)
}

/**
 * Whether it may be otherwise in a moment: the connection failed, or the host has too much to do.
 * @param {unknown} cause
 */
function isPassing(cause) {
  if (cause instanceof Refusal) return cause.status === 429 || cause.status >= 500
  return cause instanceof TypeError
}

/**
 * Whether something else came than the file, such as a page: it is too long, and not because the host unpacks it.
 * @param {any} thrown
 */
function isOther(thrown) {
  return thrown?.cause?.cause && !isUnpacked(thrown.cause)
}

/**
 * What is too long tells how it begins. Unpacked, data files are lists of MessagePack; no text begins so.
 * @param {any} cause
 */
function isUnpacked(cause) {
  return cause?.cause?.[0] >> 4 === 9
}

/**
 * @param {string} url
 * @param {unknown} cause
 */
export function fetchFailed(url, cause) {
  const status = cause instanceof Refusal ? cause.status : undefined
  const online = status ? ', and upload all files of one build' : ' and that the visitor is online'
  const advice = isUnpacked(cause)
    ? 'The host unpacks it: it must send .gz files without Content-Encoding'
    : `Check that the file is there${online}`
  return new SoruError('FETCH_FAILED', `${url} could not be fetched: ${said(cause)}. ${advice}`, { cause, status })
}

/** @param {unknown} thrown */
export function said(thrown) {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
