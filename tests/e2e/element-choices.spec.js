/**
 * Several facts that may be meant, offered as a choice (R14), against the fake
 * engine, which names two questions for "which". Answers that come with them are
 * the business of element-offers.spec.js.
 */
import { expect, test } from '@playwright/test'
import { answerText, ask, expectAccessible, input, options, panel, settled } from './fixtures/box.js'
import { openSite } from './fixtures/site.js'

/** @param {import('@playwright/test').Page} page */
const choices = (page) => panel(page).locator('.choices').getByRole('button')

test('R14: possible facts are offered above the pages, and announced', async ({ page }) => {
  await openSite(page)
  await ask(page, 'which cap')
  await expect(choices(page)).toHaveText(['What is the H-1B cap?', 'How much is the filing fee?'])
  await expect(options(page)).toHaveCount(3)
  await expect(page.getByRole('status')).toHaveText('No answer found. Closest pages: 3 pages. Did you mean one of these?')
  await expectAccessible(page)
})

test('R14: by keyboard, a choice asks its question, and focus returns to the input', async ({ page }) => {
  await openSite(page)
  await ask(page, 'which cap')
  await choices(page).first().focus()
  await page.keyboard.press('Enter')
  await expect(answerText(page)).toHaveText(/^85,000 visas/)
  await expect(input(page)).toHaveValue('What is the H-1B cap?')
  await expect(input(page)).toBeFocused()
  await expect(choices(page)).toHaveCount(0)
})

test('R14: a Turkish box asks in Turkish, and a finger finds the buttons', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openSite(page, { lang: 'tr' })
  await ask(page, 'which')
  await expect(panel(page).getByRole('region', { name: 'Bunlardan birini mi sormak istediniz?' })).toBeVisible()
  await settled(page)
  const box = await choices(page).first().boundingBox()
  expect(Number(box?.height)).toBeGreaterThanOrEqual(44)
})
