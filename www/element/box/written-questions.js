/**
 * Questions written for the site's sections, a limited selection in one file per language: they complete the typed
 * text. No answer waits for them. The code is loaded on sites that have such a file.
 */
import { unpack } from '../engine/unpack.js'

const NAME = /^questions-[0-9a-f]{16}\.msgpack\.gz$/
/** The maximum wait for the browser to be idle, in milliseconds. */
const PATIENCE = 2000
/** The wait in browsers that do not report idle time. */
const PAUSE = 300

/**
 * @param {string} bundle absolute address of its folder
 * @param {string} file
 * @returns {Promise<string[]>} the best first; empty if they are unavailable, or the visitor saves data
 */
export async function writtenQuestions(bundle, file) {
  const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator)
  if (connection?.saveData || !NAME.test(file)) return []
  await idle()
  try {
    const response = await unpack(new URL(file, bundle), { priority: 'low' })
    return response.ok ? questionsIn(new Uint8Array(await response.arrayBuffer())) : []
  } catch {
    return []
  }
}

function idle() {
  return new Promise((resolve) => {
    if (typeof requestIdleCallback === 'function') requestIdleCallback(resolve, { timeout: PATIENCE })
    else setTimeout(resolve, PAUSE)
  })
}

/**
 * The file has one section, a column of texts: their lengths, then the texts concatenated.
 * @param {Uint8Array} file
 */
function questionsIn(file) {
  const [[[, section]]] = new Decoder(file).value()
  const [lengths, texts] = new Decoder(section).value()
  const utf8 = new TextDecoder('utf-8', { fatal: true })
  let end = 0
  return numbers(lengths).map((length) => utf8.decode(texts.subarray(end, end += length)))
}

/** Unsigned LEB128. @param {Uint8Array} bytes */
function numbers(bytes) {
  const all = []
  let [value, shift] = [0, 0]
  for (const byte of bytes) {
    value += (byte & 127) << shift
    shift += 7
    if (byte > 127) continue
    all.push(value)
    value = shift = 0
  }
  return all
}

/** Decodes the part of MessagePack in such a file: lists, texts and bytes. */
class Decoder {
  #bytes
  #at = 0

  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.#bytes = bytes
  }

  /** @returns {any} */
  value() {
    const kind = this.#bytes[this.#at++]
    if (kind >> 4 === 9) return Array.from({ length: kind & 15 }, () => this.value())
    if (kind >> 5 === 5) return this.#take(kind & 31)
    const width = { 0xd9: 1, 0xc4: 1, 0xc5: 2, 0xc6: 4 }[kind]
    if (!width) throw new TypeError('no list, text or bytes')
    return this.#take(this.#take(width).reduce((sum, byte) => sum * 256 + byte, 0))
  }

  /** @param {number} length */
  #take(length) {
    this.#at += length
    return this.#bytes.subarray(this.#at - length, this.#at)
  }
}
