/**
 * Every state of the element under axe-core, in both languages, light and dark; the requirements of zoom,
 * forced colours and reduced motion; and each form with the keyboard alone. element-generated.spec.js checks
 * the answer of a model.
 */
import { expect, test } from '@playwright/test'
import { expectAccessible } from './fixtures/box.js'
import { ORIGIN, openSite } from './fixtures/site.js'

/** @typedef {import('@playwright/test').Page} Page */

const WORDS = {
  en: { fact: 'fact', said: /^85,000 visas/, debug: 'How this was found', opener: /^Search/, showMore: 'Show more' },
  tr: { fact: 'olgu', said: /^Yılda 85\.000/, debug: 'Bu nasıl bulundu?', opener: /^Ara/, showMore: 'Daha fazla göster' },
}

/** Long enough for a busy machine to see it. */
const SLOWLY = { slowMillis: '4000' }

/** The typed text, and a selector that shows that the state is reached. */
const STATES = /** @type {const} */ ([
  ['quote', 'blockquote'], ['unsure', '.confidence.low'], ['none', '[part~=no-answer]'], ['alone', '[part~=no-answer]'], ['which', '.choices'],
  ['wat is', '.repaired'], ['long', '.confidence.low'], ['crash', '.error'], ['-staj', 'p.state'], ['slow', '.waiting'],
])

/**
 * @param {Page} page
 * @param {string} question
 */
async function ask(page, question) {
  const field = page.locator('soru-search input')
  await field.fill(question)
  await field.press('Enter')
}

for (const lang of /** @type {const} */ (['en', 'tr'])) {
  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    const style = `html { color-scheme: ${scheme}; ${scheme === 'dark' ? 'background: #101217; color: #eee' : ''} }`
    const words = WORDS[lang]

    // The additional parts of the forms have the same colours, so each is checked once in either language and
    // scheme.
    for (const form of (lang === 'en') === (scheme === 'light') ? ['inline', 'dialog', 'page'] : ['inline']) {
      test(`no violation in any state: ${form}, ${lang}, ${scheme}`, async ({ page }) => {
        test.slow()
        await openSite(page, { lang, style, bundle: SLOWLY, attributes: `form="${form}" feedback recent debug results="/search/"` })
        await expectAccessible(page)
        if (form === 'dialog') await page.getByRole('button', { name: words.opener }).click()
        else await page.locator('soru-search input').click()
        await expect(page.locator('soru-search .suggestion').first()).toBeVisible()
        await expectAccessible(page)
        await page.locator('soru-search input').pressSequentially('h1b')
        await expect(page.locator('soru-search .excerpt').first()).toBeVisible()
        await expectAccessible(page)
        await ask(page, words.fact)
        await expect(page.locator('soru-search .fact').getByText(words.said)).toBeVisible()
        await expect(page.locator('soru-search .feedback')).toBeVisible()
        await page.locator('soru-search').getByText(words.debug).click()
        await expectAccessible(page)
        for (const [question, shown] of STATES) {
          await ask(page, question)
          await expect(page.locator(`soru-search ${shown}`).first(), question).toBeVisible()
          await expectAccessible(page)
        }
        await page.locator('soru-search').evaluate((/** @type {any} */ box) => { box.clear(); box.open() })
        await expect(page.locator('soru-search [part="clear-recent"]')).toBeVisible()
        await expectAccessible(page)
      })
    }
  }
}

test.describe('zoom, colours, motion', () => {
  for (const form of /** @type {const} */ (['inline', 'dialog', 'page'])) {
    // 1280 by 1024 pixels at 400 %.
    test(`at 400 % nothing is cut or scrolls sideways: ${form}`, async ({ page }) => {
      await page.setViewportSize({ width: 320, height: 256 })
      await openSite(page, { lang: 'tr', style: 'body { margin: 0 } main { padding: 4px }', attributes: `form="${form}" feedback results="/search/"` })
      await page.keyboard.press('/')
      await ask(page, 'long')
      await expect(page.locator('soru-search .feedback')).toBeVisible()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
      // All of the card can be brought into view, below a field that leaves room for it.
      for (const part of ['.badge', '.text', '.source', '.feedback']) {
        const place = page.locator(`soru-search ${part}`).first()
        await place.scrollIntoViewIfNeeded()
        const rect = /** @type {{ x: number, width: number }} */ (await place.boundingBox())
        expect(rect.x + rect.width, part).toBeLessThanOrEqual(352)
        await expect(place).toBeInViewport()
      }
    })
  }

  test('every target is at least 24 pixels, and 44 with a finger', async ({ browser }) => {
    const context = await browser.newContext({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } })
    const page = await context.newPage()
    await openSite(page, { attributes: 'form="page" feedback recent', query: '?q=many' })
    await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible()
    const small = await page.locator('soru-search').evaluate((box) =>
      Array.from(/** @type {ShadowRoot} */ (box.shadowRoot).querySelectorAll('a, button, input'))
        .map((target) => ({ target: target.outerHTML.slice(0, 80), rect: target.getBoundingClientRect() }))
        .filter(({ target, rect }) => rect.height > 0 && rect.height < (target.startsWith('<a') ? 24 : 44)))
    expect(small).toEqual([])
    await context.close()
  })

  test('with forced colours, active, chosen and focused parts are outlined', async ({ page }) => {
    await page.emulateMedia({ forcedColors: 'active' })
    await openSite(page)
    await page.locator('soru-search input').pressSequentially('h1b')
    await expect(page.getByRole('option')).toHaveCount(3)
    await page.keyboard.press('ArrowDown')
    await expect(page.getByRole('option').first()).toHaveCSS('outline-style', 'solid')
    await expect(page.locator('soru-search .field')).toHaveCSS('outline-style', 'solid')
    await openSite(page, { attributes: 'form="page"', query: '?q=many' })
    await expect(page.locator('.choose[aria-pressed="true"]').first()).toHaveCSS('border-top-width', '3px')
    await expectAccessible(page)
  })

  test('without motion the dialog and its backdrop are there at once', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openSite(page, { attributes: 'form="dialog"' })
    await page.keyboard.press('/')
    const names = await page.getByRole('dialog').evaluate((dialog) => [getComputedStyle(dialog).animationName, getComputedStyle(dialog, '::backdrop').animationName])
    expect(names).toEqual(['none', 'none'])
  })
})

test.describe('by keyboard', () => {
  /** The name of the focused part inside the element. @param {Page} page */
  const focused = (page) => page.evaluate(() => {
    const active = document.querySelector('soru-search')?.shadowRoot?.activeElement
    return active?.getAttribute('part') ?? active?.tagName ?? null
  })

  test('the dialog keeps the focus in it, from the first control to the last', async ({ page }) => {
    await openSite(page, { attributes: 'form="dialog" feedback results="/search/"', body: '<a href="#a">Before</a>{element}<a href="#b">After</a>' })
    await page.getByRole('button', { name: /^Search/ }).press('Enter')
    await ask(page, 'quote')
    await expect(page.locator('soru-search .feedback')).toBeVisible()
    const seen = []
    for (let step = 0; step < 12; step++) {
      seen.push(await focused(page))
      await page.keyboard.press('Tab')
    }
    expect(seen.slice(0, 9)).toEqual(['input', 'clear', 'ask', 'source', 'copy', 'permalink', 'helpful', 'helpful', 'all-results'])
    expect(await page.evaluate(() => document.activeElement?.textContent)).not.toMatch(/Before|After/)
  })

  test('a page of results is read and filtered in visual order', async ({ page }) => {
    await openSite(page, { attributes: 'form="page"', query: '?q=many' })
    await expect(page.getByRole('button', { name: 'Show more' })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Copy link' })).toBeVisible()
    await page.locator('soru-search input').focus()
    const seen = []
    for (let step = 0; step < 15; step++) {
      await page.keyboard.press('Tab')
      seen.push(await focused(page))
    }
    expect(seen).toEqual(['clear', 'ask', 'source', 'copy', 'permalink',
      'filter', 'filter', 'filter', 'filter', 'filter', 'filter', 'filter', 'title', 'passage', 'title'])
    await page.keyboard.press('Shift+Tab')
    await page.keyboard.press('Enter')
    await page.waitForURL(`${ORIGIN}/en/page-0.html#second`)
    await page.goBack()
    await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
  })
})
