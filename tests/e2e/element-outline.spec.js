/**
 * R41: before the engine is ready, and where it cannot run, the box offers the questions of the site and
 * finds titles and headings. The fake engine takes as long as a test sets.
 */
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { expectAccessible, input, options, panel, recordEvents } from './fixtures/box.js'
import { ORIGIN, STRICT, openSite, watchTrouble } from './fixtures/site.js'

/** @typedef {import('@playwright/test').Page} Page */

const OUTLINE = {
  suggestions: [{ lang: 'en', question: 'When does the term begin?' }, { lang: 'tr', question: 'Dönem ne zaman başlıyor?' }],
  pages: [
    ['Housing', 'en/housing.html', 'en', 'Rents', 'rents', 'Deposit', 'deposit', 'How to apply', 'apply'],
    ['Scholarships', 'en/scholarships.html', 'en', 'How to apply', 'apply', 'Rents and meals', 'meals'],
    ['Şehir dışından gelenler', 'tr/sehir.html', 'tr', 'Kira yardımı', 'kira'],
    ['H-1B', 'en/h1b.html', 'en'],
    ['What is a visa?', 'en/visa.html?old=1#top', 'en', 'Fees', 'fees'],
  ],
}
const NEVER = { openMillis: '600000' }
const BROKEN = { open: 'fail' }

/**
 * @param {Page} page
 * @param {import('./fixtures/site.js').Site} [site]
 */
const openWaiting = (page, site) => openSite(page, { outline: OUTLINE, bundle: NEVER, ...site })

/**
 * Opens a site whose engine code arrives when the test releases it.
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<() => void>} lets it come
 */
async function openHeld(page) {
  await openWaiting(page, { bundle: {} })
  let arrive = () => {}
  const wanted = new Promise((resolve) => { arrive = () => resolve(undefined) })
  await page.route('**/soru_engine.js', async (route) => { await wanted; await route.fallback() })
  return () => arrive()
}

/** @param {Page} page */
const links = (page) => options(page).evaluateAll((all) => all.map((option) => (/** @type {HTMLAnchorElement} */ (option)).href))
const at = (/** @type {string} */ address) => `${ORIGIN}/${address}`

test.describe('while the engine is on its way', () => {
  test('pages whose title has the words are found, and the footer announces more', async ({ page }) => {
    await openWaiting(page)
    await input(page).pressSequentially('housing')
    await expect(options(page).first()).toContainText('Housing')
    expect(await links(page)).toEqual([at('en/housing.html')])
    await expect(panel(page).getByRole('progressbar')).toBeVisible()
    await expect(page.locator('soru-search .skeleton')).toHaveCount(0)
    await expectAccessible(page)
  })

  test('headings are found and linked to, below the page that fits best', async ({ page }) => {
    await openWaiting(page)
    await input(page).pressSequentially('apply for a scholarship ')
    await expect(options(page).first()).toContainText('Scholarships')
    expect((await links(page))[0]).toBe(at('en/scholarships.html#apply'))
    await input(page).fill('fees')
    await expect.poll(() => links(page)).toEqual([at('en/visa.html?old=1#fees')])
  })

  test('addresses are those that the engine gives: below the site’s own, if it has one', async ({ page }) => {
    const pages = [['Housing', '/en/housing.html', 'en', 'Rents', 'rents'], ['Housing abroad', 'https://other.test/a', 'en']]
    await openWaiting(page, { outline: { siteUrl: 'https://example.org/site', pages } })
    await input(page).pressSequentially('housing')
    await expect.poll(() => links(page)).toEqual(['https://example.org/site/en/housing.html', 'https://other.test/a'])
    await input(page).fill('rents')
    await expect.poll(() => links(page)).toEqual(['https://example.org/site/en/housing.html#rents'])
  })

  test('letters are compared without case and marks, and words as forms of one word', async ({ page }) => {
    await openWaiting(page, { lang: 'tr' })
    for (const typed of ['SEHIR', 'şehirden', 'kiralar', 'YARDIMI']) {
      await input(page).fill(typed)
      await expect(options(page).first(), typed).toContainText('Şehir dışından gelenler')
    }
    for (const typed of ['h1b', 'H-1B', 'h-1']) {
      await input(page).fill(typed)
      await expect(options(page), typed).toContainText(['H-1B'])
    }
  })

  test('every letter changes the results, and the last word is a prefix', async ({ page }) => {
    await openWaiting(page)
    await input(page).pressSequentially('sch')
    await expect(options(page)).toHaveCount(1)
    await expect(options(page)).toContainText('Scholarships')
    await input(page).press('ControlOrMeta+a')
    await input(page).pressSequentially('depo')
    await expect(options(page).first()).toContainText('Deposit')
  })

  test('words that many titles have find nothing by themselves', async ({ page }) => {
    await openWaiting(page)
    await input(page).pressSequentially('what is the')
    await expect(page.locator('soru-search .skeleton')).toBeVisible()
    await expect(options(page)).toHaveCount(0)
  })

  test('a question waits for its answer above the pages', async ({ page }) => {
    await openWaiting(page)
    await input(page).fill('What is the deposit?')
    await input(page).press('Enter')
    await expect(page.locator('soru-search .skeleton')).toBeVisible()
    await expect(options(page).first()).toContainText('Deposit')
  })

  test('the empty box offers the questions of the site, in its language', async ({ page }) => {
    await openWaiting(page)
    await input(page).click()
    await expect(options(page)).toHaveText(['When does the term begin?'])
    await input(page).press('Escape')
    await expect(panel(page)).toBeHidden()
  })

  test('who has turned away meanwhile is left alone', async ({ page }) => {
    await openWaiting(page)
    let arrive = () => {}
    const wanted = new Promise((resolve) => { arrive = () => resolve(undefined) })
    await page.route('**/outline.json.bin', async (route) => { await wanted; await route.fallback() })
    await input(page).click()
    await input(page).press('Escape')
    const arrived = page.waitForResponse('**/outline.json.bin')
    arrive()
    await arrived
    await page.waitForTimeout(100)
    await expect(panel(page)).toBeHidden()
  })

  test('it is reported once, and choosing a page is reported without a hit', async ({ page }) => {
    await openWaiting(page)
    const seen = await recordEvents(page)
    await input(page).pressSequentially('housing')
    await expect(page.locator('soru-search .status')).toHaveText('Loading the search…')
    await expect(options(page)).toHaveCount(1)
    await page.evaluate(() => document.addEventListener('soru-select', (event) => event.preventDefault()))
    await input(page).press('ArrowDown')
    await input(page).press('Enter')
    await expect.poll(async () => (await seen('select')).map(({ detail }) => detail)).toEqual([{ url: at('en/housing.html'), hit: null }])
  })
})

test.describe('once the engine is there', () => {
  test('its results replace those of the outline', async ({ page }) => {
    const arrive = await openHeld(page)
    await input(page).pressSequentially('housing')
    await expect(options(page)).toHaveCount(1)
    arrive()
    await expect(options(page)).toHaveCount(3)
    await expect(panel(page)).not.toContainText('Housing')
    await expect(panel(page).getByRole('progressbar')).toHaveCount(0)
  })

  test('a selected page stays selected, and the loading message disappears', async ({ page }) => {
    const arrive = await openHeld(page)
    await input(page).pressSequentially('housing')
    await expect(options(page)).toHaveCount(1)
    await input(page).press('ArrowDown')
    arrive()
    await expect(panel(page).getByRole('progressbar')).toHaveCount(0)
    await expect(options(page)).toHaveText([/Housing/])
  })

  test('an outline that a host has inflated on its way is the same', async ({ page }) => {
    await openWaiting(page, { bundle: BROKEN })
    const inflated = JSON.stringify({ pages: [['Catalogue', 'catalogue.html', 'en']] })
    await page.route('**/outline.json.bin', (route) => route.fulfill({ contentType: 'application/json', body: inflated }))
    await input(page).pressSequentially('catalogue')
    await expect(options(page)).toHaveText([/Catalogue/])
  })

  // Of 256 MB of spaces 16 are read, and counted once for each of the two streams that they pass.
  test('an outline that inflates without end is left alone, and the box answers', async ({ page }) => {
    await openWaiting(page, { bundle: { openMillis: '0' } })
    await page.evaluate(() => {
      const own = /** @type {any} */ (globalThis)
      own.inflated = 0
      const { pipeThrough } = ReadableStream.prototype
      ReadableStream.prototype.pipeThrough = function (/** @type {any} */ pair) {
        const count = new TransformStream({ transform(piece, to) { own.inflated += piece.length; to.enqueue(piece) } })
        return pipeThrough.call(pipeThrough.call(this, pair), count)
      }
    })
    const body = gzipSync(Buffer.alloc(256 << 20, ' '))
    await page.route('**/outline.json.bin', (route) => route.fulfill({ contentType: 'application/octet-stream', body }))
    const arrived = page.waitForResponse('**/outline.json.bin')
    await input(page).pressSequentially('housing')
    await arrived
    await expect(options(page)).toHaveCount(3)
    await expect.poll(() => page.evaluate(() => /** @type {any} */ (globalThis).inflated)).toBeGreaterThan(16 << 20)
    await page.waitForTimeout(500)
    expect(await page.evaluate(() => /** @type {any} */ (globalThis).inflated)).toBeLessThan(64 << 20)
  })

  test('an outline that loads after the engine changes nothing', async ({ page }) => {
    await openWaiting(page, { bundle: { openMillis: '0' } })
    await page.route('**/outline.json.bin', async (route) => { await new Promise((resolve) => setTimeout(resolve, 800)); await route.fallback() })
    const arrived = page.waitForResponse('**/outline.json.bin')
    await input(page).pressSequentially('housing')
    await expect(options(page)).toHaveCount(3)
    await arrived
    await page.waitForTimeout(100)
    await expect(options(page)).toHaveCount(3)
  })
})

test.describe('where the engine cannot run', () => {
  test('the failure is reported, and the pages are shown', async ({ page }) => {
    await openWaiting(page, { bundle: BROKEN })
    await input(page).pressSequentially('deposit')
    await expect(page.locator('soru-search .error')).toBeVisible()
    await expect(options(page).first()).toHaveAttribute('href', at('en/housing.html#deposit'))
    await expectAccessible(page)
  })

  test('a page of results lists them', async ({ page }) => {
    await openWaiting(page, { bundle: BROKEN, attributes: 'form="page"', query: '?q=rents' })
    await expect(page.locator('soru-search .error')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Housing' })).toHaveAttribute('href', at('en/housing.html#rents'))
    await expect(page.getByRole('link', { name: 'Scholarships' })).toHaveAttribute('href', at('en/scholarships.html#meals'))
    await expectAccessible(page)
  })
})

test.describe('a malformed outline', () => {
  for (const [what, outline] of Object.entries({
    'is a text': 'not found', 'has a number for its address': { siteUrl: 5, pages: [['Housing', 'a.html', 'en']] }, 'holds a number': { pages: [5] }, 'lacks addresses': { pages: [['Housing']] },
    'offers nothing that is a question': { suggestions: [{}], pages: [] }, 'is empty': null,
  })) {
    test(`that ${what} is ignored`, async ({ page }) => {
      const trouble = await watchTrouble(page)
      await openWaiting(page, { outline })
      await input(page).pressSequentially('housing')
      await expect(page.locator('soru-search .skeleton')).toBeVisible()
      expect(trouble).toEqual([])
    })
  }

  test('that is hostile is shown as text, below the strictest policy', async ({ page }) => {
    const trouble = await watchTrouble(page)
    const outline = { pages: [['<img src=x onerror="document.title=1"> housing', 'javascript:document.title="owned"', 'en', '<b>housing</b>', '"><script>']] }
    await openWaiting(page, { outline, csp: STRICT })
    await input(page).pressSequentially('housing')
    await expect(options(page).first()).toContainText('<img src=x onerror="document.title=1"> housing')
    expect((await links(page)).filter(Boolean)).toEqual([])
    expect(await page.title()).toBe('Site')
    expect(trouble).toEqual([])
  })
})
