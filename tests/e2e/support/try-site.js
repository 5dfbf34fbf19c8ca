/**
 * Serves a site, asks its box in Chromium, and fails if the answer differs: `node try-site.js SORU FOLDER
 * QUESTION ANSWER`. An address instead of the folder is that of a site with its own server.
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import { LAUNCH } from './launch.js'

const [soru, site, question, answer] = process.argv.slice(2)
// Generators put scripts of their own into pages, which the strict policy would refuse.
const server = site.startsWith('http:')
  ? null
  : spawn(soru, ['serve', site, '--port', '0', '--csp', 'off'], { stdio: ['ignore', 'pipe', 'inherit'] })
const browser = await chromium.launch(LAUNCH)
try {
  const url = server ? await address(server) : site
  const page = await browser.newPage()
  page.on('pageerror', (error) => console.error(`error on the page: ${error}`))
  await page.goto(url)
  const box = page.locator('soru-search').first()
  const input = box.getByRole('combobox')
  if (await box.getAttribute('form') === 'dialog') await box.getByRole('button').first().click()
  await input.fill(question)
  await input.press('Enter')
  const card = box.getByText(answer).first()
  await card.waitFor({ timeout: 20_000 })
  console.log(`"${question}": ${await card.textContent()}`)
} finally {
  await browser.close()
  server?.kill()
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
