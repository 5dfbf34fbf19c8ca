/**
 * What a host sends, as bytes.
 */

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
