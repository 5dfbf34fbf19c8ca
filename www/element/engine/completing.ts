/**
 * Completes typed text with prepared questions, from the files `suggest` and `suggest/<n>` of `docs/format.md`, which
 * are fetched for it alone. In the engine this would add 4 KB to the download before a first answer. The command
 * completes with `src/pre_retrieval/suggestions/`; `tests/e2e/completing.spec.js` compares the two.
 */
// So that the browser fetches it together with the others.
import './beginnings.js'
import { decode, directory, strings, varints } from './columns.js'
import { Typed, best } from './typed.js'
import type { Completion, Stats, SuggestOptions, Suggestions } from '../api.js'
import type { Entry } from './bundle-files.js'
import type { Prepared } from './typed.js'

const TABLE = 'suggest'
const DIRECTORY = 'files/suggest/0'
const MOST = 100
/** The maximum number of shards that are read for one text: of the words with the most letters that lead anywhere. */
const MOST_SHARDS = 3
/** The maximum number of words to complete: a visitor who types more needs no proposals. */
const MOST_WORDS = 16

/** The columns of `suggest/<n>`: languages, and of each question its text, language, turn, last day and section. */
type Shard = [tags: Uint8Array[], texts: Uint8Array[], languages: Uint8Array, turns: Uint8Array, days: Uint8Array[], places: Uint8Array]

/** Reads a file with a function that is given its content. */
export type ReadFile = <T>(file: Entry, use: (content: Uint8Array) => T) => Promise<T>

export class Completing {
  #read
  #stats
  /** Letters, and the shards to which they lead. */
  #table: Promise<[string, number][]> | undefined
  /** Read shards, by number; a file is at most 16 KB. */
  #shards: Map<number, Promise<Prepared[]>> = new Map()
  /** Sections that share a file with the table. */
  #beside: Map<string, Uint8Array> = new Map()
  /** The files of shards. */
  #listed: Entry[] = []

  /** @param read what is made of a file's content */
  constructor(read: ReadFile, stats: Stats) {
    this.#read = read
    this.#stats = stats
  }

  async suggest(text: string, { limit = 3, lang = '', today = '' }: SuggestOptions): Promise<Suggestions> {
    if (!Number.isInteger(limit) || limit < 1 || limit > MOST) {
      throw Object.assign(new Error(`limit must be a whole number from 1 to ${MOST}`), { code: 'INVALID_OPTION' })
    }
    const typed = new Typed(text, primary(lang), today)
    const samples = typed.words.length === 0 ? this.#samples(typed.lang) : []
    if (samples.length > 0) return { suggestions: samples.slice(0, limit) }
    const found = typed.words.length > MOST_WORDS ? [] : await this.#found(typed, limit)
    return { suggestions: found.map(({ text, lang }) => ({ text, lang })) }
  }

  /** The site's sample questions for a page. @param page its language */
  #samples(page: string): Completion[] {
    const own = this.#stats.suggestions.filter(({ lang }) => page === '' || lang === '' || primary(lang) === page)
    return own.map(({ question, lang }) => ({ text: question, lang: lang || page }))
  }

  async #found(typed: Typed, limit: number) {
    const table = await (this.#table ??= this.#open().catch((thrown) => { this.#table = undefined; throw thrown }))
    // Fewer letters lead to the questions of which the last letters are misspelt.
    for (const fewer of [0, 1]) {
      const shards = await Promise.all(ledTo(table, typed, fewer).map((number) => this.#shard(number)))
      const found = best(shards.flat(), typed, limit)
      if (found.length > 0) return found
    }
    return []
  }

  /**
   * Reads the table, and the directory of the shards, if they are several.
   * @returns none if the bundle has no prepared questions
   */
  async #open(): Promise<[string, number][]> {
    const named = (name: string) => this.#stats.files.find(({ sections }) => sections.includes(name))
    const [own, listing] = [named(TABLE), named(DIRECTORY)]
    if (!own) return []
    const [beside, listed] = await Promise.all([this.#sections(own), listing && this.#sections(listing)])
    this.#beside = beside
    this.#listed = listed ? directory(TABLE, listed.get(DIRECTORY)) : []
    const [lengths, texts, shards] = decode(beside.get(TABLE)) as Uint8Array[]
    const numbers = varints(shards)
    return strings([lengths, texts]).map((letters, row) => [letters, numbers[row]])
  }

  #shard(number: number) {
    const read = this.#shards.get(number) ?? this.#readShard(number)
    this.#shards.set(number, read)
    read.catch(() => this.#shards.delete(number))
    return read
  }

  async #readShard(number: number): Promise<Prepared[]> {
    const name = `${TABLE}/${number}`
    const file = this.#listed[number]
    const sections = file ? await this.#sections(file) : this.#beside
    const [tags, texts, languages, turns, days, places] = decode(sections.get(name)) as Shard
    const [known, until, section] = [strings(tags), strings(days), varints(places)]
    return strings(texts).map((text, row) => (
      { text, lang: known[languages[row]], validUntil: until[row], turn: turns[row], section: section[row] }))
  }

  /** The sections of a file, by name. */
  #sections(file: Entry): Promise<Map<string, Uint8Array>> {
    return this.#read(file, (content) => new Map((decode(content) as [[string, Uint8Array][]])[0]))
  }
}

/**
 * The shards to which typed words lead, those of most letters first; with `fewer`, those to which that many steps less
 * lead.
 */
function ledTo(table: [string, number][], typed: Typed, fewer: number) {
  const chosen = typed.leading().flatMap((word) => {
    const steps = table.filter(([letters]) => word.startsWith(letters))
    const last = steps[steps.length - 1 - fewer]
    return last ? [last] : []
  })
  chosen.sort(([one], [other]) => other.length - one.length)
  // No letters lead to questions of the whole site, which words with letters need not wait for.
  const hasLetters = chosen.some(([letters]) => letters !== '')
  const numbers = chosen.filter(([letters]) => letters !== '' || !hasLetters).map(([, number]) => number)
  return [...new Set(numbers)].slice(0, MOST_SHARDS)
}

/** The language of a tag. */
function primary(tag: string) {
  return tag.split('-')[0].toLowerCase()
}
