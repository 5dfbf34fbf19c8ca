/**
 * The files of a bundle over the network: fetched, counted, inflated.
 */
import { SoruError } from './errors.js'

/** @typedef {import('./soru.js').Progress} Progress */
/** @typedef {{ name: string, size: number, inflated: number }} Entry a file, as the engine asks for it; sizes in bytes */

/** It holds settings and file names; more than this is no manifest. */
const LONGEST_MANIFEST = 16 << 20

export class BundleFiles {
  #base
  #onProgress
  /** @type {Map<string, Promise<Uint8Array>>} downloads by file, so that two calls share one */
  #stored = new Map()
  /** @type {Map<string, { loaded: number, size: number }>} files that are on their way or here */
  #counts = new Map()

  /**
   * @param {string} base address of the bundle's folder, with a slash at its end
   * @param {(progress: Progress) => void} [onProgress]
   */
  constructor(base, onProgress) {
    this.#base = base
    this.#onProgress = onProgress
  }

  /** The one file that changes in place: the server is asked whether a cached copy is current. */
  manifest() {
    return fetchBytes(`${this.#base}manifest.msgpack`, LONGEST_MANIFEST, { cache: 'no-cache' })
  }

  /**
   * The bytes of a file as the host stores them.
   * @param {Entry} entry
   */
  stored({ name, size }) {
    let stored = this.#stored.get(name)
    if (!stored) {
      stored = fetchBytes(this.#base + name, size, {}, (loaded) => this.#report(name, { loaded, size }))
      this.#stored.set(name, stored)
      stored.catch(() => this.#stored.delete(name))
    }
    return stored
  }

  /** Lets go of bytes that no other engine will ask for. */
  forget() {
    this.#stored.clear()
  }

  /**
   * @param {string} name
   * @param {{ loaded: number, size: number }} count
   */
  #report(name, count) {
    this.#counts.set(name, count)
    let [loaded, total] = [0, 0]
    for (const file of this.#counts.values()) {
      loaded += file.loaded
      total += file.size
    }
    try {
      this.#onProgress?.({ loaded, total })
    } catch {
      // A page's callback may throw; the download goes on.
    }
  }
}

/**
 * Inflates gzip (RFC 1952). More than was promised is refused, so that a small file cannot fill the
 * memory.
 * @param {Entry} entry
 * @param {Uint8Array} stored
 */
export async function inflate({ name, inflated }, stored) {
  const body = /** @type {ReadableStream<BufferSource>} */ (new Response(/** @type {BodyInit} */ (stored)).body)
  try {
    return await read(body.pipeThrough(new DecompressionStream('gzip')), inflated)
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
 * @param {RequestInit} init
 * @param {(loaded: number) => void} [onPiece]
 */
async function fetchBytes(url, limit, init, onPiece) {
  try {
    const response = await fetch(url, init)
    if (!response.ok) throw new Error(`the server answered ${response.status}`)
    return await read(response.body, limit, onPiece)
  } catch (cause) {
    throw new SoruError(
      'FETCH_FAILED',
      `${url} could not be fetched: ${said(cause)}. Check that the file is there and that the visitor is online`,
      { cause },
    )
  }
}

/**
 * @param {ReadableStream<Uint8Array> | null} stream
 * @param {number} limit
 * @param {(loaded: number) => void} [onPiece]
 */
async function read(stream, limit, onPiece) {
  const pieces = []
  let length = 0
  const reader = stream?.getReader()
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
    length += piece.value.length
    if (length > limit) {
      reader?.cancel().catch(() => {}) // nobody reads on; the connection may end
      throw new Error('it is longer than it can be')
    }
    pieces.push(piece.value)
    onPiece?.(length)
  }
  const bytes = new Uint8Array(length)
  let at = 0
  for (const piece of pieces) {
    bytes.set(piece, at)
    at += piece.length
  }
  return bytes
}

/** @param {unknown} thrown */
function said(thrown) {
  return thrown instanceof Error ? thrown.message : String(thrown)
}
