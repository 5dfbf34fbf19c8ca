/**
 * R41: hosts that send files as something else than they are.
 */
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { answerCard, ask, options, panel } from './fixtures/box.js'
import { startFileHost } from './fixtures/real-servers.js'
import { ORIGIN, openSite } from './fixtures/site.js'

const DEMO = fileURLToPath(new URL('../../www/demo', import.meta.url))
const CODE = /soru_engine_bg\.wasm/
const PACKED = 'soru_engine_bg.wasm.gz'

// What is still fetched for a page when its test ends is no failure.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

test('R41: a host that does not know .wasm serves the engine all the same', async ({ page }) => {
  let served = 0
  await page.route('**/*.wasm', async (route) => {
    served += 1
    const response = await route.fetch({ maxRetries: 3 })
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'application/octet-stream' } })
  })
  await page.goto('./')
  await ask(page, 'How much is a single room?')
  await expect(answerCard(page)).toBeVisible()
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
  await expect(answerCard(page)).toBeVisible()
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
  expect(message).toMatch(/soru_engine_full_bg\.wasm\.gz could not be fetched: the server answered 404\. Check that the file is there/)
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

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} settings of the host
 * @param {() => Promise<unknown>} look
 */
async function from(page, settings, look) {
  const host = await startFileHost(DEMO, settings)
  try {
    // What is found before the engine is there would be taken for its results.
    await page.route('**/outline.json.gz', (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto(`${host.url}/index.html`)
    await ask(page, 'How much is a single room?')
    await look()
  } finally {
    await host.close()
  }
}

// Browsers unpack what comes so, and the hash is of the file as it was built: it cannot be checked.
test('R41: a host that sends .gz files with Content-Encoding is told not to', async ({ page }) => {
  await from(page, 'location ~ \\.gz$ { add_header Content-Encoding gzip; }', async () => {
    await expect(panel(page).getByText('Part of the search could not be loaded')).toBeVisible()
    const said = /FETCH_FAILED .*core-\w+\.msgpack\.gz could not be fetched: .*it must send \.gz files without Content-Encoding/
    await expect(panel(page).getByText(said)).toBeAttached()
    await expect(panel(page).getByText('the visitor is online')).toHaveCount(0)
  })
})

test('R41: a host that compresses .gz files once more serves them all the same', async ({ page }) => {
  /** @type {Set<string>} */
  const encoded = new Set()
  page.on('response', (response) => {
    if (/\.gz$/.test(response.url()) && response.headers()['content-encoding']) encoded.add(response.url().split('/').at(-1) ?? '')
  })
  await from(page, 'gzip on; gzip_types *; gzip_min_length 1;', () => expect(options(page).first()).toBeVisible())
  await expect.poll(() => [...encoded].join()).toMatch(/core-/)
})

test('R41: a policy that forbids WebAssembly is named, and no file is blamed', async ({ page }) => {
  await from(page, `add_header Content-Security-Policy "default-src 'self'; style-src 'self' 'unsafe-inline'";`, async () => {
    const said = /WASM_BLOCKED .*Add 'wasm-unsafe-eval' to its script-src/
    await expect(panel(page).getByText(said)).toBeAttached()
  })
})
