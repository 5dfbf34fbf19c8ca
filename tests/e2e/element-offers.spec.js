/**
 * Checked answers that may be meant, where none was asserted: each opens below its own question, by mouse,
 * finger and keyboard.
 */
import { expect, test } from '@playwright/test'
import { ask, expectAccessible, input, options, panel, settled } from './fixtures/box.js'
import { openSite } from './fixtures/site.js'

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const offers = (page) => page.getByRole('region', { name: 'Related checked answers' })
/**
 * @param {Page} page
 * @param {string} question
 */
const offer = (page, question) => offers(page).getByRole('button', { name: question })

test('possible facts are above the sections, closed, and announced', async ({ page }) => {
  await openSite(page)
  await ask(page, 'nearby')
  await expect(offers(page).getByRole('button')).toHaveText(['What is the H-1B cap?', 'How much is the filing fee?', 'H-1B kontenjanı kaç?'])
  await expect(offer(page, 'What is the H-1B cap?')).toHaveAttribute('aria-expanded', 'false')
  await expect(offers(page).getByText('H-1B kontenjanı kaç?')).toHaveAttribute('lang', 'tr')
  await expect(panel(page).locator('.card')).toHaveCount(0)
  await expect(page.getByRole('status')).toHaveText('No sure answer. These sections fit best: 3. Related checked answers: 3.')
  const [above, below] = await Promise.all([offers(page).boundingBox(), options(page).first().boundingBox()])
  expect(Number(above?.y)).toBeLessThan(Number(below?.y))
  await expectAccessible(page)
})

test('an offer opens its answer in place, with source and day, and closes again', async ({ page }) => {
  await openSite(page)
  await ask(page, 'nearby')
  const button = offer(page, 'How much is the filing fee?')
  await button.click()
  await expect(button).toHaveAttribute('aria-expanded', 'true')
  const card = offers(page).getByRole('region', { name: 'Checked answer' })
  await expect(card).toContainText('$780 for most employers')
  await expect(card).toContainText('Checked on 1 February 2026')
  await expect(card.getByRole('link', { name: 'USCIS: Fee schedule' })).toHaveAttribute('href', 'https://www.uscis.gov/g-1055')
  // It answers its own question; its fit to the visitor's question is unknown.
  await expect(card.locator('.confidence, .asked')).toHaveCount(0)
  await expect(page.getByRole('status')).toHaveText(/^Checked answer: \$780 .* Source: USCIS: Fee schedule\.$/)
  await expect(input(page)).toHaveValue('nearby')
  await expectAccessible(page)
  await button.click()
  await expect(card).toBeHidden()
  await expect(button).toHaveAttribute('aria-expanded', 'false')
})

test('by keyboard, an offer is reached, opened and left, and its link follows it', async ({ page }) => {
  await openSite(page)
  await ask(page, 'nearby')
  const button = offer(page, 'What is the H-1B cap?')
  await button.focus()
  await page.keyboard.press('Enter')
  await expect(button).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'USCIS: H-1B cap season' })).toBeFocused()
  await page.keyboard.press('Tab')
  await expect(offer(page, 'How much is the filing fee?')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(input(page)).toBeFocused()
})

test('arrow keys reach the offers between the input and the list, and the hints explain Enter', async ({ page }) => {
  await openSite(page)
  await ask(page, 'nearby')
  const press = async (/** @type {string} */ key, times = 1) => { for (let time = 0; time < times; time += 1) await page.keyboard.press(key) }
  const hints = panel(page).locator('.hints')
  await expect(hints.getByText('to ask')).toBeVisible()
  await expect(offers(page)).toBeVisible()
  // The code for it comes with the offers, and a little later.
  await expect(async () => {
    await input(page).focus()
    await press('ArrowDown')
    await expect(offer(page, 'What is the H-1B cap?')).toBeFocused({ timeout: 200 })
  }).toPass()
  await expect(hints.getByText('to open')).toBeVisible()
  await expect(hints.getByText('to ask')).toBeHidden()
  await press('ArrowDown', 2)
  await expect(offer(page, 'H-1B kontenjanı kaç?')).toBeFocused()
  await press('ArrowDown')
  await expect(input(page)).toBeFocused()
  await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
  await press('ArrowUp')
  await expect(offer(page, 'H-1B kontenjanı kaç?')).toBeFocused()
  await press('ArrowUp', 3)
  await expect(input(page)).toBeFocused()
  await expect(page.locator('soru-search [aria-selected=true]')).toHaveCount(0)
})

test('a finger finds the offers, in a Turkish box and on a page of results', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openSite(page, { lang: 'tr', attributes: 'form="page"', query: '?q=nearby' })
  const region = page.getByRole('region', { name: 'İlgili doğrulanmış yanıtlar' })
  await region.getByRole('button').last().click()
  await expect(region.getByRole('region', { name: 'Doğrulanmış yanıt' })).toContainText('Yılda 85.000')
  await settled(page)
  const box = await region.getByRole('button').first().boundingBox()
  expect(Number(box?.height)).toBeGreaterThanOrEqual(44)
})
