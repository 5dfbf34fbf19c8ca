/**
 * The line that shows the corrected question (R11), with the fake engine, which corrects "wat" to "what".
 */
import { expect, test } from '@playwright/test'
import { answerText, ask, expectAccessible, input, options, panel, settled } from './fixtures/box.js'
import { openSite } from './fixtures/site.js'

/** @param {import('@playwright/test').Page} page */
const line = (page) => panel(page).locator('.correction')
/** @param {import('@playwright/test').Page} page */
const exactly = (page) => page.getByRole('button', { name: 'Search only for' })

/**
 * The last question and its options, as the engine got them.
 * @param {import('@playwright/test').Page} page
 */
const lastOptions = (page) => page.evaluate(() => /** @type {any} */ (globalThis).__calls
  // The question before may be cancelled a moment later.
  .filter((/** @type {any[]} */ [name]) => name !== 'cancelled').at(-1)[2])

/**
 * A site whose engine runs in the page, where its calls can be seen.
 * @param {import('@playwright/test').Page} page
 * @param {import('./fixtures/site.js').Site} [site]
 */
async function openSeen(page, site = {}) {
  await page.addInitScript(() => { /** @type {any} */ (globalThis).__calls = [] })
  await openSite(page, { ...site, attributes: 'worker="off"' })
}

test('R11: the line shows the corrected question, once, above the answer', async ({ page }) => {
  await openSeen(page)
  await ask(page, 'wat is the H-1B cap?')
  await expect(answerText(page)).toBeVisible()
  await expect(line(page)).toHaveText('Showing results for what is the H-1B cap? Search only for “wat is the H-1B cap?”')
  await expect(line(page).locator('strong')).toHaveText('what')
  await expect(page.getByRole('status')).toHaveText(/^Showing results for what is the H-1B cap\. Checked answer: 85,000 visas/)
  const [above, below] = await Promise.all([line(page).boundingBox(), answerText(page).boundingBox()])
  expect(Number(above?.y)).toBeLessThan(Number(below?.y))
  await expectAccessible(page)
})

test('R11: a possible meaning is searched for as well, and the line shows it', async ({ page }) => {
  await openSeen(page)
  await input(page).pressSequentially('wot')
  await expect(line(page)).toHaveText('Did you mean what? Search only for “wot”')
  await expect(page.getByRole('status')).toHaveText(/^Did you mean what\? /)
})

test('R11: by keyboard, the button searches for the typed words, and focus returns to the input', async ({ page }) => {
  await openSeen(page)
  await ask(page, 'wat')
  await expect(line(page)).toBeVisible()
  expect(await lastOptions(page)).not.toHaveProperty('spelling')
  await exactly(page).focus()
  await page.keyboard.press('Enter')
  await expect(panel(page).getByText('No answer found')).toBeVisible()
  await expect(line(page)).toHaveCount(0)
  await expect(input(page)).toBeFocused()
  await expect(input(page)).toHaveValue('wat')
  expect(await lastOptions(page)).toMatchObject({ spelling: false })
  await ask(page, 'wat else')
  await expect(line(page)).toBeVisible()
  expect(await lastOptions(page)).not.toHaveProperty('spelling')
})

test('R11: the line is above pages while typing too, and Escape on its button returns to the input', async ({ page }) => {
  await openSeen(page)
  await input(page).pressSequentially('wat')
  await expect(line(page)).toBeVisible()
  await expect(options(page)).toHaveCount(3)
  await exactly(page).focus()
  await page.keyboard.press('Escape')
  await expect(input(page)).toBeFocused()
  await input(page).pressSequentially(' now')
  await expect(line(page)).toContainText('“wat now”')
  await exactly(page).click()
  await expect(line(page)).toHaveCount(0)
  await expect(options(page)).toHaveCount(3)
})

test('R11: a search while typing marks whether the last word is complete, a question does not', async ({ page }) => {
  await openSeen(page)
  await input(page).pressSequentially('h1b')
  await expect(options(page)).toHaveCount(3)
  expect(await lastOptions(page)).toMatchObject({ partial: true })
  await input(page).pressSequentially(' ')
  await expect.poll(() => lastOptions(page)).toMatchObject({ partial: false })
  await ask(page, 'fact')
  await expect(answerText(page)).toBeVisible()
  expect(await lastOptions(page)).not.toHaveProperty('partial')
})

test('R11: a Turkish box shows it in Turkish', async ({ page }) => {
  await openSite(page, { lang: 'tr' })
  await ask(page, 'wat')
  await expect(line(page)).toHaveText('“what” için sonuçlar gösteriliyor Yalnızca “wat” için ara')
  await expectAccessible(page)
})

test('R11: on a narrow screen the button is large enough for a finger', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await openSite(page, { style: 'main { padding: 8px }' })
  await ask(page, 'wat is the cap')
  await expect(exactly(page)).toBeVisible()
  await settled(page)
  const box = await exactly(page).boundingBox()
  expect(Number(box?.height)).toBeGreaterThanOrEqual(44)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
})

test('suggest() answers in the worker and on the main thread alike', async ({ page }) => {
  await openSite(page)
  const found = await page.evaluate(async () => {
    const { open } = await import(new URL('soru/soru.js', document.baseURI).href)
    const all = []
    for (const worker of [true, false]) {
      const soru = await open('soru/', { worker })
      all.push(await soru.suggest('cap', { lang: 'en' }))
      await soru.close()
    }
    return all
  })
  expect(found).toEqual([0, 1].map(() => ({ suggestions: [{ text: 'What is the H-1B cap?', lang: 'en' }] })))
})
