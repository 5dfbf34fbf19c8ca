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
const PACKED = 'soru_engine_bg.wasm.bin'

// Requests that are still running when the page closes are not failures.
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
 * The names of the code files requested until there is an answer.
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

test('R41: from a host without compression the compressed engine is loaded', async ({ page }) => {
  expect(await askedFor(page)).toEqual(['soru_engine_bg.wasm', PACKED])
})

test('R41: from a host with compression the plain engine is loaded', async ({ page }) => {
  await page.route('**/*.wasm', async (route) => {
    const response = await route.fetch({ maxRetries: 3 })
    await route.fulfill({ response, headers: { ...response.headers(), 'content-encoding': 'gzip' } })
  })
  expect(await askedFor(page)).toEqual(['soru_engine_bg.wasm'])
})

test('R41: a host that inflates .bin files serves the engine too', async ({ page }) => {
  await page.route(`**/${PACKED}`, async (route) => {
    const response = await route.fetch({ maxRetries: 3 })
    await route.fulfill({ response, body: gunzipSync(await response.body()) })
  })
  expect(await askedFor(page)).toContain(PACKED)
})

test('R41: if the compressed engine is missing, the plain one is requested', async ({ page }) => {
  await page.route(`**/${PACKED}`, (route) => route.fulfill({ status: 404, body: '' }))
  expect(await askedFor(page)).toEqual(['soru_engine_bg.wasm', PACKED, 'soru_engine_bg.wasm'])
})

test('R41: if the full engine is missing, the error names the requested file', async ({ page }) => {
  await page.route('**/soru_engine_full_bg.wasm.bin', (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto('./')
  const [code, message] = await page.evaluate(async () => {
    const { open } = await import(new URL('soru/soru.js', location.href).href)
    const soru = await open('./soru/')
    return soru.ask('single room', { trace: true }).then(() => ['', ''], (/** @type {any} */ thrown) => [thrown.code, thrown.message])
  })
  expect(code).toBe('FETCH_FAILED')
  expect(message).toMatch(/soru_engine_full_bg\.wasm\.bin could not be fetched: the server answered 404\. Check that the file is there/)
})

// Browsers run no module that is sent as text, and say so in their console only: none of our code can.
test('R41: if modules are sent as plain text, visitors see the content between the tags', async ({ page }) => {
  await page.route(`${ORIGIN}/**`, (route) => route.request().url().endsWith('.js')
    ? route.fulfill({ contentType: 'text/plain', body: 'throw 1' })
    : route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>x</title><script type="module" src="/soru/soru-search.js"></script>
        <soru-search><a href="/pages.html">All pages</a></soru-search>` }))
  const told = page.waitForEvent('console', (message) => /text\/plain/.test(message.text()))
  await page.goto(`${ORIGIN}/`)
  await expect(page.getByRole('link', { name: 'All pages' })).toBeVisible()
  await told
})

test('R41: with the box, the content between the tags is hidden', async ({ page }) => {
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
    // Results from before the engine started would look like its results.
    await page.route('**/outline.json.bin', (route) => route.fulfill({ status: 404, body: '' }))
    await page.goto(`${host.url}/index.html`)
    await ask(page, 'How much is a single room?')
    await look()
  } finally {
    await host.close()
  }
}

test('R41: a host that takes an encoding from names like x.gz and x.br adds none to any file', async ({ page }) => {
  /** @type {string[]} */
  const encoded = []
  page.on('response', (response) => { if (response.headers()['content-encoding']) encoded.push(response.url()) })
  const settings = ['gz', 'br'].map((name) => `location ~ \\.${name}$ { add_header Content-Encoding ${name === 'gz' ? 'gzip' : name}; }`)
  await from(page, settings.join(' '), () => expect(options(page).first()).toBeVisible())
  expect(encoded).toEqual([])
})

// Browsers decompress such responses, and the hash is of the compressed file, so it cannot be checked.
test('R41: a host that sends .bin files with Content-Encoding gets an error with advice', async ({ page }) => {
  await from(page, 'location ~ \\.bin$ { add_header Content-Encoding gzip; }', async () => {
    await expect(panel(page).getByText('Part of the search could not be loaded')).toBeVisible()
    const said = /FETCH_FAILED .*core-\w+\.msgpack\.bin could not be fetched: .*it must send \.bin files without Content-Encoding/
    await expect(panel(page).getByText(said)).toBeAttached()
    await expect(panel(page).getByText('the visitor is online')).toHaveCount(0)
  })
})

test('R41: a host that compresses .bin files once more serves them all the same', async ({ page }) => {
  /** @type {Set<string>} */
  const encoded = new Set()
  page.on('response', (response) => {
    if (/\.bin$/.test(response.url()) && response.headers()['content-encoding']) encoded.add(response.url().split('/').at(-1) ?? '')
  })
  await from(page, 'gzip on; gzip_types *; gzip_min_length 1;', () => expect(options(page).first()).toBeVisible())
  await expect.poll(() => [...encoded].join()).toMatch(/core-/)
})

test('R41: where a policy forbids WebAssembly, titles and headings of the site are found', async ({ page }) => {
  const host = await startFileHost(DEMO, `add_header Content-Security-Policy "default-src 'self'; style-src 'self' 'unsafe-inline'";`)
  try {
    await page.goto(`${host.url}/index.html`)
    await ask(page, 'scholarships')
    await expect(options(page).first()).toContainText(/scholarship/i)
    await expect(panel(page).getByText('some results may be missing')).toBeVisible()
  } finally {
    await host.close()
  }
})

test('R41: a policy that forbids WebAssembly is named, and no file is blamed', async ({ page }) => {
  await from(page, `add_header Content-Security-Policy "default-src 'self'; style-src 'self' 'unsafe-inline'";`, async () => {
    const said = /WASM_BLOCKED .*Add 'wasm-unsafe-eval' to its script-src/
    await expect(panel(page).getByText(said)).toBeAttached()
  })
})
