/**
 * Decodes sections of data files: the part of MessagePack in them, and the columns of `docs/format.md`.
 */
const utf8 = new TextDecoder('utf-8', { fatal: true })

/** The bytes of a file's hash in a directory, and in the file's name. */
const LISTED_HASH = 12
const NAMED_HASH = 8

/**
 * @param {Uint8Array | undefined} bytes
 * @returns {any}
 */
export function decode(bytes) {
  return new Decoder(bytes ?? new Uint8Array()).value()
}

/** @param {[Uint8Array, Uint8Array]} column lengths, and all texts @returns {string[]} */
export function strings([lengths, texts]) {
  let end = 0
  return varints(lengths).map((length) => utf8.decode(texts.subarray(end, end += length)))
}

/** Unsigned LEB128. @param {Uint8Array} bytes */
export function varints(bytes) {
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

/**
 * The files of numbered sections.
 * @param {string} stem
 * @param {Uint8Array | undefined} section
 * @returns {import('./bundle-files.js').Entry[]}
 */
export function directory(stem, section) {
  const [hashes, sizes] = decode(section)
  return varints(sizes).map((size, row) => {
    const hash = [...hashes.subarray(row * LISTED_HASH, row * LISTED_HASH + NAMED_HASH)]
    return { name: `${stem}-${hash.map((byte) => byte.toString(16).padStart(2, '0')).join('')}.msgpack.bin`, size }
  })
}

/** Decodes lists, texts and bytes. */
class Decoder {
  #bytes
  #at = 0

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.#bytes = bytes
  }

  /** @returns {any} */
  value() {
    const kind = this.#take(1)[0]
    if (kind >> 4 === 9) return this.#list(kind & 15)
    if (kind === 0xdc) return this.#list(this.#number(2))
    if (kind >> 5 === 5) return utf8.decode(this.#take(kind & 31))
    const width = { 0xd9: 1, 0xc4: 1, 0xc5: 2, 0xc6: 4 }[kind]
    if (!width) throw new TypeError('no list, text or bytes')
    const own = this.#take(this.#number(width))
    return kind === 0xd9 ? utf8.decode(own) : own
  }

  /** @param {number} length */
  #list(length) {
    return Array.from({ length }, () => this.value())
  }

  /** @param {number} width */
  #number(width) {
    return this.#take(width).reduce((sum, byte) => sum * 256 + byte, 0)
  }

  /** @param {number} length */
  #take(length) {
    const end = this.#at + length
    if (end > this.#bytes.length) throw new TypeError('it ends early')
    return this.#bytes.subarray(this.#at, this.#at = end)
  }
}
