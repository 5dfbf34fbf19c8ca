/**
 * Serves a site, asks its box in Chromium, and fails if the answer differs: `node try-site.js SORU FOLDER
 * QUESTION ANSWER`. An address instead of the folder is that of a site with its own server. With the link and the heading
 * of another page (`LINK HEADING`) it also goes there and back, for sites that exchange pages without loading them.
 */
import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import { LAUNCH } from './launch.js'

const [soru, site, question, answer, linkText, heading] = process.argv.slice(2)
// Generators put scripts of their own into pages, which the strict policy would refuse.
const server = site.startsWith('http:')
  ? null
  : spawn(soru, ['serve', site, '--port', '0', '--csp', 'off'], { stdio: ['ignore', 'pipe', 'inherit'] })
const browser = await chromium.launch(LAUNCH)
try {
  const url = server ? await address(server) : site
  const page = await browser.newPage()
  /** @type {Error[]} */
  const errors = []
  page.on('pageerror', (error) => {
    errors.push(error)
    console.error(`error on the page: ${error}`)
  })
  await page.goto(url)
  console.log(`"${question}": ${await ask(page)}`)
  if (linkText) await thereAndBack(page, errors)
} finally {
  await browser.close()
  server?.kill()
}

/** @param {import('@playwright/test').Page} page */
async function ask(page) {
  const box = page.locator('soru-search').first()
  const input = box.getByRole('combobox')
  if (await box.getAttribute('form') === 'dialog') await box.getByRole('button').first().click()
  await input.fill(question)
  await input.press('Enter')
  const card = box.getByText(answer).first()
  await card.waitFor({ timeout: 20_000 })
  return card.textContent()
}

/**
 * Goes to another page and back without loading a document: there is one box with one engine, and Back has the question.
 * @param {import('@playwright/test').Page} page
 * @param {Error[]} errors
 */
async function thereAndBack(page, errors) {
  /** @type {string[]} */
  const fetched = []
  page.on('request', (request) => { if (/soru-worker\.js|manifest\.msgpack|_bg\.wasm/.test(request.url())) fetched.push(request.url()) })
  await page.evaluate(() => { /** @type {any} */ (globalThis).isSame = true })
  await page.locator('soru-search').evaluate((/** @type {any} */ box) => box.close())
  await page.getByRole('link', { name: linkText }).first().click()
  await page.getByRole('heading', { name: heading, level: 1 }).waitFor()
  assert.equal(await page.locator('soru-search').count(), 1, 'boxes on the next page')
  await ask(page)
  await page.locator('soru-search').evaluate((/** @type {any} */ box) => box.close())
  await page.goBack()
  await page.getByRole('link', { name: linkText }).first().waitFor()
  assert.equal(await page.locator('soru-search').count(), 1, 'boxes after Back')
  // The question comes back with code that the box loads for it.
  const kept = (/** @type {string} */ asked) => /** @type {any} */ (document.querySelector('soru-search')).value === asked
  await page.waitForFunction(kept, question)
  assert.ok(await page.evaluate(() => /** @type {any} */ (globalThis).isSame), 'another document was loaded')
  assert.deepEqual(fetched, [], 'a second engine was started')
  assert.deepEqual(errors, [], 'errors on the page')
}

/**
 * @param {import('node:child_process').ChildProcess} server
 */
async function address(server) {
  for await (const line of createInterface({ input: /** @type {import('node:stream').Readable} */ (server.stdout) })) {
    const url = line.match(/http:\/\/\S+/)?.[0]
    if (url) return url
  }
  throw new Error('the server ended without telling its address')
}
