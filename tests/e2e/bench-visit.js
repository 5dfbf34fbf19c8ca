/**
 * The waiting times of a visitor of the demo, on a slow line and with a slow processor.
 *
 * Run by `cargo xtask bench --visit`, which builds the demo first. Prints a table and writes it.
 *
 *     node bench-visit.js DEMO OUT
 *
 * DEMO is the folder of the demo site, OUT that of the results (`visit.json`, `visit.md`).
 */
import { writeFile } from 'node:fs/promises'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { LAUNCH } from './support/launch.js'
import { host } from './visit/slow-host.js'
import { answer, firstResults, use, watch } from './visit/visitor.js'

const [demo, out] = process.argv.slice(2)
if (!demo || !out) throw new Error('usage: node bench-visit.js DEMO OUT')

const RUNS = 5
/** The day of the measurement. */
const DATE = new Date().toISOString().slice(0, 10)
const SLOW_DOWN = 4
const PAGE = 'en/index.html'

/** @typedef {{ what: string, unit: string, target: number | null, values: number[] }} Row */

/** @type {Row[]} */
const rows = []

/**
 * @param {string} what
 * @param {string} unit
 * @param {number | null} target
 * @param {number} value
 */
function note(what, unit, target, value) {
  let row = rows.find((row) => row.what === what)
  if (!row) rows.push(row = { what, unit, target, values: [] })
  row.values.push(value)
}

/**
 * Loads a page in its own browser profile.
 * @param {{ slow: boolean, processor?: number }} conditions
 * @param {(page: import('@playwright/test').Page, sent: () => number) => Promise<void>} visit
 */
async function visiting({ slow, processor = 1 }, visit) {
  const server = await host(demo, { slow })
  const browser = await chromium.launch(LAUNCH)
  try {
    const page = await browser.newPage()
    await page.addInitScript(watch)
    await page.goto(server.address + PAGE, { waitUntil: 'networkidle' })
    if (processor > 1) {
      const session = await page.context().newCDPSession(page)
      await session.send('Emulation.setCPUThrottlingRate', { rate: processor })
    }
    const before = server.sent()
    await visit(page, () => server.sent() - before)
  } finally {
    await browser.close()
    server.close()
  }
}

/** @param {import('@playwright/test').Page} page */
async function preloaded(page) {
  const ready = page.evaluate(() => new Promise((resolve) => {
    document.querySelector('soru-search')?.addEventListener('soru-ready', () => resolve(undefined))
  }))
  await page.getByRole('combobox').hover()
  await ready
  await page.getByRole('combobox').focus()
}

for (let run = 0; run < RUNS; run += 1) {
  await visiting({ slow: true }, async (page, sent) => {
    note('bytes of the engine before any intent', 'KB', 0, sent() / 1000)
    await preloaded(page)
    note('bytes of engine and index', 'KB', null, sent() / 1000)
    note('slow 4G, loaded ahead: first key to first result', 'ms', 300, (await firstResults(page)).shown)
  })
  await visiting({ slow: true }, async (page) => {
    await page.getByRole('combobox').focus()
    const { shown, found } = await firstResults(page)
    note('slow 4G, nothing loaded: first key to first result', 'ms', 1500, shown)
    note('slow 4G, nothing loaded: first key to first result of the engine', 'ms', null, found)
  })
  await visiting({ slow: true }, async (page) => {
    await preloaded(page)
    note('slow 4G, loaded ahead: Enter to answer', 'ms', null, await answer(page))
  })
  await visiting({ slow: true }, async (page) => {
    await page.getByRole('combobox').focus()
    note('slow 4G, nothing loaded: Enter to answer', 'ms', null, await answer(page))
  })
  await visiting({ slow: false, processor: SLOW_DOWN }, async (page) => {
    const { slowest, shift } = await use(page)
    note('processor four times slower: slowest input to next frame', 'ms', 50, slowest)
    note('layout shift', '', 0, shift)
  })
}

/** @param {number[]} values */
const median = (values) => [...values].sort((a, b) => a - b)[values.length >> 1]
/** @param {number} value */
const round = (value) => Math.round(value * 10) / 10
const report = rows.map(({ what, unit, target, values }) => ({
  what, unit, target, median: round(median(values)), most: round(Math.max(...values)),
}))
console.table(report)
await writeFile(join(out, 'visit.json'), `${JSON.stringify({ date: DATE, runs: RUNS, node: process.version, processor: cpus()[0].model, cores: cpus().length, rows: report }, null, 2)}\n`)
await writeFile(join(out, 'visit.md'), markdown())

function markdown() {
  const cells = report.map(({ what, unit, target, median, most }) => `| ${what} | ${unit} | ${median} | ${most} | ${target ?? ''} |`)
  return `# What a visitor waits for

Written by \`cargo xtask bench --visit\`: the demo site (\`${PAGE}\`) in headless Chromium on ${DATE}, ${RUNS} runs, each with a
fresh profile, on ${cpus().length} cores (${cpus()[0].model}). The slow line is Lighthouse's "slow 4G": 150 ms for a
round trip, 1,638.4 kbit a second for everything together, from a host that sends gzip. "Nothing loaded": the
page's own scripts are there, and the visitor types at once; the first result is a title of the outline then. "Loaded ahead": the pointer came over the box first.

| | unit | median | most | target |
|---|---|---:|---:|---:|
${cells.join('\n')}
`
}
