/**
 * Asks bundles in Chromium the questions of the native engine, and compares the answers.
 *
 * `cargo xtask bench` runs it, after building and serving the bundles with the native answers next to them.
 * Prints a table and the times that R29 limits; writes `report.json`; exits with 1 if any answer differs in text,
 * hits or the last bit of a score, or if a time is too long.
 *
 *     node bench.js FOLDER ADDRESS
 *
 * FOLDER contains a folder per set with `questions.json` (texts and options), `native.jsonl` (an answer per
 * line) and `native.json` (`p50`, `p95` in ms).
 */
import { readFile, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { LAUNCH } from './support/launch.js'

const [folder, address] = process.argv.slice(2)
if (!folder || !address) throw new Error('usage: node bench.js FOLDER ADDRESS')

/** Most milliseconds of a stage at p95 (R29). */
const LIMITS = { retrieval: 200, reranking: 100 }

await answered(address)
const browser = await chromium.launch(LAUNCH)
const sets = []
try {
  const entries = await readdir(folder, { withFileTypes: true })
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name)
  for (const name of names.sort()) sets.push(await measure(name))
} finally {
  await browser.close()
}
console.table(Object.fromEntries(sets.map(({ name, ...row }) => [name, row])))
await writeFile(join(folder, 'report.json'), `${JSON.stringify(sets, null, 2)}\n`)
const differing = sets.reduce((sum, set) => sum + set.differing, 0)
if (differing) {
  console.error(`${differing} answers differ between the native engine and the browser`)
  process.exitCode = 1
}
for (const [stage, limit] of Object.entries(LIMITS)) {
  const slowest = sets.reduce((a, b) => (b[stage] > a[stage] ? b : a))
  const isMet = slowest[stage] < limit
  console.log(`R29: ${stage}, p95, slowest set: ${slowest[stage]} ms (${slowest.name}), less than ${limit} ms: ${isMet ? 'met' : 'missed'}`)
  if (!isMet) process.exitCode = 1
}

/**
 * Waits until the server that was just started answers.
 * @param {string} url
 */
async function answered(url) {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await fetch(url).then((response) => response.ok, () => false)) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`${url} does not answer`)
}

/** @param {string} name */
async function measure(name) {
  const file = async (/** @type {string} */ file) => readFile(join(folder, name, file), 'utf8')
  const { texts, options } = JSON.parse(await file('questions.json'))
  const timings = JSON.parse(await file('native.json'))
  const native = (await file('native.jsonl')).trimEnd().split('\n').map((line) => JSON.parse(line))
  const page = await browser.newPage()
  await page.goto(address)
  const asked = await page.evaluate(askAll, { base: `/${name}/`, texts, options })
  await page.close()
  const differing = asked.answers.filter((answer, i) => answer !== essence(native[i])).length
  return {
    name,
    questions: texts.length,
    opened: round(asked.opened),
    nativeP50: round(timings.p50),
    nativeP95: round(timings.p95),
    browserP50: percentile(asked.times, 0.5),
    browserP95: percentile(asked.times, 0.95),
    retrieval: percentile(asked.stages.map((own) => own.retrieval), 0.95),
    reranking: percentile(asked.stages.map((own) => own.reranking), 0.95),
    differing,
  }
}

/**
 * The parts that must be equal: text, confidence, hits, scores.
 * @param {any} answer
 */
function essence(answer) {
  const hits = answer.hits.map((/** @type {any} */ hit) => [hit.id, hit.chunk, hit.score, hit.relevance])
  return JSON.stringify([answer.answer, answer.method, answer.confidence, hits])
}

/**
 * Runs in the page.
 * @param {{ base: string, texts: string[], options: object }} task
 */
async function askAll({ base, texts, options }) {
  const start = performance.now()
  const { open } = await import(`${base}soru.js`)
  const soru = await open(base, { worker: false })
  const opened = performance.now() - start
  const times = []
  const answers = []
  for (const text of texts) {
    const before = performance.now()
    const answer = await soru.ask(text, options)
    times.push(performance.now() - before)
    const hits = answer.hits.map((/** @type {any} */ hit) => [hit.id, hit.chunk, hit.score, hit.relevance])
    answers.push(JSON.stringify([answer.answer, answer.method, answer.confidence, hits]))
  }
  // Once more, since a trace takes time as well.
  const stages = []
  for (const text of texts) {
    const { trace } = await soru.ask(text, { ...options, trace: true })
    const of = (/** @type {string} */ stage) => trace
      .filter((/** @type {any} */ event) => event.stage === stage)
      .reduce((/** @type {number} */ sum, /** @type {any} */ event) => sum + event.millis, 0)
    stages.push({ retrieval: of('retrieval'), reranking: of('post-retrieval') })
  }
  return { opened, times, answers, stages }
}

/**
 * @param {number[]} times
 * @param {number} share
 */
function percentile(times, share) {
  const ascending = [...times].sort((a, b) => a - b)
  return round(ascending[Math.ceil(share * ascending.length) - 1])
}

/** @param {number} ms */
function round(ms) {
  return Math.round(ms * 100) / 100
}
