/**
 * Filters with counts, order and address of the box in the panel and the dialog. Pages of results have them too:
 * element-page.spec.js.
 */
import { expect, test } from '@playwright/test'
import { ask, expectAccessible, input, options, panel } from './fixtures/box.js'
import { ORIGIN, openSite } from './fixtures/site.js'

const OFFERED = 'filters="lang, section, audience: For whom" sort'

/** @typedef {import('@playwright/test').Page} Page */
/** @param {Page} page @param {string} group @param {RegExp} name */
const filter = (page, group, name) => page.getByRole('group', { name: group, exact: true }).getByRole('button', { name })
/** @param {Page} page */
const titles = (page) => page.locator('soru-search .title').evaluateAll((all) => all.map(({ textContent }) => textContent))
/** @param {Page} page */
const calls = (page) => page.evaluate(() => /** @type {any} */ (globalThis).__calls)
/** @param {Page} page */
const listen = (page) => page.addInitScript(() => { /** @type {any} */ (globalThis).__calls = [] })

for (const form of /** @type {const} */ (['inline', 'dialog', 'page'])) {
  test.describe(form, () => {
    /** @param {Page} page @param {import('./fixtures/site.js').Site} [site] */
    const open = async (page, site) => {
      await openSite(page, { attributes: `form="${form}" ${OFFERED}`, ...site })
      await page.keyboard.press('/')
    }
    const field = (/** @type {Page} */ page) => page.locator('soru-search input')
    const asks = async (/** @type {Page} */ page, /** @type {string} */ question) => {
      await field(page).fill(question)
      await field(page).press('Enter')
    }

    test('filters by any key have counts of all pages found, and several values of a key add up', async ({ page }) => {
      await open(page)
      await asks(page, 'many')
      await expect(page.locator('[part=count]')).toHaveText('33 pages')
      await expect(filter(page, 'Section', /Fees/)).toHaveText('Fees11')
      await expect(filter(page, 'Language', /Turkish/)).toHaveText('Turkish8')
      await filter(page, 'Section', /Fees/).press('Enter')
      await expect(page.locator('[part=count]')).toHaveText('11 pages')
      await expect(filter(page, 'Section', /Fees/)).toBeFocused()
      await filter(page, 'Section', /Visas/).click()
      await expect(page.locator('[part=count]')).toHaveText('22 pages')
      await expect(filter(page, 'Language', /English/)).toHaveText('English16')
      await expectAccessible(page)
      await filter(page, 'Section', /^All/).click()
      await expect(page.locator('[part=count]')).toHaveText('33 pages')
      // The answer stays.
      await expect(page.locator('soru-search blockquote')).toBeVisible()
    })

    test('the owner names a key, and a value that is a list counts for each part', async ({ page }) => {
      await open(page)
      await asks(page, 'dates')
      await expect(filter(page, 'For whom', /Students/)).toHaveText('Students3')
      await filter(page, 'For whom', /Staff/).click()
      await expect.poll(() => titles(page)).toEqual(['Notice 2', 'Notice 3'])
    })

    test('the newest pages come first on demand, those without a date or with little in common last', async ({ page }) => {
      await open(page)
      await asks(page, 'dates')
      await expect.poll(() => titles(page)).toEqual(['Notice 1', 'Notice 2', 'Notice 3', 'Notice 4', 'Notice 5'])
      await filter(page, 'Sort', /Newest/).click()
      await expect.poll(() => titles(page)).toEqual(['Notice 2', 'Notice 3', 'Notice 1', 'Notice 4', 'Notice 5'])
      await expect(filter(page, 'Sort', /Newest/)).toHaveAttribute('aria-pressed', 'true')
      await filter(page, 'For whom', /Students/).click()
      await expect.poll(() => titles(page)).toEqual(['Notice 3', 'Notice 1', 'Notice 4'])
      await filter(page, 'Sort', /Best/).click()
      await expect.poll(() => titles(page)).toEqual(['Notice 1', 'Notice 3', 'Notice 4'])
    })

    test('question, filters, order and scroll are in the address, and Back and a reload restore them', async ({ page }) => {
      await page.setViewportSize({ width: 700, height: 420 })
      await open(page, { attributes: `form="${form}" ${OFFERED} state="url" top-k="20"`, query: '?theme=1' })
      await asks(page, 'many')
      await expect(page.locator('[part=count]')).toHaveText('33 pages')
      await filter(page, 'Section', /Fees/).click()
      await expect(page.locator('[part=count]')).toHaveText('11 pages')
      await filter(page, 'Sort', /Newest/).click()
      await expect(page).toHaveURL(`${ORIGIN}/?theme=1&q=many&q-section=Fees&q-sort=date`)
      // The address changes before the results.
      await expect.poll(async () => (await titles(page))[0]).toBe('Page number 29')
      const link = page.locator('soru-search a', { hasText: 'Page number 26' }).first()
      await link.scrollIntoViewIfNeeded()
      const top = () => link.evaluate((element) => Math.round(element.getBoundingClientRect().top))
      await page.waitForTimeout(300)
      const before = await top()
      await link.click()
      await page.waitForURL(/page-25/)
      await page.goBack()
      await expect(field(page)).toHaveValue('many')
      await expect(filter(page, 'Section', /Fees/)).toHaveAttribute('aria-pressed', 'true')
      await expect(filter(page, 'Sort', /Newest/)).toHaveAttribute('aria-pressed', 'true')
      await expect(page.locator('[part=count]')).toHaveText('11 pages')
      await expect.poll(async () => Math.abs(await top() - before)).toBeLessThan(30)
      await page.reload()
      await expect(page.locator('[part=count]')).toHaveText('11 pages')
      await expect.poll(async () => Math.abs(await top() - before)).toBeLessThan(30)
      await page.goBack()
      await expect(page).toHaveURL(`${ORIGIN}/?theme=1&q=many&q-section=Fees`)
      await expect(filter(page, 'Sort', /Best/)).toHaveAttribute('aria-pressed', 'true')
      await page.goBack()
      await expect(page.locator('[part=count]')).toHaveText('33 pages')
      await page.goBack()
      await expect(field(page)).toHaveValue('')
      await page.goForward()
      await expect(page.locator('[part=count]')).toHaveText('33 pages')
    })
  })
}

test('nothing is counted for a box that offers no choice', async ({ page }) => {
  await listen(page)
  await openSite(page)
  await ask(page, 'many')
  await expect(options(page).first()).toBeVisible()
  await page.waitForTimeout(300)
  expect((await calls(page) ?? []).filter((/** @type {string[]} */ [name]) => name === 'pages')).toEqual([])
  await expect(page.locator('[part=count]')).toHaveCount(0)
})

test('a choice that was made while typing stays for the question, and ends with the next one', async ({ page }) => {
  await openSite(page, { attributes: OFFERED })
  await input(page).pressSequentially('many')
  await filter(page, 'Section', /Fees/).click()
  await expect(page.locator('[part=count]')).toHaveText('11 pages')
  await input(page).press('Enter')
  await expect(panel(page).locator('blockquote')).toBeVisible()
  await expect(page.locator('[part=count]')).toHaveText('11 pages')
  await ask(page, 'dates')
  await expect(filter(page, 'For whom', /All/)).toHaveAttribute('aria-pressed', 'true')
  await expect.poll(() => titles(page)).toHaveLength(5)
})

test('an address that the visitor closed says nothing any more', async ({ page }) => {
  await openSite(page, { attributes: 'state="url"', query: '?q=fact&theme=1' })
  await expect(panel(page).locator('.card')).toBeVisible()
  await page.locator('h1').click()
  await expect(panel(page)).toBeHidden()
  await expect(page).toHaveURL(`${ORIGIN}/?theme=1`)
  await page.reload()
  await page.waitForTimeout(500)
  await expect(panel(page)).toBeHidden()
})

test('a dialog is open again after Back, and the address of the page of the browser stays one of its own', async ({ page }) => {
  await openSite(page, { attributes: 'form="dialog" state="url"' })
  await page.keyboard.press('/')
  await ask(page, 'fact')
  await expect(panel(page).locator('.card')).toBeVisible()
  await page.getByRole('option').first().click()
  await page.waitForURL(/h1b/)
  await page.goBack()
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(panel(page).locator('.card')).toBeVisible()
})

test('a page that the browser kept shows the panel again as it was', async ({ page }) => {
  await openSite(page, { attributes: 'state="url"' })
  await ask(page, 'many')
  await expect(panel(page).locator('blockquote')).toBeVisible()
  const scroller = panel(page).locator('.scroller')
  await scroller.evaluate((element) => { element.scrollTop = 60 })
  await page.waitForTimeout(300)
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
  await options(page).nth(1).click()
  await expect(panel(page)).toBeHidden()
  expect(page.url()).toBe(`${ORIGIN}/?q=many`)
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })))
  await expect(panel(page)).toBeVisible()
  await expect.poll(() => scroller.evaluate((element) => element.scrollTop)).toBeGreaterThanOrEqual(60)
})

test('in Turkish, dark and narrow, filters stay readable', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await openSite(page, { lang: 'tr', attributes: OFFERED, style: 'html { color-scheme: dark; background: #101217; color: #eee } main { padding: 4px }' })
  await ask(page, 'many')
  await expect(filter(page, 'Sırala', /En yeni/)).toBeVisible()
  await expect(page.locator('[part=count]')).toHaveText('33 sayfa')
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  await expectAccessible(page)
})
