/**
 * The element's words and looks adapt to the language, the colours and
 * the width of the page around it.
 */
import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { answerText, ask, expectAccessible, input, options, panel, settled } from './fixtures/box.js'
import { openSite } from './fixtures/site.js'

test.describe('languages', () => {
  test('a Turkish page has a Turkish box', async ({ page }) => {
    await openSite(page, { lang: 'tr' })
    await expect(page.getByRole('combobox', { name: 'Bu sitede ara' })).toBeVisible()
    await ask(page, 'olgu')
    await expect(panel(page).getByText('Doğrulanmış yanıt')).toBeVisible()
    await expect(panel(page).getByText('Son doğrulama: 15 Ocak 2026')).toBeVisible()
    await expect(options(page).first()).toContainText('İngilizce')
    await expectAccessible(page)
  })

  test('R31: the message without an answer is in the language of the visitor', async ({ page }) => {
    await openSite(page, { lang: 'tr' })
    await ask(page, 'yok')
    await expect(panel(page).getByText('Yanıt bulunamadı')).toBeVisible()
    await expect(panel(page).getByText('En yakın sayfalar', { exact: true })).toBeVisible()
  })

  test('the attribute lang outweighs the language of the page, and can change', async ({ page }) => {
    await openSite(page, { lang: 'en', attributes: 'lang="tr"' })
    await expect(page.getByRole('button', { name: 'Sor' })).toBeVisible()
    await page.locator('soru-search').evaluate((box) => box.setAttribute('lang', 'en'))
    await expect(page.getByRole('button', { name: 'Ask' })).toBeVisible()
  })

  test('the site rewords texts and adds languages', async ({ page }) => {
    const texts = { en: { suggestions: 'Popular questions' }, de: { ask: 'Fragen' } }
    await openSite(page, { bundle: { texts: JSON.stringify(texts) } })
    await input(page).click()
    await expect(panel(page).getByText('Popular questions')).toBeVisible()
    await page.locator('soru-search').evaluate((box) => box.setAttribute('lang', 'de'))
    await expect(page.getByRole('button', { name: 'Fragen' })).toBeVisible()
  })
})

/**
 * Of an option under the keyboard, and of an answer.
 * @param {import('@playwright/test').Page} page
 */
async function expectContrast(page) {
  await ask(page, 'quote')
  await expect(options(page)).toHaveCount(3)
  await input(page).press('ArrowDown')
  await expectAccessible(page)
  await ask(page, 'fact')
  await expect(answerText(page)).toBeVisible()
  await expectAccessible(page)
}

test.describe('looks', () => {
  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    test(`contrast holds on a ${scheme} page`, async ({ page }) => {
      const colours = scheme === 'dark' ? 'background: #101217; color: #eee' : ''
      await openSite(page, { style: `html { color-scheme: ${scheme}; ${colours} }`, attributes: 'debug' })
      await expectContrast(page)
    })
  }

  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    test(`contrast holds in the theme that follows the system, on a ${scheme} system`, async ({ page }) => {
      const chapter = await readFile(new URL('../../www/docs/box.md', import.meta.url), 'utf8')
      const [, style] = chapter.match(/## Lagoon[^]*?```css\n([^]*?)```/) ?? []
      await page.emulateMedia({ colorScheme: scheme })
      await openSite(page, { style })
      await expect(page.locator('soru-search .field')).toHaveCSS('border-top-color', scheme === 'dark' ? 'rgb(109, 132, 130)' : 'rgb(116, 138, 136)')
      await expectContrast(page)
    })
  }

  test('a narrow box shows all without scrolling sideways, and fingers can hit everything', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await openSite(page, { style: 'main { padding: 8px }' })
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    await settled(page)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    const small = await page.locator('soru-search').evaluate((box) =>
      Array.from(/** @type {ShadowRoot} */ (box.shadowRoot).querySelectorAll('a, button, input'))
        .map((target) => ({ target: target.outerHTML.slice(0, 60), rect: target.getBoundingClientRect() }))
        .filter(({ rect }) => rect.height > 0 && (rect.height < 44 || rect.width < 44)))
    expect(small).toEqual([])
    await expectAccessible(page)
  })

  test('a box in a corner keeps its panel within the window', async ({ page }) => {
    await openSite(page, { style: 'soru-search { width: 14rem; margin-left: auto }' })
    await ask(page, 'fact')
    await expect(panel(page)).toBeVisible()
    await settled(page)
    const rect = await panel(page).evaluate((element) => element.getBoundingClientRect())
    expect(rect.width).toBeGreaterThanOrEqual(340)
    expect(rect.right).toBeLessThanOrEqual(1280)
  })

  test('opening the panel moves nothing on the page', async ({ page }) => {
    await openSite(page)
    const text = page.getByText('Text below the box.')
    const before = await text.boundingBox()
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    expect(await text.boundingBox()).toEqual(before)
  })

  test('properties of the page theme the box, wherever they are set', async ({ page }) => {
    await openSite(page, { style: ':root { --soru-accent: rgb(120, 0, 80) } soru-search::part(field) { border-radius: 0px }' })
    const ask = page.getByRole('button', { name: 'Ask' })
    await expect(ask).toHaveCSS('background-color', 'rgb(120, 0, 80)')
    await expect(page.locator('soru-search .field')).toHaveCSS('border-radius', '0px')
  })

  test('visitors who want no motion get none', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openSite(page)
    await input(page).click()
    await expect(panel(page)).toHaveCSS('animation-name', 'none')
  })
})
