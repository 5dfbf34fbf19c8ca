/**
 * Serves a site, asks its box in Chromium, and fails if the answer is another:
 * `node try-site.js SORU FOLDER QUESTION ANSWER`
 */
import { spawn } from 'node:child_process'
import { createInterface } from 'node:readline'
import { chromium } from '@playwright/test'
import { LAUNCH } from './launch.js'

const [soru, folder, question, answer] = process.argv.slice(2)
// Generators put scripts of their own into pages, which the strict policy would refuse.
const server = spawn(soru, ['serve', folder, '--port', '0', '--csp', 'off'], { stdio: ['ignore', 'pipe', 'inherit'] })
const browser = await chromium.launch(LAUNCH)
try {
  let url = ''
  for await (const line of createInterface({ input: /** @type {import('node:stream').Readable} */ (server.stdout) })) {
    url = line.match(/http:\/\/\S+/)?.[0] ?? ''
    if (url) break
  }
  const page = await browser.newPage()
  page.on('pageerror', (error) => console.error(`error on the page: ${error}`))
  await page.goto(url)
  const input = page.locator('soru-search').getByRole('combobox')
  await input.fill(question)
  await input.press('Enter')
  const card = page.locator('soru-search').getByText(answer).first()
  await card.waitFor({ timeout: 20_000 })
  console.log(`"${question}": ${await card.textContent()}`)
} finally {
  await browser.close()
  server.kill()
}
