/**
 * Downloads the files of a bundle, counts their bytes and inflates them.
 */
import { SoruError } from './errors.js'
import { LONGEST_MANIFEST, manifestUrl } from './manifest.js'
import { Refusal, gunzip, patiently, read } from './stream.js'
import type { Progress } from '../api.js'

/** A file that the engine requests, and its bytes. */
export type Entry = { name: string, size: number }

/** The files of a bundle, or of several (joined.ts). */
export type Files = Pick<BundleFiles, 'manifest' | 'stored' | 'ahead' | 'distrust' | 'clear' | 'close' | 'isLast'>

/** The maximum number of bytes kept for a later engine. The browser's cache has the others. */
const MOST_KEPT = 8 << 20

/** The maximum size of an inflated data file in bytes; the whole memory of WebAssembly is four times as much. */
const MOST_INFLATED = 1 << 30

/** The wait before a failed download is retried once, in milliseconds. */
const PAUSE = 500

export class BundleFiles {
  #base
  #onProgress
  /** Downloads under way, by file. */
  #downloads: Works<Uint8Array> = new Map()
  /** For another engine. */
  #kept: Map<string, Uint8Array> = new Map()
  /** Files that are on their way. */
  #coming: Map<string, { loaded: number, size: number }> = new Map()
  /** Number of bytes received. */
  #arrived = 0
  /** Files whose copy in the browser's cache may be something else. */
  #distrusted: Set<string> = new Set()
  /** Whether no other engine will need files: then none are kept. */
  isLast = false

  /** @param base address of the bundle's folder, with a slash at its end */
  constructor(base: string, onProgress?: (progress: Progress) => void) {
    this.#base = base
    this.#onProgress = onProgress
  }

  /** Fetches the one file that is changed in place: the server is asked whether a cached copy is current. */
  manifest(signal?: AbortSignal) {
    return fetchBytes(manifestUrl(this.#base), LONGEST_MANIFEST, { cache: 'no-cache', signal })
  }

  /**
   * The bytes of a file as the host stores them. Concurrent callers share one download, which is aborted when the last
   * of them has cancelled.
   * @param signal gives up
   */
  async stored(entry: Entry, signal?: AbortSignal) {
    const kept = this.#kept.get(entry.name)
    if (this.isLast) this.#kept.delete(entry.name)
    const download = (over: AbortSignal) => this.#download(entry, over)
    return kept ?? joined(this.#downloads, entry.name, download, signal)
  }

  /**
   * Starts downloading the files that every question needs, before an engine has read the manifest. If the guess is
   * wrong, the engine requests its files as usual.
   */
  ahead(manifest: Uint8Array, signal?: AbortSignal) {
    for (const entry of neededIn(manifest)) this.stored(entry, signal).catch(() => {})
  }

  /**
   * Records that a file was damaged, or replaced, for instance by a captive portal's page: the next request
   * bypasses the browser's cache.
   */
  distrust(name: string) {
    this.#kept.delete(name)
    this.#distrusted.add(name)
  }

  /** Stops reporting progress. */
  clear() {
    this.#onProgress = undefined
  }

  /** Aborts all downloads, and drops all kept files. */
  close() {
    this.#kept.clear()
    for (const { controller } of this.#downloads.values()) controller.abort()
  }

  async #download({ name, size }: Entry, signal: AbortSignal) {
    try {
      const report = (loaded: number) => this.#report(name, { loaded, size })
      const cache = this.#distrusted.has(name) ? 'reload' : 'default'
      const stored = await fetchBytes(this.#base + name, size, { cache, signal }, report)
      this.#distrusted.delete(name)
      this.#arrived += stored.length
      const kept = [...this.#kept.values()].reduce((sum, { length }) => sum + length, stored.length)
      if (!this.isLast && kept <= MOST_KEPT) this.#kept.set(name, stored)
      return stored
    } catch (thrown) {
      if (!signal.aborted) this.distrust(name)
      throw isOther(thrown) ? damaged(name, said(causeOf(thrown)), thrown) : thrown
    } finally {
      this.#coming.delete(name)
    }
  }

  #report(name: string, count: { loaded: number, size: number }) {
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
      // A page's callback may throw; the download continues.
    }
  }
}

/**
 * The files that every question needs: the core, and on a large site the directory of terms.
 * @param manifest a damaged one names none: the engine reports the damage
 */
export function neededIn(manifest: Uint8Array): Entry[] {
  // A list of magic, version, build id and content; the content is a list that begins with generator and files.
  const [, , , , content] = take(5, values(manifest))
  if (!(content instanceof Uint8Array)) return []
  const inner = values(content)
  const [, , files] = take(3, inner)
  const needed: Entry[] = []
  for (let left = files as number; left > 0; left--) {
    const [row, name, size, , count] = take(5, inner)
    if (row === undefined) break
    const isNeeded = take(count as number, inner).concat(name).some((own) => /^(core-|files\/terms\/)/.test(String(own)))
    if (isNeeded) needed.push({ name, size } as Entry)
  }
  return needed
}

type Scalar = string | number | Uint8Array

/** @returns fewer if the values end */
function take(count: number, values: Iterator<Scalar>): Scalar[] {
  const taken: Scalar[] = []
  for (let next; taken.length < count && !(next = values.next()).done;) taken.push(next.value)
  return taken
}

/**
 * The values of MessagePack in sequence, of the kinds at the beginning of manifests: numbers, texts, bytes, and the
 * length of a list. Any other kind, or a truncated value, ends the sequence.
 */
function* values(bytes: Uint8Array): Generator<Scalar, void, void> {
  let at = 0
  const bin = (length: number) => bytes.subarray(at, at += length)
  const text = (length: number) => new TextDecoder().decode(bin(length))
  const number = (width: number) => bin(width).reduce((sum, byte) => sum * 256 + byte, 0)
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

/** Work that several callers await. */
export type Work<T> = { result: Promise<T>, waiting: number, controller: AbortController }
export type Works<T> = Map<string, Work<T>>

/**
 * Awaits the work of this name, which is started unless it is running, and aborted when the last caller has cancelled.
 * @param signal gives up
 */
export async function joined<T>(
  works: Works<T>,
  name: string,
  start: (signal: AbortSignal) => Promise<T>,
  signal?: AbortSignal,
): Promise<T> {
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

export function unlessAborted<T>(promise: Promise<T>, signal?: AbortSignal): Promise<T> {
  if (!signal) return promise
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
    promise.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

export async function inflate({ name }: Entry, stored: Uint8Array) {
  try {
    return await read(gunzip(stored, MOST_INFLATED), MOST_INFLATED)
  } catch (cause) {
    throw damaged(name, said(cause), cause)
  }
}

export function damaged(file: string, detail: string, cause?: unknown) {
  return new SoruError('CORRUPT_INDEX', `${file} is damaged: ${detail}. Upload the whole bundle again, all files of one build`, { cause })
}

/** @param limit a longer body is refused */
async function fetchBytes(
  url: string,
  limit: number,
  init: RequestInit & { signal?: AbortSignal },
  onPiece?: (loaded: number) => void,
) {
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

function fetchOnce(
  url: string,
  limit: number,
  init: RequestInit & { signal?: AbortSignal },
  onPiece?: (loaded: number) => void,
) {
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
 * Whether a file may be gone because another build has replaced its own: the host lacks it, or returned something else.
 * In the latter case the essential engine reports only that it needs the full one.
 */
export function isReplaced(reason: SoruError | null) {
  return reason?.status || ['CORRUPT_INDEX', 'NEEDS_FULL_ENGINE'].includes(reason?.code as string)
}

/** Whether the failure may be temporary: the connection failed, or the host is overloaded. */
function isPassing(cause: unknown) {
  if (cause instanceof Refusal) return cause.status === 429 || cause.status >= 500
  return cause instanceof TypeError
}

/**
 * Whether the response is not the file but, for instance, a page: it is too long, and not because the host decompressed
 * it.
 */
function isOther(thrown: unknown) {
  const cause = causeOf(thrown)
  return causeOf(cause) && !isUnpacked(cause)
}

/**
 * Whether the content of an oversized response is a decompressed data file: these are lists of MessagePack, and no text
 * begins with the same byte.
 */
function isUnpacked(cause: unknown) {
  const bytes = causeOf(cause) as Uint8Array | undefined
  return (bytes?.[0] as number) >> 4 === 9
}

function causeOf(thrown: unknown) {
  return (thrown as Error | null | undefined)?.cause
}

export function fetchFailed(url: string, cause: unknown) {
  const status = cause instanceof Refusal ? cause.status : undefined
  const online = status ? ', and upload all files of one build' : ' and that the visitor is online'
  const advice = isUnpacked(cause)
    ? 'The host unpacks it: it must send .bin files without Content-Encoding'
    : `Check that the file is there${online}`
  return new SoruError('FETCH_FAILED', `${url} could not be fetched: ${said(cause)}. ${advice}`, { cause, status })
}

export function said(thrown: unknown) {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
