/**
 * Questions that people ask: where nothing is asserted, a section shows the question written for it that is like the
 * visitor's, and that question can be asked, in every form of the box.
 */
import { expect, test } from '@playwright/test'
import { answerText, ask, expectAccessible, input, options, panel, settled } from './fixtures/box.js'
import { STRICT, openSite, watchTrouble } from './fixtures/site.js'

/** @typedef {import('@playwright/test').Page} Page */

const QUESTION = 'what visas are there each year?'
/** @param {Page} page */
const rows = (page) => page.locator('soru-search [part~="people-ask"]')

test('a section shows its question below it, if it is alike enough', async ({ page }) => {
  await openSite(page)
  await ask(page, 'asked')
  await expect(rows(page)).toHaveText([`People ask: ${QUESTION}`, 'People ask: kontenjan her yıl aynı mı?'])
  await expect(options(page)).toHaveText([/^H-1B work visas/, /^People ask/, /^H-1B çalışma/, /^People ask/, /^Fees/])
  await expect(rows(page).getByText('kontenjan her yıl aynı mı?')).toHaveAttribute('lang', 'tr')
  await expect(page.getByRole('status')).toHaveText('No sure answer. These sections fit best: 3.')
  await expectAccessible(page)
})

test('a click asks it, and so does Enter on it', async ({ page }) => {
  await openSite(page)
  await ask(page, 'asked')
  await rows(page).first().click()
  await expect(answerText(page)).toBeVisible()
  await expect(input(page)).toHaveValue(QUESTION)
  await expect(input(page)).toBeFocused()
  await ask(page, 'asked')
  await expect(rows(page)).toHaveCount(2)
  await input(page).press('ArrowDown')
  await input(page).press('ArrowDown')
  await expect(rows(page).first()).toHaveAttribute('aria-selected', 'true')
  await input(page).press('Enter')
  await expect(answerText(page)).toBeVisible()
  await expect(input(page)).toHaveValue(QUESTION)
})

test('a followed link is still reported with its hit', async ({ page }) => {
  await openSite(page)
  await ask(page, 'asked')
  await page.evaluate(() => document.addEventListener('soru-select', (event) => {
    event.preventDefault()
    document.title = /** @type {CustomEvent} */ (event).detail.hit.id
  }))
  await options(page).filter({ hasText: 'Fees' }).click()
  await expect(page).toHaveTitle('en/fees')
})

test('asked questions are not shown again, and none are shown if the sections do not fit or an answer is asserted', async ({ page }) => {
  await openSite(page)
  await ask(page, 'Same as BEFORE')
  await expect(rows(page)).toHaveText(['People ask: quote, who files the petition?'])
  for (const question of ['unlike', 'certain', 'best']) {
    await ask(page, question)
    await expect(panel(page).locator('.state, .card, .best')).toHaveCount(1)
    await expect(options(page), question).toHaveCount(3)
    await expect(rows(page), question).toHaveCount(0)
  }
})

test('the text is Turkish in Turkish, and a site may change it', async ({ page }) => {
  await openSite(page, { lang: 'tr' })
  await ask(page, 'asked')
  await expect(rows(page).last()).toHaveText('Benzer soru: kontenjan her yıl aynı mı?')
  await openSite(page, { bundle: { texts: JSON.stringify({ en: { peopleAsk: '“{question}” is asked here' } }) } })
  await ask(page, 'asked')
  await expect(rows(page).first()).toHaveText(`“${QUESTION}” is asked here`)
})

test('any content is text, under the strictest policy', async ({ page }) => {
  const trouble = await watchTrouble(page)
  await openSite(page, { csp: STRICT })
  await ask(page, 'evil')
  await expect(rows(page)).toHaveText('People ask: <img src=x onerror="document.title=1">')
  expect(await page.title()).toBe('Site')
  expect(trouble).toEqual([])
})

test('the dialog shows it too', async ({ page }) => {
  await openSite(page, { attributes: 'form="dialog"' })
  await page.getByRole('button', { name: 'Search' }).click()
  await ask(page, 'asked')
  await rows(page).first().click()
  await expect(page.getByText(/^85,000 visas a year/)).toBeVisible()
})

test('on a page of results it is a button with its section, for fingers and keys', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openSite(page, { attributes: 'form="page"', query: '?q=asked' })
  const button = page.getByRole('listitem').filter({ hasText: 'Annual cap' }).getByRole('button', { name: QUESTION })
  await expect(button).toBeVisible()
  await expectAccessible(page)
  await settled(page)
  expect(Number((await button.boundingBox())?.height)).toBeGreaterThanOrEqual(44)
  await page.getByRole('link', { name: 'H-1B work visas' }).focus()
  await page.keyboard.press('Tab')
  await expect(button).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByText(/^85,000 visas a year/)).toBeVisible()
  await expect(page).toHaveURL(/q=what/)
})

test('without its code, only the sections are shown', async ({ page }) => {
  await openSite(page, { missing: 'view-asides.js' })
  await ask(page, 'asked')
  await expect(options(page)).toHaveCount(3)
})
