/**
 * The dictionary of a language: `terms/<language>/<n>` and `long/<language>`, and the lists of postings in them or in
 * `heads/<language>/<n>` and `tails/<language>/<n>`.
 */
import { Cursor, bytes, compareBytes, frontCoded, numbers, strings, struct } from './columns.mjs'
import { check } from './damage.mjs'
import { beginning, foldKey } from './words.mjs'

/** Numbers that say of a long list where it is. */
const LONG = 8
/** What a posting counts of headings and titles at most. */
const MOST = 3

/** @typedef {import('./bundle.mjs').Bundle} Bundle */
/** @typedef {{ counts: number[], firsts: number[] }} Pages chunks of every page, and the first of them */
/** @typedef {{ chunk: number, body: number, headings: number, title: number }} Posting */
/** @typedef {{ head: number, tail: number, inTail: number, most: number[], least: number[] }} LongList */
/** @typedef {'beginning' | 'stem' | 'word' | 'only word'} Kind */
/**
 * @typedef {object} Row
 * @property {Kind} kind
 * @property {string} text
 * @property {string} stem
 * @property {number} documentFrequency
 * @property {string} section where it stands
 * @property {LongList} [long] where its postings are, if not beside it
 * @property {{ gaps: Uint8Array, frequencies: Uint8Array }} [list] the postings, if they are
 */

/** @type {Kind[]} */
const KINDS = ['beginning', 'stem', 'word', 'only word']

export class Dictionary {
  #bundle
  #language
  #pages
  /** @type {Map<string, Row[]>} */
  #shards = new Map()

  /**
   * @param {Bundle} bundle
   * @param {import('./sections.mjs').Language} language
   * @param {Pages} pages
   */
  constructor(bundle, language, pages) {
    this.#bundle = bundle
    this.#language = language
    this.#pages = pages
  }

  /** All rows, those of long lists last. */
  get rows() {
    const { tag, shards } = this.#language
    const names = shards.map((_, number) => `terms/${tag}/${number}`)
    return [...names, `long/${tag}`].flatMap((name) => this.shard(name))
  }

  /**
   * All spellings of a word in lower case: rows of words with its fold key. Of a frequent word that is the only one
   * with its key nothing but `long/<language>` is read.
   * @param {string} word
   */
  find(word) {
    const key = foldKey(word)
    const has = (/** @type {Row} */ row) => isWord(row) && foldKey(row.text) === key
    const long = this.shard(`long/${this.#language.tag}`).filter(has)
    if (long.some(({ kind }) => kind === 'only word')) return long
    return [...long, ...this.shardOf(key).filter(has)]
  }

  /**
   * The postings of all words of a stem, or with a beginning, united: those of their common row, or of themselves.
   * @param {'stem' | 'beginning'} kind
   * @param {string} text
   */
  united(kind, text) {
    const { tag } = this.#language
    const rows = [...this.shard(`long/${tag}`), ...this.shardOf(foldKey(text))]
    const common = rows.find((row) => row.kind === kind && row.text === text)
    if (common) return this.postings(common)
    const own = (/** @type {Row} */ row) => kind === 'stem' ? row.stem : beginning(foldKey(row.text), tag)
    const words = rows.filter((row) => isWord(row) && own(row) === text)
    return unite(words.flatMap((row) => this.postings(row)))
  }

  /**
   * The rows of the shard in which everything with this fold key stands: the last one whose first key is not above
   * it, or the first of all.
   * @param {string} key
   */
  shardOf(key) {
    const { tag, shards } = this.#language
    const last = shards.findLastIndex((first) => compareBytes(first, key) <= 0)
    return shards.length ? this.shard(`terms/${tag}/${Math.max(last, 0)}`) : []
  }

  /**
   * All postings of a row, ascending by chunk.
   * @param {Row} row
   * @returns {Posting[]}
   */
  postings(row) {
    if (row.list) return readPostings(row.list, this.#pages, row.section)
    const { head, tail, inTail } = /** @type {LongList} */ (row.long)
    const lists = [this.#apart('heads', head, row.documentFrequency - inTail)]
    if (inTail > 0) lists.push(this.#apart('tails', tail, inTail))
    return lists.flat().sort((one, other) => one.chunk - other.chunk)
  }

  /**
   * The rows of a section.
   * @param {string} name
   */
  shard(name) {
    const known = this.#shards.get(name) ?? readShard(this.#bundle.section(name), name)
    this.#shards.set(name, known)
    return known
  }

  /**
   * The postings in a section of their own.
   * @param {string} kind
   * @param {number} number
   * @param {number} count
   */
  #apart(kind, number, count) {
    const name = `${kind}/${this.#language.tag}/${number}`
    const [gaps, frequencies] = struct(this.#bundle.section(name), 2, name, 1)
    bytes(frequencies, name, count)
    return readPostings({ gaps, frequencies }, this.#pages, name)
  }
}

/** @param {Row} row */
export function isWord({ kind }) {
  return kind === 'word' || kind === 'only word'
}

/**
 * Postings of several words as if they were of one.
 * @param {Posting[]} postings
 * @returns {Posting[]}
 */
function unite(postings) {
  /** @type {Map<number, Posting>} */
  const united = new Map()
  for (const { chunk, body, headings, title } of postings) {
    const before = united.get(chunk) ?? { body: 0, headings: 0, title: 0 }
    united.set(chunk, {
      chunk,
      body: before.body + body,
      headings: Math.min(before.headings + headings, MOST),
      title: Math.min(before.title + title, MOST),
    })
  }
  return [...united.values()].sort((one, other) => one.chunk - other.chunk)
}

/**
 * @param {unknown} value
 * @param {string} name
 * @returns {Row[]}
 */
function readShard(value, name) {
  const [words, kinds, starts, tailLengths, tails, counts, gapLengths, gaps, frequencies, long] = struct(value, 10, name, 1)
  const texts = frontCoded(words, name)
  const rows = texts.length
  const stemStarts = numbers(starts, name, rows)
  const stemTails = strings([tailLengths, tails], name, rows)
  const documentFrequencies = numbers(counts, name, rows)
  const kindOf = bytes(kinds, name, rows)
  const lists = readLists(numbers(gapLengths, name, rows), documentFrequencies, { gaps, frequencies, long }, name)
  return texts.map((text, row) => ({
    kind: KINDS[kindOf[row]],
    text,
    stem: Buffer.from(text).subarray(0, stemStarts[row]).toString() + stemTails[row],
    documentFrequency: documentFrequencies[row],
    section: name,
    ...lists[row],
  }))
}

/**
 * Where the postings of every row are.
 * @param {number[]} gapLengths plus 1
 * @param {number[]} counts
 * @param {{ gaps: unknown, frequencies: unknown, long: unknown }} columns
 * @param {string} name
 */
function readLists(gapLengths, counts, columns, name) {
  const gaps = new Cursor(columns.gaps, name)
  const frequencies = new Cursor(columns.frequencies, name)
  const long = new Cursor(columns.long, name)
  const lists = gapLengths.map((length, row) => {
    if (length === 0) return { long: readLong(long) }
    return { list: { gaps: gaps.take(length - 1), frequencies: frequencies.take(counts[row]) } }
  })
  for (const cursor of [gaps, frequencies, long]) cursor.end()
  return lists
}

/**
 * @param {Cursor} cursor
 * @returns {LongList}
 */
function readLong(cursor) {
  const [head, tail, inTail, ...bounds] = Array.from({ length: LONG }, () => cursor.varint())
  return { head, tail, inTail, most: bounds.slice(0, 3), least: bounds.slice(3) }
}

/**
 * @param {{ gaps: unknown, frequencies: Uint8Array }} list
 * @param {Pages} pages
 * @param {string} place
 * @returns {Posting[]}
 */
function readPostings({ gaps, frequencies }, pages, place) {
  const cursor = new Cursor(gaps, place)
  let page = -1
  let chunk = 0
  const postings = [...frequencies].map((packed) => {
    const gap = cursor.varint()
    const skipped = gap % 8 === 7 ? 7 + cursor.varint() : gap % 8
    const body = (packed & 15) === 15 ? 15 + cursor.varint() : packed & 15
    const onward = Math.floor(gap / 8)
    chunk = onward === 0 ? chunk + 1 + skipped : skipped
    page += onward
    check(chunk < (pages.counts[page] ?? 0), place, 'a posting of an unknown chunk')
    return { chunk: pages.firsts[page] + chunk, body, headings: packed >> 4 & 3, title: packed >> 6 }
  })
  cursor.end()
  return postings
}
