/**
 * MessagePack (https://msgpack.org), as far as bundles use it: one value from its bytes.
 *
 * A `bin` becomes a `Uint8Array`, a map a `Map`. Nothing may follow the value.
 */
import { check, damage } from './damage.mjs'

/** Sections nest a few levels deep; more would be made to exhaust the stack. */
const MOST_DEPTH = 32

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/**
 * @param {Uint8Array} bytes
 * @param {string} place named in errors
 * @returns {any}
 */
export function decode(bytes, place) {
  const decoder = new Decoder(bytes, place)
  const value = decoder.value(MOST_DEPTH)
  check(decoder.isAtEnd, place, 'something follows its end')
  return value
}

class Decoder {
  #bytes
  #view
  #place
  #at = 0

  /**
   * @param {Uint8Array} bytes
   * @param {string} place
   */
  constructor(bytes, place) {
    this.#bytes = bytes
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    this.#place = place
  }

  get isAtEnd() {
    return this.#at === this.#bytes.length
  }

  /**
   * @param {number} depth
   * @returns {any}
   */
  value(depth) {
    check(depth > 0, this.#place, 'it nests too deep')
    const tag = this.#number(1)
    if (tag < 0x80) return tag
    if (tag < 0x90) return this.#map(tag & 15, depth)
    if (tag < 0xa0) return this.#list(tag & 15, depth)
    if (tag < 0xc0) return this.#text(tag & 31)
    if (tag >= 0xe0) return tag - 256
    return this.#tagged(tag, depth)
  }

  /**
   * @param {number} tag
   * @param {number} depth
   */
  #tagged(tag, depth) {
    switch (tag) {
      case 0xc0: return null
      case 0xc2: return false
      case 0xc3: return true
      case 0xc4: case 0xc5: case 0xc6: return this.#take(this.#number(1 << (tag - 0xc4)))
      case 0xcb: return this.#view.getFloat64(this.#skip(8))
      case 0xcc: case 0xcd: case 0xce: case 0xcf: return this.#number(1 << (tag - 0xcc))
      case 0xd0: return this.#view.getInt8(this.#skip(1))
      case 0xd1: return this.#view.getInt16(this.#skip(2))
      case 0xd2: return this.#view.getInt32(this.#skip(4))
      case 0xd3: return Number(this.#view.getBigInt64(this.#skip(8)))
      case 0xd9: case 0xda: case 0xdb: return this.#text(this.#number(1 << (tag - 0xd9)))
      case 0xdc: case 0xdd: return this.#list(this.#number(2 << (tag - 0xdc)), depth)
      case 0xde: case 0xdf: return this.#map(this.#number(2 << (tag - 0xde)), depth)
      default: throw damage(this.#place, `a value of the unknown kind 0x${tag.toString(16)}`)
    }
  }

  /**
   * An unsigned number, the highest byte first.
   * @param {number} width
   */
  #number(width) {
    return this.#take(width).reduce((number, byte) => number * 256 + byte, 0)
  }

  /** @param {number} length */
  #text(length) {
    return utf8.decode(this.#take(length))
  }

  /**
   * @param {number} length
   * @param {number} depth
   */
  #list(length, depth) {
    const list = []
    while (list.length < length) list.push(this.value(depth - 1))
    return list
  }

  /**
   * @param {number} size
   * @param {number} depth
   */
  #map(size, depth) {
    const map = new Map()
    for (let entry = 0; entry < size; entry++) map.set(this.value(depth - 1), this.value(depth - 1))
    return map
  }

  /** @param {number} length */
  #take(length) {
    const start = this.#skip(length)
    return this.#bytes.subarray(start, this.#at)
  }

  /** @param {number} length */
  #skip(length) {
    check(length <= this.#bytes.length - this.#at, this.#place, 'it is cut off')
    this.#at += length
    return this.#at - length
  }
}
