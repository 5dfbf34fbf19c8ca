/**
 * What sections are made of: structs, varints, columns of numbers and strings, front-coded texts, lengths in a byte.
 *
 * `place` is the section, and named in errors.
 */
import { check, damage } from './damage.mjs'

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })

/** A blob, read from front to back. */
export class Cursor {
  #blob
  #place
  #at = 0

  /**
   * @param {unknown} blob
   * @param {string} place
   */
  constructor(blob, place) {
    this.#blob = bytes(blob, place)
    this.#place = place
  }

  get isAtEnd() {
    return this.#at === this.#blob.length
  }

  /** Unsigned LEB128 of at most 32 bits. */
  varint() {
    let value = 0
    for (let weight = 1; weight < 2 ** 35; weight *= 128) {
      const [byte] = this.take(1)
      value += (byte & 127) * weight
      if (byte < 128 && value < 2 ** 32) return value
    }
    throw damage(this.#place, 'a number is too large')
  }

  /** @param {number} length in bytes */
  take(length) {
    check(length <= this.#blob.length - this.#at, this.#place, 'a column is cut off')
    this.#at += length
    return this.#blob.subarray(this.#at - length, this.#at)
  }

  end() {
    check(this.isAtEnd, this.#place, 'a column is too long')
  }
}

/**
 * The fields of a struct.
 * @param {unknown} value
 * @param {number} fields
 * @param {string} place
 * @param {number} [optional] fields that may stand behind these
 * @returns {any[]}
 */
export function struct(value, fields, place, optional = 0) {
  if (Array.isArray(value) && value.length >= fields && value.length <= fields + optional) return value
  throw damage(place, `it is no struct of ${fields} fields`)
}

/**
 * A blob, or a column of bytes.
 * @param {unknown} blob
 * @param {string} place
 * @param {number} [rows] how many there must be
 * @returns {Uint8Array}
 */
export function bytes(blob, place, rows) {
  if (blob instanceof Uint8Array) return counted(blob, place, rows)
  throw damage(place, 'a column is no blob')
}

/**
 * A column of numbers.
 * @param {unknown} blob
 * @param {string} place
 * @param {number} [rows]
 * @returns {number[]}
 */
export function numbers(blob, place, rows) {
  const cursor = new Cursor(blob, place)
  const values = []
  while (!cursor.isAtEnd) values.push(cursor.varint())
  return counted(values, place, rows)
}

/**
 * A column of differences, as the values that they give.
 * @param {unknown} blob
 * @param {string} place
 * @param {number} [rows]
 */
export function differences(blob, place, rows) {
  let value = 0
  return numbers(blob, place, rows).map((difference) => (value += difference))
}

/**
 * A column of strings.
 * @param {unknown} pair lengths and texts
 * @param {string} place
 * @param {number} [rows]
 */
export function strings(pair, place, rows) {
  const [lengths, texts] = struct(pair, 2, place)
  const cursor = new Cursor(texts, place)
  const values = numbers(lengths, place, rows).map((length) => utf8.decode(cursor.take(length)))
  cursor.end()
  return values
}

/**
 * Front-coded texts: bytes shared with the text before, bytes that follow, these.
 * @param {unknown} blob
 * @param {string} place
 */
export function frontCoded(blob, place) {
  const cursor = new Cursor(blob, place)
  const texts = []
  let text = new Uint8Array()
  while (!cursor.isAtEnd) {
    const shared = cursor.varint()
    check(shared <= text.length, place, 'a text shares more than there is')
    const own = cursor.take(cursor.varint())
    text = Uint8Array.of(...text.subarray(0, shared), ...own)
    texts.push(utf8.decode(text))
  }
  return texts
}

/**
 * How many words a length byte stands for: the middle of all numbers that give it.
 * @param {number} byte
 */
export function unpackLength(byte) {
  if (byte < 8) return byte
  const width = 2 ** (Math.floor((byte - 8) / 4) + 1)
  return (4 + (byte - 8) % 4) * width + width / 2
}

/**
 * Whether every value stands behind the one before.
 * @template T
 * @param {T[]} values
 * @param {(one: T, other: T) => number} [compare]
 */
export function ascends(values, compare = (one, other) => Number(one) - Number(other)) {
  return values.every((value, at) => at === 0 || compare(values[at - 1], value) < 0)
}

/**
 * Texts in the order of their bytes in UTF-8, which is that of a bundle. JavaScript's own is another one.
 * @param {string} one
 * @param {string} other
 */
export function compareBytes(one, other) {
  return Buffer.compare(Buffer.from(one), Buffer.from(other))
}

/**
 * @template {{ length: number }} T
 * @param {T} values
 * @param {string} place
 * @param {number} [rows]
 */
function counted(values, place, rows = values.length) {
  check(values.length === rows, place, `a column has ${values.length} rows and not ${rows}`)
  return values
}
