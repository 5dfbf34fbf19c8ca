/**
 * Follow-up questions in a box without a language model: the history sent with them, and the line that shows
 * how they were understood. The fake engine completes "and ..." and "peki ..." if it receives the earlier
 * question.
 */
import { expect, test } from '@playwright/test'
import { ask, expectAccessible, input, panel } from './fixtures/box.js'
import { openSite } from './fixtures/site.js'

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const line = (page) => panel(page).locator('[part=understood]')

/** The questions sent with the last one. @param {Page} page */
const sent = (page) => page.evaluate(() => /** @type {any} */ (globalThis).__calls
  .filter((/** @type {any[]} */ [name]) => name === 'ask').at(-1)[2].history
  ?.map((/** @type {any} */ { role, content }) => `${role}: ${content}`) ?? [])

/**
 * @param {Page} page
 * @param {string} question
 */
async function askAndWait(page, question) {
  await page.evaluate(async (question) => {
    await /** @type {any} */ (document.querySelector('soru-search')).ask(question)
  }, question)
}

/**
 * @param {Page} page
 * @param {import('./fixtures/site.js').Site} [site]
 */
async function openSeen(page, site = {}) {
  await page.addInitScript(() => { /** @type {any} */ (globalThis).__calls = [] })
  await openSite(page, { ...site, attributes: 'worker="off"' })
}

test('a follow-up is sent with the previous question, and the line shows how it was understood', async ({ page }) => {
  await openSeen(page)
  await askAndWait(page, 'fact about the cap')
  expect(await sent(page)).toEqual([])
  await ask(page, 'and for F-1?')
  await expect(line(page)).toHaveText('Understood as: What is the cap for F-1? Ask without the earlier question')
  await expect(page.getByRole('status')).toHaveText(/^Understood as: What is the cap for F-1\? From the site: Congress/)
  expect(await sent(page)).toEqual(['user: fact about the cap'])
  await expectAccessible(page)
  await askAndWait(page, 'and for J-1?')
  expect(await sent(page)).toEqual(['user: fact about the cap', 'user: What is the cap for F-1?'])
})

test('by keyboard, the questions before are left out, and stay so', async ({ page }) => {
  await openSeen(page)
  await askAndWait(page, 'fact about the cap')
  await ask(page, 'and for F-1?')
  await page.getByRole('button', { name: 'Ask without the earlier question' }).focus()
  await page.keyboard.press('Enter')
  await expect(line(page)).toHaveCount(0)
  await expect(panel(page).getByText('No answer found')).toBeVisible()
  await expect(input(page)).toBeFocused()
  await expect(input(page)).toHaveValue('and for F-1?')
  expect(await sent(page)).toEqual([])
})

test('a Turkish box shows it in Turkish', async ({ page }) => {
  await openSeen(page, { lang: 'tr' })
  await askAndWait(page, 'olgu')
  await ask(page, 'Peki F-1 için?')
  await expect(line(page)).toHaveText('Şöyle anlaşıldı: F-1 için kontenjan kaç? Önceki soruyu dikkate alma')
  await expectAccessible(page)
})

for (const [question, isSent] of /** @type {[string, boolean][]} */ ([
  ['and for F-1?', true], ['What about students?', true], ['how long does it take to get one?', true], ['When?', true], ['ne zaman?', true],
  ['Bir de ücreti', true], ['bunun için hangi belgeler gerekir?', true], ['Ayrıca kira ne kadar?', true],
  ['H-1B visa fee', false], ['How do I apply for an H-1B visa?', false], ['Staj başvurusu nasıl yapılır ve onaylanır acaba?', false],
  ['and what would be the fee that I have to pay then for all?', false],
])) {
  test(`${isSent ? 'may be a follow-up' : 'is complete'}: ${question}`, async ({ page }) => {
    await openSeen(page)
    await askAndWait(page, 'fact')
    await askAndWait(page, question)
    expect(await sent(page)).toEqual(isSent ? ['user: fact'] : [])
  })
}

test('a box that was asked nothing before sends nothing, and loads nothing for it', async ({ page }) => {
  /** @type {string[]} */
  const loaded = []
  page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
  await openSeen(page)
  const answered = page.waitForResponse(/answer-actions/)
  await page.locator('soru-search input').focus()
  expect(loaded.filter((path) => /answer-actions/.test(path))).toEqual([])
  await askAndWait(page, 'and for F-1?')
  expect(await sent(page)).toEqual([])
  await answered
})

test('ten minutes later, and in a box that was cleared, a question is the first one', async ({ page }) => {
  await page.clock.install()
  await openSeen(page)
  await askAndWait(page, 'fact')
  await page.clock.fastForward('11:00')
  await askAndWait(page, 'and for F-1?')
  expect(await sent(page)).toEqual([])
  await page.locator('soru-search').evaluate((/** @type {any} */ box) => box.clear())
  await askAndWait(page, 'and for J-1?')
  expect(await sent(page)).toEqual([])
})

test('the button that empties the input keeps the history for follow-ups', async ({ page }) => {
  await openSeen(page)
  await ask(page, 'fact')
  await expect(panel(page).locator('.card')).toBeVisible()
  await page.getByRole('button', { name: 'Clear' }).click()
  await ask(page, 'and for F-1?')
  await expect(line(page)).toBeVisible()
})
