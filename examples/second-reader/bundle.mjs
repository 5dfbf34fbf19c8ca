/**
 * A bundle as a folder of files: the manifest, the data files that it or a directory names, and the sections in them.
 *
 * Only files that are named are read, each once, and none before its size and hash were checked. What is in a section
 * is the business of `sections.mjs` and `dictionary.mjs`.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { bytes, numbers, struct } from './columns.mjs'
import { Damage, check } from './damage.mjs'
import { decode } from './messagepack.mjs'

/** The version of the format that this reader knows. */
const VERSION = 2
const MANIFEST = 'manifest.msgpack'
/** Bytes of a SHA-256 that a directory writes down. */
const LISTED_HASH = 12
const DIRECTORY = /^files\/(.+)\/(\d+)$/

/** @typedef {{ name: string, size: number, hash: Uint8Array, sections: string[] }} File */
/** @typedef {{ stem: string, first: number, section: string, files?: File[] }} Directory */

export class Bundle {
  #folder
  /** @type {Map<string, File>} by section */
  #files = new Map()
  /** @type {Directory[]} */
  #directories = []
  /** @type {Map<string, Uint8Array>} of the files that were read */
  #sections = new Map()

  /** @param {string} folder */
  constructor(folder) {
    this.#folder = folder
    const content = this.#content(readFileSync(join(folder, MANIFEST)))
    const [generator, files, configuration, counts, words] = struct(content, 5, MANIFEST)
    this.generator = /** @type {string} */ (generator)
    /** What `soru.toml` says to the engine. */
    this.configuration = /** @type {Map<string, any>} */ (configuration)
    this.counts = /** @type {Record<string, number>} */ (Object.fromEntries(counts))
    this.words = /** @type {Record<string, number>} */ (Object.fromEntries(words))
    /** The files that the manifest names. */
    this.named = files.map(namedFile)
    for (const file of this.named) this.#name(file)
  }

  /**
   * What a section holds; `undefined` if the bundle does not have it.
   * @param {string} name
   * @returns {any}
   */
  section(name) {
    const file = this.#files.get(name) ?? this.#listed(name)
    if (!file) return undefined
    if (!this.#sections.has(name)) this.#read(file)
    const found = this.#sections.get(name)
    return decode(bytes(found, `${file.name} without ${name}`), name)
  }

  /** All data files, in no order that matters. */
  get files() {
    return [...this.named, ...this.#directories.flatMap((directory) => this.#filesOf(directory))]
  }

  /** @param {Uint8Array} stored */
  #content(stored) {
    // `soru` as the first text of an array: what else there is, a later version may have changed.
    const [kind, ...start] = stored.subarray(0, 6)
    const isIndex = (kind & 0xf0) === 0x90 && Buffer.from(start).toString('latin1') === '\xa4soru'
    if (!isIndex) throw new Damage('NOT_AN_INDEX', `${MANIFEST} is no index`)
    const outer = decode(stored, MANIFEST)
    if (outer[1] !== VERSION) throw new Damage('UNSUPPORTED_VERSION', `version ${outer[1]} of the format`)
    const [, , build, content] = struct(outer, 4, MANIFEST)
    check(build === hex(sha256(content).subarray(0, 8)), MANIFEST, 'its content is not what was built')
    /** Changes whenever anything in the bundle does. */
    this.build = /** @type {string} */ (build)
    return decode(content, MANIFEST)
  }

  /** @param {File} file */
  #name(file) {
    for (const section of file.sections) {
      const [, stem, first] = section.match(DIRECTORY) ?? []
      // Directories of texts stand in two files, of which either will do.
      const isNew = stem && !this.#files.has(section)
      if (isNew) this.#directories.push({ stem, first: Number(first), section })
      this.#files.set(section, file)
    }
  }

  /**
   * The file of a numbered section that a directory lists.
   * @param {string} section
   */
  #listed(section) {
    const [, stem, digits] = section.match(/^(.+)\/(\d+)$/) ?? []
    const directory = stem && this.#directoryOf(stem, Number(digits))
    return directory ? this.#filesOf(directory)[Number(digits) - directory.first] : undefined
  }

  /**
   * The directory of a stem with the greatest first number that is not above this one.
   * @param {string} stem
   * @param {number} number
   */
  #directoryOf(stem, number) {
    const before = this.#directories.filter((own) => own.stem === stem && own.first <= number)
    return before.sort((one, other) => one.first - other.first).at(-1)
  }

  /** @param {Directory} directory */
  #filesOf(directory) {
    directory.files ??= listedFiles(directory, this.section(directory.section))
    return directory.files
  }

  /** @param {File} file */
  #read(file) {
    const stored = readFileSync(join(this.#folder, file.name))
    check(stored.length === file.size, file.name, `it has ${stored.length} bytes and not ${file.size}`)
    const isBuilt = Buffer.from(file.hash).equals(sha256(stored).subarray(0, file.hash.length))
    check(isBuilt, file.name, 'its content is not what was built')
    const [pairs] = struct(decode(gunzipSync(stored), file.name), 1, file.name)
    for (const pair of pairs) {
      const [name, held] = struct(pair, 2, file.name)
      this.#sections.set(name, bytes(held, file.name))
    }
  }
}

/**
 * @param {unknown} value
 * @returns {File}
 */
function namedFile(value) {
  const [name, size, hash, sections] = struct(value, 4, MANIFEST)
  check(/^[\w-][\w.-]*$/.test(name), MANIFEST, 'a file name that leads out of the bundle')
  return { name, size, hash: bytes(hash, MANIFEST, 32), sections }
}

/**
 * @param {Directory} directory
 * @param {unknown} value
 * @returns {File[]}
 */
function listedFiles({ stem, first, section }, value) {
  const [hashes, stored] = struct(value, 2, section)
  const sizes = numbers(stored, section)
  bytes(hashes, section, sizes.length * LISTED_HASH)
  return sizes.map((size, row) => {
    const hash = hashes.subarray(row * LISTED_HASH, (row + 1) * LISTED_HASH)
    const name = `${stem.split('/')[0]}-${hex(hash.subarray(0, 8))}.msgpack.bin`
    return { name, size, hash, sections: [`${stem}/${first + row}`] }
  })
}

/** @param {Uint8Array} held */
function sha256(held) {
  return createHash('sha256').update(held).digest()
}

/** @param {Uint8Array} held */
function hex(held) {
  return Buffer.from(held).toString('hex')
}
