/**
 * R41: where WebAssembly is forbidden or missing, the box finds titles and headings of the site, and the console says why.
 */
import { expect, test } from '@playwright/test'
import { ask, expectAccessible, input, options, panel, recordEvents } from './fixtures/box.js'
import { ORIGIN, openSite } from './fixtures/site.js'

/** @typedef {import('@playwright/test').Page} Page */

const OUTLINE = {
  pages: [
    ['Housing', 'en/housing.html', 'en', 'Rents', 'rents', 'Deposit', 'deposit', 'How to apply for a room', 'apply'],
    ['Deposit and rents of rooms', 'en/deposit.html', 'en'],
    ['Scholarships', 'en/scholarships.html', 'en', 'How to apply', 'apply'],
    ['Öğrenci Işleri', 'tr/ogrenci.html', 'tr', 'Kayıt ücreti', 'kayit', 'İSTANBUL’da staj', 'staj'],
    ['Straße nach Łódź', 'de/weg.html', 'de'],
    ['H-1B', 'en/h1b.html', 'en'],
  ],
}
/** The strict policy without `'wasm-unsafe-eval'`. */
const FORBIDDEN = "default-src 'self'; script-src 'self'"
const LINE = 'Part of the search could not be loaded, so some results may be missing.'

/** @param {Page} page */
const links = (page) => options(page).evaluateAll((all) => all.map((option) => (/** @type {HTMLAnchorElement} */ (option)).href))
const at = (/** @type {string} */ address) => `${ORIGIN}/${address}`

/** @param {Page} page */
function warnings(page) {
  /** @type {string[]} */
  const told = []
  page.on('console', (message) => { if (message.type() === 'warning') told.push(message.text()) })
  return told
}

/** Opens a site without WebAssembly in the page and its worker. @param {Page} page @param {import('./fixtures/site.js').Site} site */
async function openWithout(page, site) {
  await page.addInitScript(() => { Reflect.deleteProperty(globalThis, 'WebAssembly') })
  await openSite(page, site)
  await page.route('**/soru-worker.js', async (route) => {
    const own = 'Reflect.deleteProperty(globalThis, "WebAssembly"); await import("./soru-worker.js?real")'
    if (route.request().url().endsWith('?real')) return route.fallback()
    await route.fulfill({ contentType: 'text/javascript', body: own })
  })
}

test('a policy that forbids it leaves a search over titles, without an error and without a claim', async ({ page }) => {
  const told = warnings(page)
  await openSite(page, { outline: OUTLINE, csp: FORBIDDEN })
  const events = await recordEvents(page)
  await input(page).pressSequentially('deposit')
  await expect.poll(() => links(page)).toEqual([at('en/deposit.html'), at('en/housing.html#deposit')])
  await expect(panel(page).getByText(LINE)).toBeVisible()
  await expectAccessible(page)
  await ask(page, 'What is the deposit?')
  await expect(panel(page).getByText('Pages', { exact: true })).toBeVisible()
  await expect.poll(() => links(page)).toEqual([at('en/deposit.html'), at('en/housing.html#deposit')])
  await expect(panel(page).getByText(/No sure answer|fit best/)).toHaveCount(0)
  await expect(page.locator('soru-search .error')).toHaveCount(0)
  expect(told).toEqual([expect.stringMatching(/^Soru: The page's content security policy forbids WebAssembly. Add 'wasm-unsafe-eval'.*titles and headings only/)])
  const [{ detail }] = await events('answer')
  expect(detail).toMatchObject({ answer: null, method: 'none', warnings: [{ code: 'titles_only' }] })
  expect(await events('error')).toEqual([])
})

for (const [where, site] of Object.entries({
  'with a worker': {}, 'on the main thread': { attributes: 'worker="off"' }, 'with a forbidden worker': { csp: "default-src 'self'; worker-src 'none'" },
})) {
  test(`a browser without WebAssembly finds titles, ${where}`, async ({ page }) => {
    const told = warnings(page)
    await openWithout(page, { outline: OUTLINE, ...site })
    await input(page).pressSequentially('scholar')
    await expect.poll(() => links(page)).toEqual([at('en/scholarships.html')])
    await ask(page, 'How do I apply for scholarships?')
    await expect.poll(() => links(page)).toEqual([at('en/scholarships.html#apply')])
    await expect.poll(() => told.filter((text) => /^Soru: This browser has no WebAssembly/.test(text)).length).toBe(1)
  })
}

test('all words count, as beginnings and in any spelling, titles first', async ({ page }) => {
  await openSite(page, { lang: 'tr', outline: OUTLINE, csp: FORBIDDEN })
  for (const [typed, ...found] of [
    ['OGRENCI ISLERI', 'tr/ogrenci.html'], ['ucret kayit', 'tr/ogrenci.html#kayit'], ['istanbul ogrenci', 'tr/ogrenci.html#staj'],
    ['lodz strasse', 'de/weg.html'], ['h1b', 'en/h1b.html'], ['h-1b', 'en/h1b.html'],
    ['rents', 'en/deposit.html', 'en/housing.html#rents'], ['room rent', 'en/deposit.html'],
  ]) {
    await input(page).fill(typed)
    await expect.poll(() => links(page), typed).toEqual(found.map(at))
  }
  // Nothing has all of them.
  await input(page).fill('scholarships xyzzy')
  await expect.poll(() => links(page)).toEqual([at('en/scholarships.html')])
  await input(page).fill('xyzzy')
  await expect(panel(page).getByText('Henüz eşleşen sayfa yok')).toBeVisible()
  await ask(page, 'xyzzy')
  await expect(panel(page).getByText('Yanıt bulunamadı')).toBeVisible()
  await expect(panel(page).getByText('bazı sonuçlar eksik olabilir')).toBeVisible()
})

test('the pages that the outline lacks are in a file that only such a browser reads', async ({ page }) => {
  const pages = [...OUTLINE.pages, ['Ferries', 'en/ferries.html', 'en', 'Timetable', 'times']]
  /** @type {string[]} */
  const requested = []
  page.on('request', (request) => requested.push(request.url()))
  await openSite(page, { outline: { ...OUTLINE, more: true }, titles: { pages }, csp: FORBIDDEN })
  await input(page).pressSequentially('timetable')
  await expect.poll(() => links(page)).toEqual([at('en/ferries.html#times')])
  expect(requested.filter((url) => url.endsWith('titles.json.bin'))).toHaveLength(1)
})

test('without that file the outline is searched', async ({ page }) => {
  await openSite(page, { outline: { ...OUTLINE, more: true }, csp: FORBIDDEN })
  await input(page).pressSequentially('housing')
  await expect.poll(() => links(page)).toEqual([at('en/housing.html')])
})

test('with an engine it is not read', async ({ page }) => {
  /** @type {string[]} */
  const requested = []
  page.on('request', (request) => requested.push(request.url()))
  await openSite(page, { outline: { ...OUTLINE, more: true }, titles: OUTLINE })
  await ask(page, 'fact')
  await expect(panel(page).locator('.card')).toBeVisible()
  expect(requested.filter((url) => /titles/.test(url))).toEqual([])
})

test('a page of results lists and filters them', async ({ page }) => {
  const many = Array.from({ length: 14 }, (_, number) => [`Room ${number}`, `en/room-${number}.html`, number % 2 ? 'en' : 'tr'])
  await openSite(page, { attributes: 'form="page"', query: '?q=room', outline: { pages: many }, csp: FORBIDDEN })
  await expect(page.locator('soru-search [part~=result]')).toHaveCount(10)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.locator('soru-search [part~=result]')).toHaveCount(14)
  await page.getByRole('button', { name: /Turkish/ }).click()
  await expect(page.locator('soru-search [part~=result]')).toHaveCount(7)
  await expect(page.getByText(LINE)).toBeVisible()
  await expectAccessible(page)
})

test('without titles the failure is shown, and a script gets its code', async ({ page }) => {
  await openSite(page, { csp: FORBIDDEN })
  await page.route('**/outline.json.bin', (route) => route.fulfill({ status: 404, body: '' }))
  await ask(page, 'deposit')
  await expect(page.locator('soru-search .error')).toContainText('WASM_BLOCKED')
  const code = await page.evaluate(async () => {
    const { open } = await import(new URL('/soru/soru.js', location.href).href)
    return open('./soru/').then(() => '', (/** @type {any} */ thrown) => thrown.code)
  })
  expect(code).toBe('WASM_BLOCKED')
})
