/**
 * Decodes sections of data files: the part of MessagePack in them, and the columns of `docs/format.md`.
 */
import type { Entry } from './bundle-files.js'

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The bytes of a file's hash in a directory, and in the file's name. */
const LISTED_HASH = 12
const NAMED_HASH = 8

/** Lists, texts and bytes. */
export type Decoded = string | Uint8Array | Decoded[]

export function decode(bytes: Uint8Array | undefined): Decoded {
  return new Decoder(bytes ?? new Uint8Array()).value()
}

/** @param column lengths, and all texts */
export function strings([lengths, texts]: Uint8Array[]): string[] {
  let end = 0
  return varints(lengths).map((length) => utf8.decode(texts.subarray(end, end += length)))
}

/** Unsigned LEB128. */
export function varints(bytes: Uint8Array) {
  const all = []
  let [value, shift] = [0, 0]
  for (const byte of bytes) {
    value += (byte & 127) * 2 ** shift
    shift += 7
    if (byte > 127) continue
    all.push(value)
    value = shift = 0
  }
  return all
}

/** The files of numbered sections. */
export function directory(stem: string, section: Uint8Array | undefined): Entry[] {
  const [hashes, sizes] = decode(section) as Uint8Array[]
  return varints(sizes).map((size, row) => {
    const hash = [...hashes.subarray(row * LISTED_HASH, row * LISTED_HASH + NAMED_HASH)]
    return { name: `${stem}-${hash.map((byte) => byte.toString(16).padStart(2, '0')).join('')}.msgpack.bin`, size }
  })
}

/** Decodes lists, texts and bytes. */
class Decoder {
  #bytes
  #at = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  value(): Decoded {
    const kind = this.#take(1)[0]
    if (kind >> 4 === 9) return this.#list(kind & 15)
    if (kind === 0xdc) return this.#list(this.#number(2))
    if (kind >> 5 === 5) return utf8.decode(this.#take(kind & 31))
    const width = { 0xd9: 1, 0xc4: 1, 0xc5: 2, 0xc6: 4 }[kind]
    if (!width) throw new TypeError('no list, text or bytes')
    const own = this.#take(this.#number(width))
    return kind === 0xd9 ? utf8.decode(own) : own
  }

  #list(length: number) {
    return Array.from({ length }, () => this.value())
  }

  #number(width: number) {
    return this.#take(width).reduce((sum, byte) => sum * 256 + byte, 0)
  }

  #take(length: number) {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new TypeError('it ends early')
    return this.#bytes.subarray(this.#at, this.#at = end)
  }
}
