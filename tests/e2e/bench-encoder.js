/**
 * Measures how encoding a question, and comparing it with chunks, changes the time and the downloads of a
 * search in Chromium, with the full engine: the other one has no vectors.
 *
 * Run by `cargo xtask bench --encoder`, which builds two bundles of the same pages and serves them.
 *
 *     node bench-encoder.js FOLDER ADDRESS
 *
 * FOLDER contains `questions.json`; below ADDRESS are `with/`, with an encoder, and `without/`, without
 * vectors. Every question is asked of both until its files are loaded, and then several times more; the
 * fastest time counts, since slower ones measure other work of the machine. Downloads are those of the first
 * question of a visitor and of the next one, each in a fresh browser. Prints two tables.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { LAUNCH } from './support/launch.js'

const [folder, address] = process.argv.slice(2)
if (!folder || !address) throw new Error('usage: node bench-encoder.js FOLDER ADDRESS')

const SLOW_DOWN = 4
const questions = JSON.parse(await readFile(join(folder, 'questions.json'), 'utf8'))
const table = /** @type {Record<string, object>} */ ({})
for (const processor of [1, SLOW_DOWN]) Object.assign(table, await measure(processor))
console.log(`${questions.length} questions, milliseconds`)
console.table(table)
console.log('files of the index, kB')
console.table(await downloads())

/** Downloads of two consecutive questions in a fresh browser, for every question and its successor. */
async function downloads() {
  const browser = await chromium.launch(LAUNCH)
  try {
    /** @type {Record<'with' | 'without', number[][]>} */
    const sizes = { with: [], without: [] }
    for (const [number, first] of questions.entries()) {
      const further = questions[(number + 1) % questions.length]
      for (const side of /** @type {const} */ (['with', 'without'])) {
        const context = await browser.newContext()
        const page = await context.newPage()
        await page.goto(address)
        sizes[side].push(await page.evaluate(download, { base: `/${side}/`, asked: [first, further] }))
        await context.close()
      }
    }
    const rows = ['first question', 'next question'].map((name, place) => {
      const [more, less] = [sizes.with, sizes.without].map((side) => side.map((own) => own[place] / 1000))
      return [
        [`${name}: words only`, row(less)],
        [`${name}: with an encoder`, row(more)],
        [`${name}: difference`, row(more.map((size, number) => size - less[number]))],
      ]
    })
    return Object.fromEntries(rows.flat())
  } finally {
    await browser.close()
  }
}

/**
 * Runs in the page. Asks questions one after the other; gives the bytes of index files that each one downloads.
 * @param {{ base: string, asked: string[] }} task
 */
async function download({ base, asked }) {
  performance.setResourceTimingBufferSize(10_000)
  const { open } = await import(`${base}soru.js`)
  const engine = await open(base, { worker: false })
  const sizes = []
  for (const question of asked) {
    await engine.search(question)
    const files = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType('resource'))
    const index = files.filter(({ name }) => !/\.(js|wasm|wasm\.bin)$/.test(new URL(name).pathname) && !name.includes('/engine-'))
    sizes.push(index.reduce((sum, { encodedBodySize }) => sum + encodedBodySize, 0))
  }
  return sizes.map((size, number) => size - (sizes[number - 1] ?? 0))
}

/** @param {number} processor how many times slower */
async function measure(processor) {
  const browser = await chromium.launch(LAUNCH)
  try {
    const page = await browser.newPage()
    await page.goto(address)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: processor })
    const times = await page.evaluate(search, questions)
    const extra = times.map(([with_, without]) => with_ - without)
    const slower = processor > 1 ? `, processor ${processor} times slower` : ''
    return {
      [`words only${slower}`]: row(times.map(([, without]) => without)),
      [`with an encoder${slower}`]: row(times.map(([with_]) => with_)),
      [`difference${slower}`]: row(extra),
    }
  } finally {
    await browser.close()
  }
}

/**
 * Runs in the page.
 * @param {string[]} questions
 */
async function search(questions) {
  const ROUNDS = 7
  const engines = []
  for (const base of ['/with/', '/without/']) {
    const { open } = await import(`${base}soru.js`)
    const engine = await open(base, { worker: false })
    // Only the full engine traces, and it answers the following questions.
    await engine.search(questions[0], { trace: true })
    engines.push(engine)
  }
  const fastest = questions.map(() => [Infinity, Infinity])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [number, question] of questions.entries()) {
      for (const [side, engine] of engines.entries()) {
        const before = performance.now()
        await engine.search(question)
        const time = performance.now() - before
        if (round) fastest[number][side] = Math.min(fastest[number][side], time)
      }
    }
  }
  return fastest
}

/** @param {number[]} values */
function row(values) {
  const ascending = [...values].sort((a, b) => a - b)
  const at = (/** @type {number} */ share) => Math.round(ascending[Math.ceil(share * ascending.length) - 1] * 100) / 100
  return { median: at(0.5), p95: at(0.95), most: at(1) }
}
