/**
 * The element by keyboard, after the combobox pattern of the ARIA Authoring
 * Practices Guide.
 */
import { expect, test } from '@playwright/test'
import { answerText, ask, input, options, panel, recordEvents } from './fixtures/box.js'
import { ORIGIN, openSite } from './fixtures/site.js'

test.describe('keyboard', () => {
  test('arrows, Home and End move the active option while the focus stays', async ({ page }) => {
    await openSite(page)
    await input(page).pressSequentially('h1b')
    await expect(input(page)).toHaveAttribute('aria-expanded', 'true')
    const active = () => input(page).getAttribute('aria-activedescendant')
    expect(await active()).toBeNull()
    await input(page).press('ArrowDown')
    expect(await active()).toBe('option-0')
    await expect(options(page).first()).toHaveAttribute('aria-selected', 'true')
    await input(page).press('End')
    expect(await active()).toBe('option-2')
    await input(page).press('ArrowDown')
    expect(await active()).toBeNull()
    await input(page).press('ArrowUp')
    expect(await active()).toBe('option-2')
    await input(page).press('Home')
    expect(await active()).toBe('option-0')
    await input(page).press('ArrowLeft')
    expect(await active()).toBeNull()
    await expect(input(page)).toBeFocused()
  })

  test('Enter on an option follows it; on none it asks', async ({ page }) => {
    await openSite(page)
    const events = await recordEvents(page)
    await page.evaluate(() => document.addEventListener('soru-select', (event) => event.preventDefault()))
    await input(page).pressSequentially('h1b')
    await expect(options(page)).toHaveCount(3)
    await input(page).press('ArrowDown')
    await input(page).press('Enter')
    const [{ detail }] = await events('select')
    expect(detail).toMatchObject({ url: `${ORIGIN}/en/h1b.html#cap`, hit: { id: 'en/h1b' } })
    expect(await events('ask')).toEqual([])
    expect(page.url()).toBe(`${ORIGIN}/`)
    await expect(panel(page)).toBeHidden()
  })

  test('further typing deactivates the option, so Enter asks again', async ({ page }) => {
    await openSite(page)
    await input(page).pressSequentially('what')
    await expect(options(page)).toHaveCount(4) // a question of the site, and pages
    await input(page).press('ArrowDown')
    await page.keyboard.type(' is')
    await page.keyboard.press('Enter')
    await expect(answerText(page)).toBeVisible()
  })

  test('Enter really opens the page', async ({ page }) => {
    await openSite(page)
    await input(page).pressSequentially('h1b')
    await expect(options(page)).toHaveCount(3)
    await input(page).press('ArrowDown')
    await input(page).press('Enter')
    await page.waitForURL(`${ORIGIN}/en/h1b.html#cap`)
  })

  test('Enter with Control opens the page in a new tab', async ({ page, context }) => {
    await openSite(page)
    await input(page).pressSequentially('h1b')
    await expect(options(page)).toHaveCount(3)
    await input(page).press('ArrowDown')
    const opened = context.waitForEvent('page')
    await input(page).press('Control+Enter')
    await opened
    expect(page.url()).toBe(`${ORIGIN}/`)
  })

  test('Escape closes, then empties; an arrow opens again', async ({ page }) => {
    await openSite(page)
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    await input(page).press('Escape')
    await expect(panel(page)).toBeHidden()
    await expect(input(page)).toHaveValue('fact')
    await input(page).press('ArrowDown')
    await expect(panel(page)).toBeVisible()
    await input(page).press('Escape')
    await input(page).press('Escape')
    await expect(input(page)).toHaveValue('')
    await expect(panel(page)).toBeHidden()
  })

  test('Tab reaches the source, and Escape returns from it', async ({ page }) => {
    await openSite(page)
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    for (let i = 0; i < 3; i++) await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'USCIS: H-1B cap season' })).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(input(page)).toBeFocused()
    await expect(panel(page)).toBeHidden()
  })

  test('leaving the box closes it, and nothing late opens it again', async ({ page }) => {
    await openSite(page, { body: '{element}<button>Elsewhere</button>' })
    await input(page).pressSequentially('h1b')
    await expect(options(page)).toHaveCount(3)
    await input(page).pressSequentially(' cap')
    await page.locator('h1').click()
    await page.waitForTimeout(400)
    await expect(panel(page)).toBeHidden()
  })

  test('nothing is searched or asked while an input method composes', async ({ page }) => {
    await openSite(page)
    const events = await recordEvents(page)
    await input(page).click()
    await expect(panel(page).getByText('Try asking')).toBeVisible()
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: 'ööö', selectionStart: 3, selectionEnd: 3 })
    await input(page).evaluate((element) => {
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))
    })
    await page.waitForTimeout(400)
    expect(await events('ask')).toEqual([])
    await expect(options(page)).toHaveCount(3) // the suggestions, still
    await expect(panel(page).getByText('Try asking')).toBeVisible()
    await session.send('Input.insertText', { text: 'öğrenci' })
    await expect(panel(page).getByText('Pages', { exact: true })).toBeVisible()
  })
})
