/**
 * Reads bytes from a host, with a time limit on silence.
 */

/** Timeout without data from a host, in milliseconds. The total time depends on the line and is not limited. */
const PATIENCE = 20_000

/**
 * Fetches something, unless the host sends nothing for too long.
 * @template T
 * @param {(signal: AbortSignal, heard: () => void) => Promise<T>} work calls `heard` when bytes have arrived
 * @param {AbortSignal | null} [given] cancels the work
 * @returns {Promise<T>}
 */
export function patiently(work, given) {
  const own = new AbortController()
  const abort = () => own.abort()
  if (given?.aborted) abort()
  given?.addEventListener('abort', abort, { signal: own.signal })
  /** @type {ReturnType<typeof setTimeout>} */
  let silence
  /** @type {Promise<T>} */
  const over = new Promise((resolve, reject) => {
    const heard = () => {
      clearTimeout(silence)
      silence = setTimeout(() => reject(new TypeError('the server stopped responding')), PATIENCE)
    }
    heard()
    work(own.signal, heard).then(resolve, reject)
  })
  return over.finally(() => {
    clearTimeout(silence)
    own.abort()
  })
}

/** An HTTP error status instead of a file. */
export class Refusal extends Error {
  /** @param {number} status */
  constructor(status) {
    super(`the server answered ${status}`)
    this.status = status
  }
}

/**
 * @param {ReadableStream<Uint8Array> | null} stream
 * @param {number} limit
 * @param {(loaded: number) => void} [onPiece]
 */
export async function read(stream, limit, onPiece) {
  const pieces = []
  let length = 0
  const reader = stream?.getReader()
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
    length += piece.value.length
    pieces.push(piece.value)
    if (length > limit) {
      reader?.cancel().catch(() => {}) // nobody reads the rest; the connection may end
      throw new Error('it is longer than expected', { cause: pieces[0] })
    }
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

/**
 * Inflates gzip (RFC 1952). Reading fails if the result exceeds the limit.
 * @param {Uint8Array} bytes
 * @param {number} limit
 * @returns {ReadableStream<Uint8Array<ArrayBuffer>>}
 */
export function gunzip(bytes, limit) {
  const stream = /** @type {ReadableStream<BufferSource>} */ (new Response(/** @type {BodyInit} */ (bytes)).body)
  let left = limit
  return stream.pipeThrough(new DecompressionStream('gzip')).pipeThrough(new TransformStream({
    transform(piece, out) {
      left -= piece.length
      if (left < 0) throw new Error('it is longer than expected')
      out.enqueue(piece)
    },
  }))
}
