/**
 * Reads bytes from a host, with a time limit on silence.
 */

/** Timeout without data from a host, in milliseconds. The total time depends on the line and is not limited. */
const PATIENCE = 20_000

/**
 * Fetches something, unless the host sends nothing for too long.
 * @param work calls `heard` when bytes have arrived
 * @param given cancels the work
 */
export function patiently<T>(
  work: (signal: AbortSignal, heard: () => void) => Promise<T>,
  given?: AbortSignal | null,
): Promise<T> {
  const own = new AbortController()
  const abort = () => own.abort()
  if (given?.aborted) abort()
  given?.addEventListener('abort', abort, { signal: own.signal })
  let silence: ReturnType<typeof setTimeout>
  const over: Promise<T> = new Promise((resolve, reject) => {
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
  readonly status: number

  constructor(status: number) {
    super(`the server answered ${status}`)
    this.status = status
  }
}

export async function read(
  stream: ReadableStream<Uint8Array> | null,
  limit: number,
  onPiece?: (loaded: number) => void,
) {
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

/** Inflates gzip (RFC 1952). Reading fails if the result exceeds the limit. */
export function gunzip(bytes: Uint8Array, limit: number): ReadableStream<Uint8Array<ArrayBuffer>> {
  const stream = (new Response((bytes as BodyInit)).body as ReadableStream<BufferSource>)
  let left = limit
  return stream.pipeThrough(new DecompressionStream('gzip')).pipeThrough(new TransformStream({
    transform(piece, out) {
      left -= piece.length
      if (left < 0) throw new Error('it is longer than expected')
      out.enqueue(piece)
    },
  }))
}
