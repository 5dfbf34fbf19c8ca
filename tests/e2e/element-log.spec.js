/**
 * The query log (R39): off unless the site turns it on, kept in the visitor's browser, bounded, exported
 * and cleared; against the fake engine.
 */
import { expect, test } from '@playwright/test'
import { answerText, ask, input, panel, recordEvents } from './fixtures/box.js'
import { ORIGIN, openSite, watchTrouble } from './fixtures/site.js'

const FACT = 'fact what is the cap'
const KEY = `soru-query-log ${ORIGIN}/soru/`

/** @param {import('@playwright/test').Page} page */
const box = (page) => /** @type {import('@playwright/test').Locator} */ (page.locator('soru-search'))

/**
 * @param {import('@playwright/test').Page} page
 * @returns {Promise<any[]>} the entries that the box exports
 */
async function entries(page) {
  const text = await box(page).evaluate((/** @type {any} */ element) => element.exportLog())
  expect(text === '' || text.endsWith('\n')).toBe(true)
  return text.split('\n').filter(Boolean).map((/** @type {string} */ line) => JSON.parse(line))
}

/**
 * Asks from a script and gives the log once it has this many entries.
 * @param {import('@playwright/test').Page} page
 * @param {string[]} questions
 * @param {number} count
 */
async function logged(page, questions, count) {
  await box(page).evaluate(async (/** @type {any} */ element, asked) => {
    for (const question of asked) await element.ask(question)
  }, questions)
  await expect.poll(async () => (await entries(page)).length).toBe(count)
  return entries(page)
}

/** @param {import('@playwright/test').Page} page */
const stored = (page) => page.evaluate(() => [Object.keys(localStorage), Object.keys(sessionStorage)])

test('R39: off by default, nothing is stored and the code is not loaded', async ({ page }) => {
  /** @type {string[]} */
  const requested = []
  page.on('request', (request) => requested.push(request.url()))
  await openSite(page)
  await ask(page, FACT)
  await expect(answerText(page)).toBeVisible()
  await page.waitForTimeout(300)
  expect(await stored(page)).toEqual([[], []])
  expect(requested.filter((url) => url.includes('query-log'))).toEqual([])
})

test('R39: with the attribute, every answered question is an entry, and none is sent', async ({ page }) => {
  /** @type {string[]} */
  const sent = []
  await openSite(page, { attributes: 'log' })
  page.on('request', (request) => { if (request.method() !== 'GET' || !request.url().startsWith(`${ORIGIN}/soru/`)) sent.push(request.url()) })
  const before = new Date().toISOString()
  await ask(page, FACT)
  await expect(answerText(page)).toBeVisible()
  const kept = await logged(page, ['none at all'], 2)
  expect(kept[0]).toEqual({
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/), question: FACT, lang: 'en', routedTier: 2, tier: 1,
    confidence: 1, level: 'high', method: 'fact_exact', hits: 3, intent: 'unknown',
  })
  expect(kept[1]).toMatchObject({ question: 'none at all', method: 'none', tier: 2, level: 'low' })
  expect(before <= kept[0].time && kept[0].time <= kept[1].time).toBe(true)
  expect(sent).toEqual([])
  await page.reload()
  expect(await entries(page)).toEqual(kept)
})

test('R39: the event of an answer carries all that an entry does, for the site’s own analytics', async ({ page }) => {
  await openSite(page)
  const events = await recordEvents(page)
  await ask(page, FACT)
  await expect.poll(async () => (await events('answer')).length).toBe(1)
  const [{ detail }] = await events('answer')
  expect(detail).toMatchObject({
    question: FACT, lang: 'en', route: { tier: 2 }, tier: 1, confidence: 1, level: 'high', method: 'fact_exact', intent: 'unknown',
  })
  expect(detail.hits).toHaveLength(3)
})

test('R39: neither typing nor a question that failed is an entry', async ({ page }) => {
  await openSite(page, { attributes: 'log' })
  await input(page).pressSequentially('h1b cap')
  await expect(panel(page)).toBeVisible()
  await box(page).evaluate((/** @type {any} */ element) => element.ask('crash'))
  const [only, ...more] = await logged(page, [FACT], 1)
  expect(only.question).toBe(FACT)
  expect(more).toEqual([])
})

test('R39: the newest 500 are kept, and of a question no more than 1,000 characters', async ({ page }) => {
  await openSite(page, { attributes: 'log' })
  await page.evaluate(([key]) => {
    const old = Array.from({ length: 600 }, (_, number) => ({ question: `old ${number}` }))
    localStorage.setItem(key, JSON.stringify(old))
  }, [KEY])
  const kept = await logged(page, [`fact ${'😀'.repeat(2000)}`], 500)
  expect(kept[0].question).toBe('old 101')
  expect(kept[498].question).toBe('old 599')
  expect([...kept[499].question]).toHaveLength(1000)
  expect(kept[499].question.isWellFormed?.() ?? true).toBe(true)
})

test('R39: clearing deletes the whole log, and later questions are logged again', async ({ page }) => {
  await openSite(page, { attributes: 'log' })
  await logged(page, [FACT], 1)
  await box(page).evaluate((/** @type {any} */ element) => element.clearLog())
  expect(await entries(page)).toEqual([])
  expect(await stored(page)).toEqual([[], []])
  await logged(page, [FACT], 1)
})

test('R39: where there is no more room, the newest are kept', async ({ page }) => {
  await openSite(page, { attributes: 'log' })
  await page.evaluate(([key]) => {
    const old = Array.from({ length: 100 }, (_, number) => ({ question: `old ${number}` }))
    localStorage.setItem(key, JSON.stringify(old))
    const set = Storage.prototype.setItem
    Storage.prototype.setItem = function (name, value) {
      if (value.length > 1000) throw new DOMException('full', 'QuotaExceededError')
      set.call(this, name, value)
    }
  }, [KEY])
  await box(page).evaluate((/** @type {any} */ element, question) => element.ask(question), FACT)
  await expect.poll(async () => (await entries(page)).at(-1)?.question).toBe(FACT)
  const kept = await entries(page)
  expect(kept.length).toBeGreaterThan(10)
  expect(kept.length).toBeLessThan(100)
})

for (const [what, harm] of /** @type {const} */ ([
  ['blocked', () => Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError') } })],
  ['of another make', () => { localStorage.setItem('soru-query-log https://soru.test/soru/', '{"not": "a list"') }],
])) {
  test(`R39: storage that is ${what} does not prevent answers`, async ({ page }) => {
    const trouble = await watchTrouble(page)
    await page.addInitScript(harm)
    await openSite(page, { attributes: 'log' })
    const count = what === 'blocked' ? 0 : 1
    expect(await entries(page)).toEqual([])
    await ask(page, FACT)
    await expect(answerText(page)).toBeVisible()
    await expect.poll(async () => (await entries(page)).length).toBe(count)
    await page.waitForTimeout(200)
    await box(page).evaluate((/** @type {any} */ element) => element.clearLog())
    expect(await entries(page)).toEqual([])
    expect(trouble).toEqual([])
  })
}

test('R39: a log that cannot be loaded breaks no answer', async ({ page }) => {
  /** @type {string[]} */
  const errors = []
  page.on('pageerror', (error) => errors.push(String(error)))
  await openSite(page, { attributes: 'log' })
  await page.route('**/rerankers.js', (route) => route.abort())
  await ask(page, FACT)
  await expect(answerText(page)).toBeVisible()
  await page.waitForTimeout(300)
  expect(errors).toEqual([])
})

test('R39: every bundle has its own log', async ({ page }) => {
  await openSite(page, { attributes: 'log' })
  await logged(page, [FACT], 1)
  await box(page).evaluate((element) => element.setAttribute('bundle', './other/soru/'))
  expect(await entries(page)).toEqual([])
})
