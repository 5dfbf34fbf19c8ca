/**
 * Reports of the box to the site: off unless the page turns them on, without anything about the visitor, and only with
 * the visitor's consent; against the fake engine.
 */
import { readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { answerText, ask, expectAccessible, input, options, panel } from './fixtures/box.js'
import { ORIGIN, STRICT, openSite, watchTrouble } from './fixtures/site.js'

const FACT = 'fact what is the cap'
const CASES = JSON.parse(readFileSync(new URL('../fixtures/masking.json', import.meta.url), 'utf8'))
const REPORT = 'report="/reports"'

/**
 * Opens the site, and keeps what the box sends. Beacons that leave the page are invisible to Playwright.
 * @param {import('@playwright/test').Page} page
 * @param {import('./fixtures/site.js').Site} [site]
 */
async function openReporting(page, site = {}) {
  await page.addInitScript(() => {
    /** @type {any} */ (globalThis).sent = []
    navigator.sendBeacon = (url, body) => Boolean(/** @type {any} */ (globalThis).sent.push([String(url), JSON.parse(String(body))]))
  })
  await openSite(page, { attributes: REPORT, ...site })
}

/**
 * What was sent before the visitor turned away from the page, and by that.
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<[string, any][]>}
 */
const sent = (page) => page.evaluate(() => {
  dispatchEvent(new Event('pagehide'))
  return /** @type {any} */ (globalThis).sent
})
/** @param {import('@playwright/test').Page} page */
const reports = async (page) => (await sent(page)).map(([, report]) => report)
/**
 * @param {import('@playwright/test').Page} page
 * @param {string} name
 */
const button = (page, name) => page.getByRole('button', { name, exact: true })
/** @param {import('@playwright/test').Page} page */
const thumbs = (page) => page.getByRole('group', { name: 'Did this help?' })

test('off by default: nothing is sent, shown or loaded', async ({ page }) => {
  /** @type {string[]} */
  const requested = []
  page.on('request', (request) => requested.push(request.url()))
  await openReporting(page, { attributes: '' })
  await ask(page, FACT)
  await expect(button(page, 'Copy link').or(answerText(page)).first()).toBeVisible()
  await page.waitForTimeout(300)
  await expect(thumbs(page)).toHaveCount(0)
  expect(await sent(page)).toEqual([])
  expect(requested.filter((url) => /report|masking/.test(url))).toEqual([])
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
})

test('a question, its thumb and note are one report, sent with the next question', async ({ page }) => {
  const trouble = await watchTrouble(page)
  await openReporting(page, { csp: STRICT })
  await ask(page, FACT)
  await button(page, 'No, it did not').click()
  const note = page.getByLabel('What is missing or wrong?')
  await note.fill('Wrong year / my number is 0532 123 45 67')
  await expectAccessible(page)
  await button(page, 'Send').click()
  await expect(note).toHaveCount(0)
  await expect(button(page, 'No, it did not')).toBeFocused()
  await ask(page, 'none at all')
  await expect(panel(page).getByText('No answer found')).toBeVisible()
  expect(await page.evaluate(() => /** @type {any} */ (globalThis).sent)).toEqual([[`${ORIGIN}/reports`, {
    question: FACT, language: 'en', state: 'answered', thumb: 'down', note: 'Wrong year / my number is [number]',
  }]])
  expect(await reports(page)).toEqual([expect.anything(), { question: 'none at all', language: 'en', state: expect.stringMatching(/^(listed|nothing)$/) }])
  expect(trouble).toEqual([])
})

test('the chosen page is reported without query and fragment, also of a search without a question', async ({ page }) => {
  await openReporting(page)
  await page.locator('soru-search').evaluate((box) => box.addEventListener('click', (event) => event.preventDefault()))
  await ask(page, FACT)
  await expect(answerText(page)).toBeVisible()
  await options(page).first().click()
  const [first] = await reports(page)
  expect(first).toMatchObject({ question: FACT, state: 'answered', page: expect.stringMatching(/^https:[^?#]+$/) })
  await input(page).fill('h1b cap')
  await expect(options(page).first()).toBeVisible()
  await options(page).first().click()
  expect((await reports(page)).at(-1)).toMatchObject({ question: 'h1b cap', state: 'listed', page: expect.stringMatching(/^https:[^?#]+$/) })
})

test('what follows a sent report is a report without a state, and nothing is sent twice', async ({ page }) => {
  await openReporting(page)
  await ask(page, FACT)
  await expect(thumbs(page)).toBeVisible()
  expect(await reports(page)).toHaveLength(1)
  expect(await reports(page)).toHaveLength(1)
  await button(page, 'Yes, it helped').click()
  expect((await reports(page)).slice(1)).toEqual([{ question: FACT, language: 'en', thumb: 'up' }])
})

test('a result without an answer asks for a thumb and a note, too', async ({ page }) => {
  await openReporting(page)
  await ask(page, 'none at all')
  await button(page, 'No, it did not').press('Enter')
  await page.getByLabel('What is missing or wrong?').fill('/')
  await expect(page.getByLabel('What is missing or wrong?')).toHaveValue('/')
  await expectAccessible(page)
  expect((await reports(page))[0]).toMatchObject({ question: 'none at all', thumb: 'down' })
})

test('texts are masked before they are sent', async ({ page }) => {
  await openReporting(page)
  const asked = CASES.filter((/** @type {string[]} */ [text]) => text)
  await page.locator('soru-search').evaluate(async (/** @type {any} */ box, questions) => {
    for (const question of questions) await box.ask(`fact ${question}`)
  }, asked.map((/** @type {string[]} */ [text]) => text))
  const questions = async () => (await reports(page)).map(({ question }) => question)
  await expect.poll(async () => (await questions()).length).toBe(asked.length)
  expect(await questions()).toEqual(asked.map((/** @type {string[]} */ [, masked]) => `fact ${masked}`))
})

for (const [what, name, value] of /** @type {const} */ ([
  ['Global Privacy Control', 'globalPrivacyControl', true],
  ['Do Not Track', 'doNotTrack', '1'],
])) {
  test(`${what} prevents reports and thumbs, whatever else is allowed`, async ({ page }) => {
    await page.addInitScript(([key, set]) => Object.defineProperty(navigator, String(key), { value: set }), [name, value])
    await openReporting(page)
    await page.locator('soru-search').evaluate((/** @type {any} */ box) => box.allowReports(true))
    await ask(page, FACT)
    await expect(answerText(page)).toBeVisible()
    await page.waitForTimeout(300)
    await expect(thumbs(page)).toHaveCount(0)
    expect(await sent(page)).toEqual([])
  })
}

test.describe('consent', () => {
  const ASK = { attributes: `${REPORT} report-consent="ask"`, csp: STRICT }
  const WORDS = 'May this website receive your questions, without your name, to improve its answers?'

  test('nothing is sent before the visitor agrees; then the question on show is sent, and later ones', async ({ page }) => {
    const trouble = await watchTrouble(page)
    await openReporting(page, ASK)
    await ask(page, 'none before')
    await expect(page.getByRole('group', { name: WORDS })).toBeVisible()
    await expectAccessible(page)
    expect(await sent(page)).toEqual([])
    await ask(page, FACT)
    await button(page, 'Yes').click()
    await expect(thumbs(page)).toBeVisible()
    await expect(button(page, 'Yes, it helped')).toBeFocused()
    expect((await reports(page)).map(({ question }) => question)).toEqual([FACT])
    await page.reload()
    await ask(page, FACT)
    await expect(thumbs(page)).toBeVisible()
    await expect(page.getByText(WORDS)).toHaveCount(0)
    expect(trouble).toEqual([])
  })

  test('a visitor who refuses is not asked again', async ({ page }) => {
    await openReporting(page, ASK)
    await ask(page, FACT)
    await button(page, 'No').click()
    await ask(page, 'fact again')
    await expect(answerText(page)).toBeVisible()
    await page.waitForTimeout(300)
    await expect(page.getByText(WORDS)).toHaveCount(0)
    await expect(thumbs(page)).toHaveCount(0)
    expect(await sent(page)).toEqual([])
  })

  test('a script of the page states and withdraws it', async ({ page }) => {
    await openReporting(page, ASK)
    const allow = (/** @type {boolean} */ isAllowed) => page.locator('soru-search').evaluate((/** @type {any} */ box, is) => box.allowReports(is), isAllowed)
    await allow(true)
    await ask(page, FACT)
    await expect(thumbs(page)).toBeVisible()
    expect(await reports(page)).toHaveLength(1)
    await allow(false)
    await ask(page, 'fact again')
    await expect(answerText(page)).toBeVisible()
    expect(await reports(page)).toHaveLength(1)
  })
})

for (const address of ['javascript:alert(1)', 'data:,', 'mailto:a@b.example']) {
  test(`nothing is sent to ${address}`, async ({ page }) => {
    await openReporting(page, { attributes: `report="${address}"` })
    await ask(page, FACT)
    await expect(answerText(page)).toBeVisible()
    await page.waitForTimeout(200)
    expect(await sent(page)).toEqual([])
  })
}

test('reports that cannot be loaded break no answer', async ({ page }) => {
  /** @type {string[]} */
  const errors = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await openReporting(page, { missing: 'view-debug.js' })
  await ask(page, FACT)
  await expect(answerText(page)).toBeVisible()
  await page.waitForTimeout(300)
  expect(errors).toEqual([])
})
