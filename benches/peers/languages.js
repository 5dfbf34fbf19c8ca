/**
 * How well other engines find pages in each language: nDCG@10 over sets of questions with known pages.
 *
 *     node languages.js --sets FOLDER --work FOLDER --soru PROGRAM [--engines soru,pagefind]
 *
 * Prints a table. Every folder in FOLDER with `corpus.jsonl` (`id`, `title`, `text`, `lang`), `queries.jsonl` and
 * `qrels.tsv` is a set, as for `soru eval --set`, which measures Soru. Other engines are set up as `run.js` has them. lunr
 * has lunr-languages where that knows the language, and otherwise its own analysis, which is English. Before the first
 * run: `npm install` here.
 */
import { execFile } from 'node:child_process'
import { copyFile, mkdir, readFile, readdir, rm } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { basename, join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import MiniSearch from 'minisearch'
import { chromium } from 'playwright-core'
import { LAUNCH } from '../../tests/e2e/support/launch.js'
import { build } from './builders.js'
import { writeSite } from './pages.js'
import { serve } from './server.js'

/** Pages that count. */
const DEPTH = 10

/**
 * @typedef {{ id: string, title?: string, text: string, lang?: string }} Document
 * @typedef {{ id: string, text: string, lang?: string }} Question
 * @typedef {{
 *   name: string, lang: string, documents: Document[], questions: Question[], grades: Map<string, Map<string, number>>
 * }} Set
 * @typedef {(question: string) => string[] | Promise<string[]>} Ask returns ids of documents, best first
 */

const require = createRequire(import.meta.url)
const run = promisify(execFile)
const { values } = parseArgs({
  options: {
    sets: { type: 'string' },
    work: { type: 'string' },
    soru: { type: 'string' },
    engines: { type: 'string', default: 'soru,pagefind,minisearch,lunr' },
  },
})
const { sets: folder, work, soru } = values
if (!folder || !work || !soru) throw new Error('--sets, --work and --soru are needed')
const engines = values.engines.split(',')
/** @param {string[]} cells */
function row(cells) {
  return `| ${cells.join(' | ')} |`
}

/**
 * @param {string} path
 * @returns {Promise<Set>}
 */
async function readSet(path) {
  const lines = async (/** @type {string} */ file) => (await readFile(join(path, file), 'utf8')).split('\n').filter(Boolean)
  const documents = (await lines('corpus.jsonl')).map((line) => JSON.parse(line))
  const all = (await lines('queries.jsonl')).map((line) => JSON.parse(line))
  /** @type {Map<string, Map<string, number>>} */
  const grades = new Map()
  for (const line of await lines('qrels.tsv')) {
    const [question, document, grade] = line.split('\t')
    const own = grades.get(question) ?? new Map()
    if (Number(grade) > 0) grades.set(question, own.set(document, Number(grade)))
  }
  const questions = all.filter(({ id }) => grades.has(String(id)))
  const lang = documents[0]?.lang ?? questions[0]?.lang ?? basename(path).split('-').at(-1)
  return { name: basename(path), lang, documents, questions, grades }
}

/**
 * @param {string} engine
 * @param {Set} set
 */
async function measured(engine, set) {
  try {
    const figure = engine === 'soru' ? await ofSoru(set) : await ENGINES[engine](set)
    return figure.toFixed(3).replace(/^0/, '')
  } catch (error) {
    console.error(`${engine}, ${set.name}: ${error instanceof Error ? error.message : error}`)
    return '–'
  }
}

/** @type {Record<string, (set: Set) => Promise<number>>} */
const ENGINES = {
  minisearch: (set) => mean(set, withMiniSearch(set)),
  lunr: (set) => mean(set, withLunr(set)),
  pagefind: withPagefind,
}

/** @param {Set} set */
async function ofSoru(set) {
  await mkdir(String(work), { recursive: true })
  const report = join(String(work), 'soru.json')
  await run(String(soru), ['eval', '--set', join(String(folder), set.name), '--only', 'default', '--json', report], {
    maxBuffer: 2 ** 28,
  })
  return JSON.parse(await readFile(report, 'utf8')).sets[0].rows[0].measures.ndcg10.value
}

/**
 * @param {Set} set
 * @returns {Ask}
 */
function withMiniSearch(set) {
  const index = new MiniSearch({ fields: ['title', 'text'] })
  index.addAll(set.documents.map(({ id, title, text }) => ({ id, title: title ?? '', text })))
  return (question) => index.search(question, { prefix: true, fuzzy: 0.2, boost: { title: 2 } }).map(({ id }) => id)
}

/**
 * @param {Set} set
 * @returns {Ask}
 */
function withLunr(set) {
  // A new one for each set: languages change the library itself.
  for (const name of Object.keys(require.cache)) if (name.includes('lunr')) delete require.cache[name]
  const lunr = require('lunr')
  const lang = withLanguage(lunr, set.lang) ? set.lang : null
  const index = lunr(function () {
    if (lang) this.use(lunr[lang])
    this.field('title', { boost: 2 })
    this.field('text')
    for (const { id, title, text } of set.documents) this.add({ id, title: title ?? '', text })
  })
  // `search` divides questions at spaces; its query language has punctuation marks as operators.
  const tokens = (lang && lunr[lang].tokenizer) || lunr.tokenizer
  return (question) => {
    const words = tokens(question.replace(/[^\p{L}\p{N}\s]/gu, ' ')).map(String).filter(Boolean)
    return index.query((query) => words.forEach((word) => query.term(word, {}))).map(({ ref }) => ref)
  }
}

/**
 * @param {any} lunr
 * @param {string} lang
 */
function withLanguage(lunr, lang) {
  try {
    require('lunr-languages/lunr.stemmer.support.js')(lunr)
    if (lang === 'ja') require('lunr-languages/tinyseg.js')(lunr)
    require(`lunr-languages/lunr.${lang}.js`)(lunr)
    return true
  } catch {
    return false
  }
}

/**
 * Pagefind runs in a browser only.
 * @param {Set} set
 */
async function withPagefind(set) {
  await rm(String(work), { recursive: true, force: true })
  const [site, served] = [join(String(work), 'site'), join(String(work), 'served')]
  const pages = set.documents.map(({ title, text }, number) => ({
    path: `${number}.html`,
    title: title ?? '',
    body: `<h1>${escaped(title ?? '')}</h1><p>${escaped(text).replace(/\n+/g, '</p><p>')}</p>`,
  }))
  for (const page of pages) {
    const { lang } = set.documents[Number.parseInt(page.path, 10)]
    await writeSite([page], site, lang ?? set.lang)
  }
  await mkdir(served, { recursive: true })
  await build('pagefind', { site, out: join(served, 'pagefind'), lang: set.lang, soru: String(soru) })
  await copyFile(new URL('engines/pagefind-ids.js', import.meta.url), join(served, 'ids.js'))
  const server = await serve(served)
  const browser = await chromium.launch(LAUNCH)
  try {
    const page = await browser.newPage()
    await page.route('**/blank.html', (route) =>
      route.fulfill({ contentType: 'text/html', body: `<!doctype html><html lang="${set.lang}"><title>measured</title>` }),
    )
    await page.goto(`${server.address}blank.html`)
    return await mean(set, async (question) => {
      const found = await page.evaluate(
        async ([base, question, depth]) => (await import(`${base}ids.js`)).ask(`${base}pagefind/`, question, depth),
        /** @type {[string, string, number]} */ ([server.address, question, DEPTH]),
      )
      return found.map((/** @type {string} */ url) => set.documents[Number.parseInt(url.split('/').at(-1) ?? '', 10)].id)
    })
  } finally {
    await browser.close()
    server.close()
  }
}

/** @param {string} text */
function escaped(text) {
  return text.replace(/&/g, '&amp;').replace(/</g, '&lt;')
}

/**
 * @param {Set} set
 * @param {Ask} ask
 */
async function mean(set, ask) {
  let sum = 0
  for (const { id, text } of set.questions) {
    const grades = set.grades.get(String(id)) ?? new Map()
    const found = (await ask(text)).slice(0, DEPTH)
    const best = [...grades.values()].sort((one, other) => other - one).slice(0, DEPTH)
    sum += gain(found.map((document) => grades.get(String(document)) ?? 0)) / gain(best)
  }
  return sum / set.questions.length
}

/** @param {number[]} grades of pages, best first */
function gain(grades) {
  return grades.reduce((sum, grade, place) => sum + (2 ** grade - 1) / Math.log2(place + 2), 0)
}

console.log(row(['set', ...engines]))
console.log(row(['---', ...engines.map(() => '---:')]))
for (const name of (await readdir(folder)).sort()) {
  const set = await readSet(join(folder, name)).catch(() => null)
  if (!set) continue
  const figures = []
  for (const engine of engines) figures.push(await measured(engine, set))
  console.log(row([set.name, ...figures]))
}
