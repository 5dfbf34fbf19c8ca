/**
 * A visitor of a site whose pages are in a cluster, for `cargo xtask clusters`, which disturbs the cluster meanwhile.
 *
 * `node cluster-visitor.js FOLDER` serves a folder with a bundle of `--layout remote` in `soru/`, and writes its
 * address as a line. Then it obeys orders, a line of JSON each, and answers each with a line of JSON:
 *
 *     {"gateway": "http://127.0.0.1:8087"}                     opens a page with a box that asks this gateway
 *     {"questions": [{"question": "...", "title": "..."}]}     asks, and says what the visitor saw of each question
 *
 * `title` is the page that has the answer. The visitor saw it (`found`), saw the quiet line of the small index (`small`),
 * or an error (`failed`), `millis` after Enter.
 */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import { input, panel } from '../fixtures/box.js'
import { serveFolder } from '../fixtures/built-site.js'
import { LAUNCH } from './launch.js'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {{ question: string, title: string }} Question */
/** @typedef {{ gateway: string } | { questions: Question[] }} Order */

const PAGE = 'index.html'

/** @param {string} gateway */
const html = (gateway) => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Site</title>
<script type="module" src="soru/soru-search.js"></script></head>
<body><soru-search gateway="${gateway}"></soru-search></body></html>`

/** From Enter until the result is painted; a visitor who waits for a long time sees a failure. Runs in the page. */
const timed = () => new Promise((resolve) => {
  let begin = performance.now()
  const abort = new AbortController()
  const { signal } = abort
  const end = (/** @type {Event} */ { type }) => {
    abort.abort()
    requestAnimationFrame(() => setTimeout(() => resolve({ millis: performance.now() - begin, failed: type === 'soru-error' })))
  }
  addEventListener('keydown', () => { begin = performance.now() }, { capture: true, signal })
  addEventListener('soru-answer', end, { signal })
  addEventListener('soru-error', end, { signal })
  setTimeout(() => end(new Event('soru-error')), 20_000)
})

/**
 * @param {Page} page
 * @param {Question} question
 */
async function ask(page, { question, title }) {
  await input(page).fill(question)
  const result = page.evaluate(timed)
  await input(page).press('Enter')
  const { millis, failed } = await result
  const small = await panel(page).locator('[part=few-pages]').count() > 0
  const found = await panel(page).getByText(title, { exact: true }).count() > 0
  return { millis, failed, small, found }
}

/**
 * @param {Page} page
 * @param {string} folder
 * @param {string} url
 * @param {Order} order
 */
async function obey(page, folder, url, order) {
  if ('gateway' in order) {
    await writeFile(join(folder, PAGE), html(order.gateway))
    await page.goto(url)
    await page.locator('soru-search').evaluate((box) => customElements.whenDefined(box.localName).then(() => undefined))
    return {}
  }
  const seen = []
  for (const question of order.questions) seen.push(await ask(page, question))
  return seen
}

const folder = process.argv[2]
if (!folder) throw new Error('usage: node cluster-visitor.js FOLDER')
const { origin, stop } = await serveFolder(folder, [])
const browser = await chromium.launch(LAUNCH)
const page = await browser.newPage()
console.log(JSON.stringify(origin))
for await (const line of createInterface({ input: process.stdin })) {
  console.log(JSON.stringify(await obey(page, folder, `${origin}/${PAGE}`, JSON.parse(line))))
}
await browser.close()
await stop()
