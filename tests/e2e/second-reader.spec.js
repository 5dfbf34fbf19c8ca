/**
 * Compares `docs/format.md` with the files of the builder: `examples/second-reader` knows only that page, and
 * reads bundles of sites with known words. A failure means that page, example and builder disagree.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { ascends, compareBytes } from '../../examples/second-reader/columns.mjs'
import { isWord } from '../../examples/second-reader/dictionary.mjs'
import { Reader } from '../../examples/second-reader/reader.mjs'
import { beginning, foldKey } from '../../examples/second-reader/words.mjs'
import { SORU } from './fixtures/built-site.js'
import { largeSite, smallSite } from './fixtures/letters-site.js'
import { count, groupBy, sum, together } from './fixtures/written-words.js'

/** @typedef {import('./fixtures/letters-site.js').Page} Page */
/** @typedef {import('./fixtures/written-words.js').Postings} Postings */

const run = promisify(execFile)
const PAGE = fileURLToPath(new URL('../../docs/format.md', import.meta.url))
const EXAMPLE = fileURLToPath(new URL('../../examples/second-reader/main.mjs', import.meta.url))
const QUIET = '[indexing.related]\nenabled = false\n'

const FACTS = [
  {
    question: 'Kaç gün?', answer: 'On gün.', source_url: 'tr/p02.html', aliases: ['Ne kadar?', 'Süre?'], lang: 'tr',
    category: 'süre', checked_on: '2026-01-15', valid_until: '2027-01-15', source_title: 'Süreler', source_quote: 'on gün',
  },
  { question: 'How long?', answer: 'Ten days.', source_url: 'en/p01.html', lang: 'en' },
]

/** @type {string} */
let folder
test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soru-reader-'))
})
test.afterEach(() => rm(folder, { recursive: true, force: true }))

/**
 * A reader of the bundle of a site.
 * @param {Record<string, string>} files
 * @param {string[]} args
 */
async function built(files, ...args) {
  const all = { 'soru.toml': `[site]\nlanguages = ["en", "tr"]\n${QUIET}`, ...files }
  for (const [path, text] of Object.entries(all)) {
    await mkdir(dirname(join(folder, 'site', path)), { recursive: true })
    await writeFile(join(folder, 'site', path), text)
  }
  const out = join(folder, 'bundle')
  const config = join(folder, 'site/soru.toml')
  const inputs = 'documents.jsonl' in files ? join(folder, 'site/documents.jsonl') : join(folder, 'site')
  await run(SORU, ['build', inputs, '--out', out, '--config', config, '--index-only', '--quiet', ...args])
  return new Reader(out)
}

for (const layout of ['single', 'sharded']) {
  test(`a reader that knows the page finds all of a small site, laid out ${layout}`, async () => {
    const { files, pages } = smallSite()
    const facts = join(folder, 'facts.json')
    await writeFile(facts, JSON.stringify(FACTS))
    const reader = await built(files, '--facts', facts, '--layout', layout)
    const ofAnswers = reader.bundle.files.filter(({ sections }) => !sections.includes('suggest'))
    expect(ofAnswers.length > 1).toBe(layout === 'sharded')
    expect(reader.bundle.counts).toMatchObject({ documents: pages.length, facts: FACTS.length })
    expectPages(reader, pages)
    expectDictionary(reader, pages)
    expectGroups(reader)
    expectWords(reader)
    if (layout === 'sharded') expectVocabulary(reader)
    const titleOf = (/** @type {string} */ address) => pages.find((page) => page.address === address)?.title
    expect(reader.facts).toEqual(FACTS.map((fact) => factOf({ source_title: titleOf(fact.source_url), ...fact })))
  })
}

test('a reader that knows the page finds the prepared questions by the first letters of their words', async () => {
  const { files, pages } = smallSite()
  const written = (/** @type {string} */ page, /** @type {string[]} */ ...questions) => JSON.stringify({ page, questions })
  const [english, turkish] = ['en', 'tr'].map((lang) => pages.find((page) => page.address.startsWith(`${lang}/`))?.address ?? '')
  const lines = [written(english, 'How do I pay?', 'HOW do I pay', 'when is it due'), written(turkish, 'Ücret ne zaman ödenir?')]
  const reader = await built({ ...files, 'questions.jsonl': lines.join('\n') })
  expect(reader.suggest).toEqual([['', 0]])
  const found = reader.suggested(0)
  const texts = (/** @type {string} */ tag) => found.filter(({ lang }) => lang === tag).map(({ text }) => text)
  expect(texts('en')).toEqual(expect.arrayContaining(['How do I pay?', 'when is it due']))
  expect(texts('en')).not.toContain('HOW do I pay')
  expect(texts('tr')).toContain('Ücret ne zaman ödenir?')
})

test('written questions have the words that answer them, and near misses', async () => {
  const text = 'Kapı gece on birde kapanır. Anahtar bekçidedir.'
  const page = `<html lang="tr"><title>Yurt</title><h1>Yurt</h1><p>${text}</p>`
  const line = {
    page: 'yurt.html',
    questions: [{ question: 'kaçta dönmeliyim?', answer: 'gece on birde' }, 'anahtar kimde?'],
    near_misses: ['yurt kaçta açılır?'],
  }
  const reader = await built({ 'yurt.html': page, 'questions.jsonl': JSON.stringify(line) })
  const [{ chunks: [chunk] }] = reader.pages
  const bytes = Buffer.from(chunk.text)
  expect(chunk.questions.map((/** @type {any} */ { question, answer }) => [question, bytes.subarray(...answer).toString()])).toEqual([
    ['kaçta dönmeliyim?', 'gece on birde'],
    ['anahtar kimde?', ''],
  ])
  expect(chunk.nearMisses).toEqual(['yurt kaçta açılır?'])
})

test('a reader that knows the page finds all of a site with long lists and directories', async () => {
  const { files, pages } = largeSite()
  const reader = await built(files)
  expect(reader.bundle.files.length).toBeGreaterThan(reader.bundle.named.length)
  expectPages(reader, pages)
  expectDictionary(reader, pages)
  expectVocabulary(reader)
  const { rows } = reader.dictionary('en')
  expect(rows.filter(({ long }) => long?.inTail).length).toBeGreaterThan(0)
  for (const kind of ['beginning', 'stem', 'word', 'only word']) {
    expect(rows.filter((row) => row.kind === kind).length, kind).toBeGreaterThan(0)
  }
})

test('short sections are in one chunk, with their byte offsets', async () => {
  const page = `<html lang="tr"><title>Yurt</title><h1>Yurt</h1><p>Çığır açık.</p><h2 id="oda">Oda</h2><p>İki yatak.</p>
<h3 id="fiyat">Fiyat</h3><p>Ucuz.</p><h2>Başvuru</h2>`
  const reader = await built({ 'yurt.html': page })
  const [{ chunks: [chunk, ...others] }] = reader.pages
  expect(others).toEqual([])
  expect(chunk.text).toBe('Çığır açık.\nOda\nİki yatak.\nFiyat\nUcuz.')
  const of = (/** @type {string} */ text) => Buffer.from(chunk.text).indexOf(text)
  expect(chunk.sections).toEqual([
    { start: 0, headings: [], anchor: '', isAnswer: false },
    { start: of('İki'), headings: ['Oda'], anchor: 'oda', isAnswer: false },
    { start: of('Ucuz'), headings: ['Oda', 'Fiyat'], anchor: 'fiyat', isAnswer: false },
  ])
  // A heading with nothing under it is no section, but its words find the page.
  expect(reader.dictionary('tr').rows.map(({ text }) => text)).toContain('başvuru')
})

test('pages of older versions name the newest', async () => {
  const page = (/** @type {string} */ text) => `<html lang="tr"><title>Yurt</title><h1>Yurt</h1><p>${text}</p>`
  const reader = await built({
    'el/1.0/yurt.html': page('Kapı onda kapanır.'), 'el/2.0/yurt.html': page('Kapı on birde kapanır, anahtar bekçidedir.'),
    'el/1.5/yurt.html': page('Kapı dokuzda kapanır, bekçi yoktur.'), 'el/1.5/oda.html': page('Odada iki yatak, bir masa var.'),
  })
  expect(reader.pages.map(({ id }) => id)).toEqual(['el/1.0/yurt.html', 'el/1.5/oda.html', 'el/1.5/yurt.html', 'el/2.0/yurt.html'])
  expect(reader.chunks.newest).toEqual([3, undefined, 3, undefined])
  expect(reader.chunks.isNews).toEqual([false, false, false, false])
  expect(reader.chunks.translations).toEqual([0, 0, 0, 0])
})

test('pages of older years name the newest, and news are marked', async () => {
  const page = (/** @type {string} */ title, /** @type {string} */ text) => `<html lang="tr"><title>${title}</title><h1>${title}</h1><p>${text}</p>`
  const reader = await built({
    'takvim-a.html': page('2024 Takvimi', 'Dersler eylülde başlar.'), 'takvim-b.html': page('2025–2026 Takvimi', 'Dersler ekimde başlar.'),
    'haberler/toren.html': page('Tören', 'Tören yapıldı.'),
  })
  expect(reader.chunks.newest).toEqual([undefined, 2, undefined])
  expect(reader.chunks.isNews).toEqual([true, false, false])
})

test('sections that answer a question are marked', async () => {
  const page = `<html lang="tr"><title>Yurt</title><h1>Yurt</h1><p>Çığır açık.</p>
<details><summary>Kapı kaçta kapanır?</summary><p>Gece on birde.</p></details>`
  const reader = await built({ 'yurt.html': page })
  const sections = reader.pages[0].chunks.flatMap((/** @type {any} */ chunk) => chunk.sections)
  expect(sections.map((/** @type {any} */ { headings, isAnswer }) => [headings, isAnswer])).toEqual([
    [[], false],
    [['Kapı kaçta kapanır?'], true],
  ])
})

test('runs become the tokens that the page describes', async () => {
  const rows = (await readFile(PAGE, 'utf8')).matchAll(/^\|[^|]*\| `([^`]+)`: ([^|]+) \|([^|]*)\|$/gm)
  const examples = [...rows].map(([, run, own, extras]) => ({ run, words: spans(own), extras: spans(extras) }))
  expect(examples.length).toBeGreaterThan(10)
  const line = (/** @type {{ run: string }} */ { run }, /** @type {number} */ number) =>
    JSON.stringify({ id: String(number).padStart(2, '0'), title: '', text: run, lang: 'en' })
  const reader = await built({ 'documents.jsonl': examples.map(line).join('\n') })
  const dictionary = reader.dictionary('en')
  const found = examples.map(() => /** @type {string[]} */ ([]))
  for (const row of dictionary.rows.filter(isWord)) {
    for (const { chunk } of dictionary.postings(row)) found[chunk].push(row.text)
  }
  expect(found.map((own) => own.sort())).toEqual(examples.map(({ words, extras }) => [...words, ...extras].sort()))
  expect(reader.chunks.bodyWords).toEqual(examples.map(({ words }) => words.length))
})

test('fold keys replace and remove the letters and marks that the page lists', async () => {
  const [, marks, listed] = (await readFile(PAGE, 'utf8')).match(/\*\*Fold keys\*\*([^]*?)```text\n([^]*?)```/) ?? []
  const replaced = new Map([...listed.matchAll(/(\S+) (\S+)/g)].flatMap(([, key, letters]) =>
    [...letters].map((letter) => /** @type {[string, string]} */ ([letter, key]))))
  expect(replaced.size).toBeGreaterThan(160)
  const ranges = [...marks.matchAll(/U\+([0-9A-F]+)(?:–([0-9A-F]+))?/g)].map(([, first, last = first]) => [parseInt(first, 16), parseInt(last, 16)])
  expect(ranges.length).toBeGreaterThan(20)
  const isMark = (/** @type {number} */ code) => ranges.some(([first, last]) => first <= code && code <= last)
  const expected = (/** @type {number} */ code) => {
    const letter = String.fromCodePoint(code)
    return isMark(code) ? '' : replaced.get(letter) ?? letter
  }
  const katakana = (await readFile(PAGE, 'utf8')).match(/Katakana from U\+(\w+) to U\+(\w+), U\+(\w+) and U\+(\w+) are the hiragana (\d+) code\s+points before/)
  const [first, last, mark, voiced, before] = katakana?.slice(1).map((code, at) => parseInt(code, at < 4 ? 16 : 10)) ?? []
  expect(before).toBe(96)
  for (const code of [...Array.from({ length: last - first + 1 }, (_, at) => first + at), mark, voiced]) {
    replaced.set(String.fromCodePoint(code), String.fromCodePoint(code - before))
  }
  const codes = Array.from({ length: 0xE0200 }, (_, code) => code).filter((code) => code < 0xD800 || code > 0xDFFF)
  const wrong = codes.filter((code) => foldKey(String.fromCodePoint(code)) !== expected(code))
  expect(wrong.map((code) => code.toString(16))).toEqual([])
})

test('the example prints the content of a bundle, and the positions of a word', async () => {
  const text = `Fees are due. ${'More is said here. '.repeat(8)}`
  await built({ 'fees.html': `<html lang="en"><title>Fees</title><h1>Fees</h1><p>${text}</p>` })
  const printed = async (/** @type {string[]} */ ...args) =>
    (await run(process.execPath, [EXAMPLE, join(folder, 'bundle'), ...args])).stdout
  expect(await printed()).toContain('fees.html "Fees": 1 chunks')
  expect(await printed('FEES')).toContain('0 fees.html Fees {"body":1,"headings":0,"title":1}')
})

test('a truncated or altered file is distinguished from a sound one', async () => {
  const reader = await built(smallSite().files)
  const path = join(folder, 'bundle', reader.bundle.named[0].name)
  const stored = await readFile(path)
  for (const damaged of [stored.subarray(1), Buffer.from(stored).fill(0, 40, 41)]) {
    await writeFile(path, damaged)
    expect(() => new Reader(join(folder, 'bundle'))).toThrow(expect.objectContaining({ code: 'CORRUPT_INDEX' }))
  }
  await writeFile(join(folder, 'bundle/manifest.msgpack'), '<!doctype html><title>Not found</title>')
  expect(() => new Reader(join(folder, 'bundle'))).toThrow(expect.objectContaining({ code: 'NOT_AN_INDEX' }))
})

/**
 * Pages and their chunks are shown as they were written.
 * @param {Reader} reader
 * @param {Page[]} pages
 */
function expectPages(reader, pages) {
  const ids = pages.map(({ id }) => id)
  expect(ascends(ids, compareBytes)).toBe(true)
  const found = reader.pages
  expect(found.map(({ id }) => id)).toEqual(ids)
  const shown = found.map(({ title, address, language, metadata, chunks }) => ({
    title, address, language, metadata, sections: chunks.map(({ text, sections: [{ headings, anchor }] }) => ({
      headings, anchor, text: text.replace(/\.$/, ''),
    })),
  }))
  const written = pages.map(({ title, address, language, metadata, sections }) =>
    ({ title, address, language, metadata, sections }))
  expect(shown).toEqual(written)
  expect(found.flatMap(({ chunks }) => chunks).every(({ sections }) => sections.length === 1 && sections[0].start === 0)).toBe(true)
  const metadata = pages.map((page) => page.metadata)
  expect(reader.metadata).toEqual(metadata)
}

/**
 * Every word of a language is found where it was written and nowhere else, by itself and united with others.
 * @param {Reader} reader
 * @param {Page[]} pages
 */
function expectDictionary(reader, pages) {
  for (const { tag, chunks, means } of reader.core.languages) {
    const written = count(pages, tag)
    expect(chunks).toBe(written.lengths.length)
    expect(means).toEqual([0, 1, 2].map((field) => sum(written.lengths.map((own) => own[field])) / chunks))
    expectLengths(reader, tag, written.lengths)
    const dictionary = reader.dictionary(tag)
    const words = dictionary.rows.filter(isWord)
    expect(words.map(({ text }) => text).sort()).toEqual([...written.postings.keys()].sort())
    expectOrder(reader, tag)
    /** @type {unknown[]} */
    const astray = words.filter((row) => !dictionary.find(row.text).includes(row))
    expect(astray).toEqual([])
    const wrong = words.filter((row) => row.documentFrequency !== written.postings.get(row.text)?.length ||
      !isSame(dictionary.postings(row), together(written.postings.get(row.text) ?? [])))
    expect(wrong.map(({ text }) => text)).toEqual([])
    expectUnited(dictionary, tag, written.postings)
  }
}

/**
 * Rows ascend by fold key, kind and text, and words that are the only ones with their key say so.
 * @param {Reader} reader
 * @param {string} tag
 */
function expectOrder(reader, tag) {
  const dictionary = reader.dictionary(tag)
  const { shards } = reader.core.languages.find((own) => own.tag === tag) ?? { shards: [] }
  const keys = new Map()
  for (const { text } of dictionary.rows.filter(isWord)) keys.set(foldKey(text), (keys.get(foldKey(text)) ?? 0) + 1)
  for (const name of [...shards.map((_, number) => `terms/${tag}/${number}`), `long/${tag}`]) {
    const rows = dictionary.shard(name)
    const places = rows.map((row) => `${foldKey(row.text)}\0${['beginning', 'stem', 'word', 'only word'].indexOf(row.kind)}\0${row.text}`)
    expect(ascends(places, compareBytes), name).toBe(true)
    const mistaken = rows.filter(isWord).filter(({ kind, text }) => (kind === 'only word') !== (keys.get(foldKey(text)) === 1))
    expect(mistaken, name).toEqual([])
  }
}

/**
 * The words of a stem, and those with a beginning, are found together: by their row, or one by one.
 * @param {import('../../examples/second-reader/dictionary.mjs').Dictionary} dictionary
 * @param {string} tag
 * @param {Postings} postings
 */
function expectUnited(dictionary, tag, postings) {
  const words = dictionary.rows.filter(isWord)
  const stems = groupBy(words, ({ stem }) => stem)
  const longStems = new Set(dictionary.rows.filter(({ kind, long }) => kind === 'stem' && long).map(({ text }) => text))
  const of = (/** @type {{ text: string }[]} */ rows) => together(rows.flatMap(({ text }) => postings.get(text) ?? []))
  const wrong = []
  for (const [stem, own] of stems) {
    // The long row of a stem counts the word that equals the stem, regardless of its own stem.
    const bare = words.filter(({ text, stem: other }) => longStems.has(stem) && text === stem && other !== stem)
    if (!isSame(dictionary.united('stem', stem), of([...own, ...bare]))) wrong.push(stem)
  }
  const beginnings = groupBy(words, ({ text }) => beginning(foldKey(text), tag))
  for (const [start, own] of beginnings) {
    if (start && !isSame(dictionary.united('beginning', start), of(own))) wrong.push(`${start}…`)
  }
  expect(wrong).toEqual([])
}

/**
 * @param {Reader} reader
 * @param {string} tag
 * @param {number[][]} lengths
 */
function expectLengths(reader, tag, lengths) {
  const { pageOf, languages, bodyWords, titleWords } = reader.chunks
  const own = pageOf.flatMap((page, chunk) => reader.core.languages[languages[page]].tag === tag ? [chunk] : [])
  const isNear = (/** @type {number} */ read, /** @type {number} */ words) =>
    words < 8 ? read === words : Math.abs(read / words - 1) < 0.13
  const wrong = own.filter((chunk, at) =>
    !isNear(bodyWords[chunk], lengths[at][0]) || !isNear(titleWords[pageOf[chunk]], lengths[at][2]))
  expect(wrong).toEqual([])
}

/** The passage on two pages is one group, and the only one. */
function expectGroups(/** @type {Reader} */ reader) {
  const grouped = reader.chunks.groups.flatMap((group, chunk) => group ? [[group, chunk]] : [])
  expect(grouped.map(([group]) => group)).toEqual([1, 1])
  const [one, other] = grouped.map(([, chunk]) => reader.chunk(chunk))
  expect(one.text).toBe(other.text)
  expect(one.page.id).not.toBe(other.page.id)
}

/** The bundle has the words of its languages, English and Turkish, and of no other. */
function expectWords(/** @type {Reader} */ reader) {
  const { all: [time], turkish, english, others } = reader.words
  expect(time.split(',')).toEqual(expect.arrayContaining(['when', 'ne zaman']))
  const [, , when] = english
  expect(when.split(',')).toContain('when')
  expect(turkish[2].split(',')).toContain('ne zaman')
  expect(others).toEqual([])
}

/** Words of a dictionary are in the vocabulary, with the chunks that contain any of their spellings. */
function expectVocabulary(/** @type {Reader} */ reader) {
  for (const { tag } of reader.core.languages) {
    const rows = reader.dictionary(tag).rows.filter(isWord)
    const isProposed = (/** @type {{ text: string }} */ { text }) =>
      [...text].length <= 32 && [...text].length === [...foldKey(text)].length
    const keys = groupBy(rows.filter(isProposed), ({ text }) => foldKey(text))
    const found = reader.vocabulary(tag) ?? []
    expect(ascends(found.map(({ word }) => foldKey(word)), compareBytes)).toBe(true)
    const written = [...keys.values()].map((own) => {
      const most = own.toSorted((one, other) =>
        other.documentFrequency - one.documentFrequency || compareBytes(one.text, other.text))[0]
      return `${most.text} ${Math.floor(Math.log2(sum(own.map((row) => row.documentFrequency))))}`
    })
    expect(found.map(({ word, commonness }) => `${word} ${commonness}`).sort()).toEqual(written.sort())
  }
}

/** Returns the texts between backticks. */
function spans(/** @type {string} */ cell) {
  return [...cell.matchAll(/`([^`]+)`/g)].map(([, span]) => span)
}

/** @param {Partial<typeof FACTS[0]>} given */
function factOf(given) {
  return {
    question: given.question,
    answer: given.answer,
    source: given.source_url,
    aliases: given.aliases ?? [],
    language: given.lang,
    category: given.category ?? '',
    checkedOn: given.checked_on ?? '',
    validUntil: given.valid_until ?? '',
    title: given.source_title ?? '',
    quotation: given.source_quote ?? '',
  }
}

/**
 * @param {unknown} one
 * @param {unknown} other
 */
function isSame(one, other) {
  return JSON.stringify(one) === JSON.stringify(other)
}
