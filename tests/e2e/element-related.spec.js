/**
 * `<soru-related>`: similar pages below a page (R37), and `related()`, which it calls.
 */
import { expect, test } from '@playwright/test'
import { expectAccessible } from './fixtures/box.js'
import { ORIGIN, STRICT, openSite, watchTrouble } from './fixtures/site.js'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./fixtures/site.js').Site} Site */

/**
 * Opens a site with the list below the text.
 * @param {Page} page
 * @param {string} [attributes] of the list
 * @param {Site} [site]
 */
async function openPage(page, attributes = '', site = {}) {
  await page.addInitScript(() => {
    const seen = /** @type {any} */ (globalThis)
    seen.__calls = []
    seen.events = []
    for (const type of ['soru-related', 'soru-error', 'soru-select']) {
      addEventListener(type, (event) => seen.events.push([type, JSON.parse(JSON.stringify(/** @type {CustomEvent} */ (event).detail))]))
    }
  })
  const list = `<soru-related ${attributes}><a href="/all/">All pages</a></soru-related>
    <script type="module" src="${site.root ?? '/'}soru/soru-related.js"></script>`
  await openSite(page, { ...site, body: `{element}${site.body ?? ''}${list}` })
}

/** @param {Page} page */
const links = (page) => page.locator('soru-related').getByRole('link')
/** @param {Page} page */
const events = (page) => page.evaluate(() => /** @type {any} */ (globalThis).events)
/** @param {Page} page */
const calls = (page) => page.evaluate(() => /** @type {any} */ (globalThis).__calls.filter((/** @type {any} */ [name]) => name === 'related'))

test('similar pages are listed with heading, place and language, as text', async ({ page }) => {
  const trouble = await watchTrouble(page)
  await openPage(page, '', { csp: STRICT })
  const list = page.getByRole('navigation', { name: 'Similar pages' })
  await expect(list.getByRole('listitem')).toHaveCount(4)
  await expect(links(page)).toHaveText(['The H-1B cap', '<img src=x onerror=alert(1)> & “fees”', 'visa › dates', 'Yıllık kota'])
  expect(await links(page).evaluateAll((all) => all.map((link) => /** @type {HTMLAnchorElement} */ (link).href))).toEqual(
    ['en/visa/cap.html', 'en/visa/fees.html', 'en/visa/dates/', 'tr/kota.html'].map((path) => `${ORIGIN}/${path}`),
  )
  await expect(links(page).last()).toHaveAttribute('lang', 'tr')
  await expect(list.getByText('Turkish')).toBeVisible()
  await expect(page.getByText('All pages')).toBeHidden()
  expect(trouble).toEqual([])
})

test('nothing is loaded before the visitor approaches the list', async ({ page }) => {
  /** @type {string[]} */
  const requested = []
  page.on('request', (request) => requested.push(new URL(request.url()).pathname))
  await openPage(page, '', { body: '<div style="height: 4000px">A long text.</div>' })
  await page.waitForTimeout(300)
  expect(requested.filter((path) => /soru_engine|soru-worker|manifest\.msgpack/.test(path))).toEqual([])
  await page.locator('soru-related').scrollIntoViewIfNeeded()
  await expect(links(page)).toHaveCount(4)
})

test('attributes choose page, number, language and heading, also later', async ({ page }) => {
  await openPage(page, 'worker="off" url="en/fees.html?x=1#top" top-k="2" only-lang="en" label="See also"')
  await expect(page.getByRole('navigation', { name: 'See also' })).toBeVisible()
  await expect(links(page)).toHaveCount(2)
  const [[, address, { topK, lang }]] = await calls(page)
  expect({ address, topK, lang }).toEqual({ address: 'en/fees.html?x=1', topK: 2, lang: 'en' })
  await page.locator('soru-related').evaluate((list) => { list.setAttribute('only-lang', 'tr') })
  await expect(links(page)).toHaveText(['Yıllık kota'])
})

test('the address of the page is below the site, wherever that is; elsewhere it is absolute', async ({ page }) => {
  await openPage(page, 'worker="off"', { root: '/below/', query: '?p=7' })
  await expect(links(page)).toHaveCount(4)
  await page.locator('soru-related').evaluate((list) => { list.setAttribute('url', '/elsewhere/a.html#x') })
  await expect.poll(async () => (await calls(page)).map(([, address]) => address)).toEqual(['?p=7', `${ORIGIN}/elsewhere/a.html#x`])
})

test('without similar pages, and if they are unavailable, the content of the page stays', async ({ page }) => {
  await openPage(page, 'url="alone.html"')
  await expect.poll(() => events(page)).toEqual([['soru-related', { pages: [] }]])
  await expect(page.getByRole('link', { name: 'All pages' })).toBeVisible()
  const failed = await page.locator('soru-related').evaluate((/** @type {any} */ list) => {
    list.setAttribute('url', 'crash.html')
    return list.refresh()
  })
  expect(failed).toBeNull()
  await expect.poll(async () => (await events(page)).map((/** @type {any} */ [type]) => type)).toContain('soru-error')
  await expect(page.getByRole('link', { name: 'All pages' })).toBeVisible()
})

test('a later address overtakes an earlier one', async ({ page }) => {
  await openPage(page, 'url="slow.html"')
  const both = await page.locator('soru-related').evaluate((/** @type {any} */ list) => Promise.all([
    list.refresh(),
    new Promise((done) => { setTimeout(() => { list.removeAttribute('url'); done(list.refresh()) }, 100) }),
  ]))
  expect(both[0]).toBeNull()
  expect(both[1]).toHaveLength(5)
  expect((await events(page)).filter((/** @type {any} */ [type]) => type === 'soru-related').length).toBeGreaterThan(0)
})

test('following a link is reported and can be prevented', async ({ page }) => {
  await openPage(page)
  await expect(links(page)).toHaveCount(4)
  await page.evaluate(() => addEventListener('soru-select', (event) => event.preventDefault(), { once: true }))
  await links(page).first().click()
  const told = (await events(page)).at(-1)
  expect([told[0], told[1].url, told[1].page.similarity]).toEqual(['soru-select', `${ORIGIN}/en/visa/cap.html`, 0.61])
  await links(page).first().click()
  await page.waitForURL(`${ORIGIN}/en/visa/cap.html`)
})

test('with the box on the page there is one engine for both', async ({ page }) => {
  await page.clock.install()
  await openPage(page)
  await expect(links(page)).toHaveCount(4)
  await page.locator('soru-search input').fill('h1b')
  await expect(page.getByRole('option').first()).toBeVisible()
  expect(page.workers()).toHaveLength(1)
  await page.locator('soru-search').evaluate((box) => box.remove())
  await page.locator('soru-related').evaluate((list) => list.remove())
  await page.clock.runFor(35_000)
  await expect.poll(() => page.workers().length).toBe(0)
})

test('related() answers in the worker and on the main thread alike', async ({ page }) => {
  await openSite(page)
  const found = await page.evaluate(async () => {
    const { open } = await import(new URL('soru/soru.js', document.baseURI).href)
    const all = []
    for (const worker of [true, false]) {
      const soru = await open('soru/', { worker })
      all.push(await soru.related('en/x.html', { topK: 1 }), await soru.related('http://[', { topK: 1 }))
      await soru.close()
    }
    return all.map(({ pages }) => pages.map((/** @type {any} */ own) => own.title))
  })
  expect(found).toEqual([0, 1, 2, 3].map(() => ['The H-1B cap']))
})

for (const [lang, heading] of [['en', 'Similar pages'], ['tr', 'Benzer sayfalar']]) {
  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    test(`no violation and its look: ${lang}, ${scheme}`, async ({ page }) => {
      await page.setViewportSize({ width: 360, height: 660 })
      const colours = scheme === 'dark' ? 'background: #101217; color: #eee' : ''
      await openPage(page, '', { lang, style: `html { color-scheme: ${scheme}; ${colours}; font-family: "DejaVu Sans" }` })
      await expect(page.getByRole('heading', { name: heading })).toBeVisible()
      await expect(links(page)).toHaveCount(4)
      await expectAccessible(page, 'soru-related')
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
      await expect(page.locator('soru-related')).toHaveScreenshot(`related-${lang}-${scheme}.png`, { maxDiffPixelRatio: 0.001, threshold: 0.25, animations: 'disabled' })
    })
  }
}
