/**
 * R41: hosts that send files as something else than they are.
 */
import { gunzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { ask, options } from './fixtures/box.js'
import { ORIGIN, openSite } from './fixtures/site.js'

const CODE = /soru_engine_bg\.wasm/
const PACKED = 'soru_engine_bg.wasm.gz'

test('R41: a host that does not know .wasm serves the engine all the same', async ({ page }) => {
  let served = 0
  await page.route('**/*.wasm', async (route) => {
    served += 1
    const response = await route.fetch({ maxRetries: 3 })
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'application/octet-stream' } })
  })
  await page.goto('./')
  await ask(page, 'How much is a single room?')
  await expect(options(page).first()).toBeVisible()
  expect(served).toBeGreaterThan(0)
})

/**
 * The names of the files of code that are asked for until there is an answer.
 * @param {import('@playwright/test').Page} page
 */
async function askedFor(page) {
  /** @type {string[]} */
  const names = []
  page.context().on('request', (request) => {
    if (CODE.test(request.url())) names.push(new URL(request.url()).pathname.split('/').pop() ?? '')
  })
  await page.goto('./')
  await ask(page, 'How much is a single room?')
  await expect(options(page).first()).toBeVisible()
  return names
}

test('R41: from a host that does not compress the engine comes compressed', async ({ page }) => {
  expect(await askedFor(page)).toEqual(['soru_engine_bg.wasm', PACKED])
})

test('R41: from a host that compresses the engine comes as it is', async ({ page }) => {
  await page.route('**/*.wasm', async (route) => {
    const response = await route.fetch({ maxRetries: 3 })
    await route.fulfill({ response, headers: { ...response.headers(), 'content-encoding': 'gzip' } })
  })
  expect(await askedFor(page)).toEqual(['soru_engine_bg.wasm'])
})

test('R41: a host that takes .gz for an encoding serves the engine all the same', async ({ page }) => {
  await page.route(`**/${PACKED}`, async (route) => {
    const response = await route.fetch({ maxRetries: 3 })
    await route.fulfill({ response, body: gunzipSync(await response.body()) })
  })
  expect(await askedFor(page)).toContain(PACKED)
})

test('R41: where the compressed engine is missing it is asked for as it is', async ({ page }) => {
  await page.route(`**/${PACKED}`, (route) => route.fulfill({ status: 404, body: '' }))
  expect(await askedFor(page)).toEqual(['soru_engine_bg.wasm', PACKED, 'soru_engine_bg.wasm'])
})

test('R41: where the full engine is missing, the error names the file that was asked for', async ({ page }) => {
  await page.route('**/soru_engine_full_bg.wasm.gz', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('./')
  const [code, message] = await page.evaluate(async () => {
    const { open } = await import(new URL('soru/soru.js', location.href).href)
    const soru = await open('./soru/')
    // Words that must follow each other need the text of pages, which the essential engine does not read.
    return soru.ask('"single room"').then(() => ['', ''], (/** @type {any} */ thrown) => [thrown.code, thrown.message])
  })
  expect(code).toBe('FETCH_FAILED')
  expect(message).toMatch(/soru_engine_full_bg\.wasm\.gz \(status 404\)/)
})

// Browsers run no module that is sent as text, and say so in their console only: none of our code can.
test('R41: where modules are sent as plain text, visitors see what stands between the tags', async ({ page }) => {
  await page.route(`${ORIGIN}/**`, (route) => route.request().url().endsWith('.js')
    ? route.fulfill({ contentType: 'text/plain', body: 'throw 1' })
    : route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>x</title><script type="module" src="/soru/soru-search.js"></script>
        <soru-search><a href="/pages.html">All pages</a></soru-search>` }))
  const told = page.waitForEvent('console', (message) => /text\/plain/.test(message.text()))
  await page.goto(`${ORIGIN}/`)
  await expect(page.getByRole('link', { name: 'All pages' })).toBeVisible()
  await told
})

test('R41: with the box there, what stands between the tags is not shown', async ({ page }) => {
  await openSite(page, { body: '<soru-search><a href="/pages.html">All pages</a></soru-search>' })
  await expect(page.getByRole('combobox')).toBeVisible()
  await expect(page.getByRole('link', { name: 'All pages' })).toBeHidden()
})
