/**
 * Small faults that visitors notice: a keyboard that covers the answer, a question that is cut off, an
 * unwanted correction.
 */
import { expect, test } from '@playwright/test'
import { answerCard, ask, input, options, panel } from './fixtures/box.js'
import { openSite } from './fixtures/site.js'

const PHONE = { hasTouch: true, isMobile: true, viewport: { width: 390, height: 844 } }
const LONG = 'fact how long may an exchange student who changed status stay in the country after the end of the programme?'

test.describe('on a phone', () => {
  test.use(PHONE)

  test('asking closes the keyboard and leaves the panel open', async ({ page }) => {
    await openSite(page)
    await ask(page, 'fact')
    await expect(input(page)).not.toBeFocused()
    await expect(answerCard(page)).toBeVisible()
    await input(page).fill('quote')
    await page.getByRole('button', { name: 'Ask', exact: true }).tap()
    await expect(input(page)).not.toBeFocused()
    await expect(panel(page).locator('blockquote')).toBeVisible()
  })

  test('so does a question that was offered', async ({ page }) => {
    await openSite(page)
    await input(page).tap()
    await options(page).first().tap()
    await expect(answerCard(page)).toBeVisible()
    await expect(input(page)).not.toBeFocused()
  })

  test('Tab moves on from the input, which then accepts typing again', async ({ page }) => {
    await openSite(page)
    await ask(page, 'fact')
    await expect(answerCard(page)).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('button', { name: 'Clear' })).toBeFocused()
    await input(page).tap()
    await expect(input(page)).toBeFocused()
    await expect(answerCard(page)).toBeVisible()
  })

  for (const form of ['inline', 'dialog', 'page']) {
    test(`the keyboard closes in every form: ${form}`, async ({ page }) => {
      await openSite(page, { attributes: `form="${form}"` })
      if (form === 'dialog') await page.getByRole('button', { name: /^Search/ }).tap()
      const field = page.locator('soru-search input')
      await field.fill('fact')
      await field.press('Enter')
      await expect(page.locator('soru-search .card')).toBeVisible()
      await expect(field).not.toBeFocused()
    })
  }

  test('a question that is too long for the input is shown above its answer', async ({ page }) => {
    await openSite(page)
    await ask(page, LONG)
    await expect(panel(page).locator('[part=question]')).toHaveText(LONG)
    await ask(page, 'fact')
    await expect(panel(page).locator('[part=question]')).toHaveCount(0)
  })
})

test('with a mouse the focus stays in the input', async ({ page }) => {
  await openSite(page)
  await ask(page, 'fact')
  await expect(answerCard(page)).toBeVisible()
  await expect(input(page)).toBeFocused()
})

test('a doubtful repair is offered as a question, and can be asked', async ({ page }) => {
  await openSite(page)
  await ask(page, 'wot is the cap?')
  const meant = page.getByRole('button', { name: 'what is the cap', exact: true })
  await expect(panel(page).locator('.correction')).toHaveText('Did you mean what is the cap? Search only for “wot is the cap?”')
  await meant.click()
  await expect(answerCard(page)).toContainText('85,000')
  await expect(input(page)).toHaveValue('what is the cap')
})
