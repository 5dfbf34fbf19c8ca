/**
 * A bundle by what is asked of it. Sections are read when they are first needed.
 */
import { Bundle } from './bundle.mjs'
import { damage } from './damage.mjs'
import { Dictionary } from './dictionary.mjs'
import {
  readChunks, readCore, readFacts, readMetadata, readSuggest, readSuggestShard, readTexts, readVocabulary, readWords,
} from './sections.mjs'

/** @typedef {import('./sections.mjs').Page} Page */
/** @typedef {import('./sections.mjs').Chunk} Chunk */

export class Reader {
  /** @type {Map<number, { pages: Page[], chunks: Chunk[] }>} */
  #texts = new Map()
  /** @type {Map<string, Dictionary>} */
  #dictionaries = new Map()

  /** @param {string} folder */
  constructor(folder) {
    this.bundle = new Bundle(folder)
    this.core = readCore(this.bundle.section('core'))
    this.chunks = readChunks(this.bundle.section('chunks'))
  }

  /**
   * The dictionary of a language.
   * @param {string} tag
   */
  dictionary(tag) {
    const language = this.core.languages.find((own) => own.tag === tag)
    if (!language) throw damage('core', `no language ${tag}`)
    const known = this.#dictionaries.get(tag) ?? new Dictionary(this.bundle, language, this.chunks)
    this.#dictionaries.set(tag, known)
    return known
  }

  /**
   * A chunk by its number, with its page.
   * @param {number} number
   */
  chunk(number) {
    const { texts } = this.core
    const shard = texts.findLastIndex((first) => first <= number)
    const { pages, chunks } = this.#shardOfTexts(shard)
    const chunk = chunks[number - texts[shard]]
    if (!chunk) throw damage(`text/${shard}`, `no chunk ${number}`)
    return { ...chunk, page: pages[chunk.page] }
  }

  /** All pages in their order, each with its language and its chunks. */
  get pages() {
    const { counts, firsts, languages } = this.chunks
    return counts.map((count, page) => {
      const chunks = Array.from({ length: count }, (_, own) => this.chunk(firsts[page] + own))
      return { ...chunks[0]?.page, language: this.core.languages[languages[page]].tag, chunks }
    })
  }

  /**
   * The letters that lead to prepared questions, each with the number of a shard; none without such questions.
   * @returns {[string, number][]}
   */
  get suggest() {
    const section = this.bundle.section('suggest')
    return section ? readSuggest(section) : []
  }

  /**
   * A shard of prepared questions.
   * @param {number} number
   */
  suggested(number) {
    const name = `suggest/${number}`
    return readSuggestShard(this.bundle.section(name), name)
  }

  /**
   * The metadata of every page; `undefined` if no page has any.
   * @returns {ReturnType<typeof readMetadata> | undefined}
   */
  get metadata() {
    const section = this.bundle.section('metadata')
    return section && readMetadata(section)
  }

  /**
   * Words to propose; `undefined` in a bundle of one file, whose dictionary is at hand.
   * @param {string} tag
   * @returns {ReturnType<typeof readVocabulary> | undefined}
   */
  vocabulary(tag) {
    const name = `vocabulary/${tag}`
    const section = this.bundle.section(name)
    return section && readVocabulary(section, name)
  }

  get facts() {
    return readFacts(this.bundle.section('facts'))
  }

  get words() {
    return readWords(this.bundle.section('words'))
  }

  /** @param {number} number */
  #shardOfTexts(number) {
    const name = `text/${number}`
    const known = this.#texts.get(number) ?? readTexts(this.bundle.section(name), name)
    this.#texts.set(number, known)
    return known
  }
}
