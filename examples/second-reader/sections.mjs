/**
 * What is in the sections but for the dictionary: `core`, `chunks`, `text/<n>`, `suggest`, `suggest/<n>`, `metadata`,
 * `vocabulary/<language>`, `facts`, `words`. A function per section takes what MessagePack has made of it.
 *
 * Vectors, word pieces and related pages are left to another example.
 */
import { ascends, bytes, compareBytes, differences, numbers, strings, struct, unpackLength } from './columns.mjs'
import { check } from './damage.mjs'

const UNIT = '\x1f'
const RECORD = '\x1e'

/** @typedef {{ tag: string, chunks: number, means: number[], long: number, shards: string[] }} Language */
/** @typedef {{ start: number, headings: string[], anchor: string, isAnswer: boolean }} Section */
/**
 * A question, and the bytes of the text that answer it, from and to; 0 and 0 if these are not known.
 * @typedef {{ question: string, answer: [number, number] }} Question
 */
/**
 * `page`: its row in the shard; `unquoted`: bytes of its text that are never quoted, from and to; `nearMisses`:
 * questions that it seems to answer and does not.
 * @typedef {{ text: string, page: number, sections: Section[], unquoted: [number, number][], questions: Question[],
 * nearMisses: string[] }} Chunk
 */
/**
 * @typedef {object} Page
 * @property {string} id
 * @property {string} title
 * @property {string} address
 * @property {[string, string][]} metadata
 * @property {number} importance in 255ths
 */

/**
 * @param {unknown} value
 * @returns {{ languages: Language[], texts: number[] }} `texts`: the first chunk of every shard
 */
export function readCore(value) {
  const [languages, texts] = struct(value, 2, 'core')
  return { languages: languages.map(readLanguage), texts: differences(texts, 'core') }
}

/** @param {unknown} value */
function readLanguage(value) {
  const [tag, chunks, means, long, ...keys] = struct(value, 6, 'core')
  const shards = strings(keys, 'core')
  check(ascends(shards, compareBytes), 'core', 'shards do not ascend')
  return { tag, chunks, means: struct(means, 3, 'core'), long, shards }
}

/**
 * All pages and chunks: per page how many chunks it has, the first of them, language, words of the title, its set of
 * translations, 0 for none, its newest version, undefined if it is that itself, and whether it is news; per chunk its
 * page, the words of its body and its group of near-duplicates, 0 for none.
 * @param {unknown} value
 */
export function readChunks(value) {
  const [counts, languages, titleWords, bodyWords, groups, ...optional] = struct(value, 5, 'chunks', 3)
  const perPage = numbers(counts, 'chunks')
  const pageOf = perPage.flatMap((count, page) => Array(count).fill(page))
  const [translations, versions, news] = [0, 1, 2].map((at) => optional[at] === undefined ? [] : numbers(optional[at], 'chunks'))
  const newest = setsOf(versions, perPage.length)
  check(newest.every((page) => page <= perPage.length), 'chunks', 'a version of an unknown page')
  let behind = 0
  const lengths = (/** @type {unknown} */ column, /** @type {number} */ rows) =>
    [...bytes(column, 'chunks', rows)].map(unpackLength)
  return {
    counts: perPage,
    firsts: perPage.map((count) => (behind += count) - count),
    languages: [...bytes(languages, 'chunks', perPage.length)],
    titleWords: lengths(titleWords, perPage.length),
    pageOf,
    bodyWords: lengths(bodyWords, pageOf.length),
    groups: setsOf(numbers(groups, 'chunks'), pageOf.length),
    translations: setsOf(translations, perPage.length),
    newest: newest.map((page) => page > 0 ? page - 1 : undefined),
    isNews: setsOf(news, perPage.length).map((set) => set > 0),
  }
}

/**
 * @param {number[]} pairs members that are skipped, number of the set
 * @param {number} count
 */
function setsOf(pairs, count) {
  /** @type {number[]} */
  const sets = Array(count).fill(0)
  for (let at = 0, member = 0; at < pairs.length; at += 2, member++) {
    member += pairs[at]
    check(member < count && pairs[at + 1] > 0, 'chunks', 'a group of an unknown chunk')
    sets[member] = pairs[at + 1]
  }
  return sets
}

/**
 * A shard of texts: its pages, and its chunks with the row of their page.
 * @param {unknown} value
 * @param {string} place
 * @returns {{ pages: Page[], chunks: Chunk[] }}
 */
export function readTexts(value, place) {
  const [pages, importances, pageRows, counts, starts, sections, texts, ...marks] = struct(value, 7, place, 5)
  const [questions, answers, unquoted, extents, nearMisses] = marks
  const all = strings(texts, place)
  const sectionCounts = numbers(counts, place, all.length)
  const parts = readSections(starts, sections, place)
  for (const answer of answers === undefined ? [] : differences(answers, place)) {
    check(answer < parts.length, place, 'an answer that is no section')
    parts[answer].isAnswer = true
  }
  const parted = readRanges(unquoted, all.length, place)
  const asked = readPacked(questions, all.length, place)
  const answering = readRanges(extents, all.length, place)
  const missed = readPacked(nearMisses, all.length, place)
  check(sectionCounts.reduce((sum, count) => sum + count, 0) === parts.length, place, 'sections without a chunk')
  const rows = differences(pageRows, place, all.length)
  const chunks = all.map((text, row) => ({
    text,
    page: rows[row] - 1,
    sections: parts.splice(0, sectionCounts[row]),
    unquoted: parted[row],
    questions: asked[row].map((question, at) => ({ question, answer: answering[row][at] ?? [0, 0] })),
    nearMisses: missed[row],
  }))
  const shown = readPages(pages, importances, place)
  check(chunks.every(({ page }) => shown[page]), place, 'a chunk without a page')
  return { pages: shown, chunks }
}

/**
 * Per chunk, texts that are packed into one; none for a missing or empty column.
 * @param {unknown} column
 * @param {number} rows
 * @param {string} place
 */
function readPacked(column, rows, place) {
  const all = column === undefined ? [] : strings(column, place)
  check(all.length === 0 || all.length === rows, place, 'questions without a chunk')
  return Array.from({ length: rows }, (_, row) => (all[row] ?? '').split(UNIT).filter(Boolean))
}

/**
 * Per chunk, ranges of its text.
 * @param {unknown} column
 * @param {number} rows
 * @param {string} place
 */
function readRanges(column, rows, place) {
  /** @type {[number, number][][]} */
  const ranges = Array.from({ length: rows }, () => [])
  const all = column === undefined ? [] : numbers(column, place)
  for (let at = 0, row = 0; at < all.length; at += 3) {
    const [further, start, length] = all.slice(at, at + 3)
    row += further
    check(length !== undefined && row < rows, place, 'a range without a chunk')
    ranges[row].push([start, start + length])
  }
  return ranges
}

/**
 * @param {unknown} value
 * @param {unknown} importances
 * @param {string} place
 * @returns {Page[]}
 */
function readPages(value, importances, place) {
  const [ids, titles, addresses, metadata] = struct(value, 4, place).map((column) => strings(column, place))
  const all = bytes(importances, place, ids.length)
  return ids.map((id, row) => ({
    id,
    title: titles[row],
    address: addresses[row],
    metadata: entries(metadata[row]),
    importance: all[row],
  }))
}

/**
 * @param {unknown} starts
 * @param {unknown} value
 * @param {string} place
 * @returns {Section[]}
 */
function readSections(starts, value, place) {
  const [headings, anchors] = struct(value, 2, place).map((column) => strings(column, place))
  const offsets = numbers(starts, place, headings.length)
  return offsets.map((start, row) => ({
    start,
    headings: headings[row].split(UNIT).filter(Boolean),
    anchor: anchors[row],
    isAnswer: false,
  }))
}

/**
 * The metadata of every page.
 * @param {unknown} value
 */
export function readMetadata(value) {
  return strings(value, 'metadata').map(entries)
}

/**
 * @param {string} packed
 * @returns {[string, string][]}
 */
function entries(packed) {
  const records = packed ? packed.split(RECORD) : []
  return records.map((record) => {
    const [key, ...held] = record.split(UNIT)
    return [key, held.join(UNIT)]
  })
}

/**
 * The letters that lead to prepared questions, each with the number of a shard.
 * @param {unknown} value
 * @returns {[string, number][]}
 */
export function readSuggest(value) {
  const [lengths, text, shards] = struct(value, 3, 'suggest')
  const letters = strings([lengths, text], 'suggest')
  const led = numbers(shards, 'suggest', letters.length)
  return letters.map((own, row) => [own, led[row]])
}

/**
 * A shard of prepared questions, the best first.
 * @param {unknown} value
 * @param {string} place
 */
export function readSuggestShard(value, place) {
  const [tags, texts, languages, turns, days, places] = struct(value, 6, place)
  const known = strings(tags, place)
  const all = strings(texts, place)
  const rows = all.length
  const [language, turn] = [languages, turns].map((column) => bytes(column, place, rows))
  const until = strings(days, place, rows)
  const section = numbers(places, place, rows)
  return all.map((text, row) => (
    { text, lang: known[language[row]], validUntil: until[row], turn: turn[row], section: section[row] }))
}

/**
 * Words to propose, with ⌊log₂⌋ of the chunks that each stands in.
 * @param {unknown} value
 * @param {string} place
 */
export function readVocabulary(value, place) {
  const [shared, lengths, commonness, text] = struct(value, 4, place)
  const rows = bytes(shared, place).length
  bytes(commonness, place, rows)
  let at = 0
  /** @type {string[]} characters, which in JavaScript are not what a text's length counts */
  let letters = []
  return [...bytes(lengths, place, rows)].map((length, row) => {
    const own = Buffer.from(text.subarray(at, at += length)).toString()
    letters = [...letters.slice(0, shared[row]), ...own]
    return { word: letters.join(''), commonness: commonness[row] }
  })
}

/** @param {unknown[]} value */
export function readFacts(value) {
  return value.map((fact) => {
    const [question, answer, source, aliases, language, category, checkedOn, validUntil, title, quotation] =
      struct(fact, 10, 'facts')
    return { question, answer, source, aliases, language, category, checkedOn, validUntil, title, quotation }
  })
}

/**
 * The lists of words: each language's by their places in the tables of the page.
 * @param {unknown} value
 * @returns {{ all: string[], turkish: string[], english: string[], others: string[] }}
 */
export function readWords(value) {
  const [all, turkish, english, others] = struct(value, 4, 'words')
  return { all, turkish, english, others }
}
