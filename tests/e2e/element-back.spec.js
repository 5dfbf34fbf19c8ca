/**
 * What is left of a question when the visitor comes back to the page: without the browser's copy of the whole page,
 * which it keeps for few pages only.
 */
import { expect, test } from '@playwright/test'
import { ask, input, options, panel } from './fixtures/box.js'
import { ORIGIN, openSite } from './fixtures/site.js'

/** @param {import('@playwright/test').Page} page */
const leaveAndComeBack = async (page) => {
  await page.goto(`${ORIGIN}/elsewhere.html`)
  await page.goBack()
  await page.locator('soru-search').first().evaluate((element) => customElements.whenDefined(element.localName))
}

test.describe('the question in the input', () => {
  test('is there again after Back, without a panel and without downloads', async ({ page }) => {
    await openSite(page)
    await ask(page, 'fact of life')
    await expect(panel(page).locator('.card')).toBeVisible()
    const fetched = /** @type {string[]} */ ([])
    page.on('request', (request) => fetched.push(request.url()))
    await leaveAndComeBack(page)
    await expect(input(page)).toHaveValue('fact of life')
    await expect(panel(page)).toBeHidden()
    expect(fetched.filter((url) => /wasm|msgpack/.test(url))).toEqual([])
    // A click continues with it.
    await input(page).click()
    await expect(options(page)).toHaveCount(3)
  })

  test('is there again although it was never asked, and after a reload', async ({ page }) => {
    await openSite(page)
    await input(page).fill('h1b cap')
    await page.locator('h1').click()
    await leaveAndComeBack(page)
    await expect(input(page)).toHaveValue('h1b cap')
    await page.reload()
    await expect(input(page)).toHaveValue('h1b cap')
    await input(page).fill('')
    await page.locator('h1').click()
    await page.reload()
    await page.locator('soru-search').evaluate((element) => customElements.whenDefined(element.localName))
    await expect(input(page)).toHaveValue('')
  })

  test('belongs to its box, and the state of other scripts stays', async ({ page }) => {
    await openSite(page, { body: '{element}<div id="second">{element}</div>' })
    await page.evaluate(() => history.replaceState({ router: 7 }, ''))
    await page.locator('#second input').fill('fees')
    await page.locator('h1').click()
    expect(await page.evaluate(() => history.state.router)).toBe(7)
    await page.reload()
    await expect(page.locator('#second input')).toHaveValue('fees')
    await expect(page.locator('main > soru-search input')).toHaveValue('')
  })

  test('gives way to a state that is no object', async ({ page }) => {
    await openSite(page)
    await page.evaluate(() => history.replaceState('own', ''))
    await input(page).fill('fees')
    await page.locator('h1').click()
    expect(await page.evaluate(() => history.state)).toBe('own')
  })

  test('waits in the dialog', async ({ page }) => {
    await openSite(page, { attributes: 'form="dialog"' })
    await page.keyboard.press('/')
    await ask(page, 'fact')
    await expect(panel(page).locator('.card')).toBeVisible()
    await leaveAndComeBack(page)
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.getByRole('button', { name: /^Search/ }).click()
    await expect(input(page)).toHaveValue('fact')
    await expect(options(page)).toHaveCount(3)
  })
})
