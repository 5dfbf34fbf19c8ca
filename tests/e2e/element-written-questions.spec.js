/**
 * Questions written for the sections of a site complete the typed text, after those of the site and of its
 * facts. The box fetches them when it has all files for an answer, and never waits for them.
 */
import { expect, test } from '@playwright/test'
import { answerText, expectAccessible, input, options, panel } from './fixtures/box.js'
import { openSite, questionFile, watchTrouble } from './fixtures/site.js'

/** @typedef {import('@playwright/test').Page} Page */

const LONG = `how do I ${'really and truly '.repeat(9)}apply?`
const QUESTIONS = {
  en: ['what fee is due?', 'can I pay by card', 'How much is the filing fee', LONG, 'does the fee cover my family?', 'what does the fee pay for?'],
  tr: ['ücret ne zaman ödenir?', 'kartla ödeyebilir miyim'],
}
/** A site with neither suggestions nor facts. */
const BARE = { plain: '1' }
const FILE = /questions-\d{16}\.msgpack\.gz$/

/**
 * The requested files of questions.
 * @param {Page} page
 */
function watchFiles(page) {
  /** @type {string[]} */
  const asked = []
  page.on('request', (request) => { if (FILE.test(request.url())) asked.push(request.url().split('/').at(-1) ?? '') })
  return asked
}

/**
 * Focuses the box, and waits until the questions are there.
 * @param {Page} page
 * @param {import('./fixtures/site.js').Site} [site]
 */
async function openWith(page, site) {
  await openSite(page, { questions: QUESTIONS, ...site })
  const arrived = page.waitForResponse(FILE)
  await input(page).focus()
  await (await arrived).finished()
  await page.waitForTimeout(50)
}

test('they complete the typed text, after the questions of the site, three in all and none twice', async ({ page }) => {
  await openWith(page)
  await input(page).pressSequentially('fee')
  await expect(options(page)).toHaveText([/^How much is the filing fee\?/, /^what fee is due\?/, /^does the fee cover/, /^H-1B/, /^H-1B/, /^Fees/])
  await expect(panel(page).locator('.list-label')).toHaveText('Questions and pages')
  await input(page).fill('card p')
  await expect(options(page).first()).toHaveText('can I pay by card')
  await input(page).fill('truly')
  await expect(options(page).first()).toHaveText(LONG)
  await expectAccessible(page)
})

test('one that is chosen is asked', async ({ page }) => {
  await openWith(page)
  await input(page).pressSequentially('due')
  await expect(options(page).first()).toHaveText('what fee is due?')
  await input(page).press('ArrowDown')
  await input(page).press('Enter')
  await expect(answerText(page)).toBeVisible()
  await expect(input(page)).toHaveValue('what fee is due?')
})

test('a box in Turkish has those in Turkish', async ({ page }) => {
  const asked = watchFiles(page)
  await openWith(page, { lang: 'tr' })
  await input(page).pressSequentially('odeye')
  await expect(options(page).first()).toHaveText('kartla ödeyebilir miyim')
  expect(asked).toEqual([questionFile(1)])
})

test('nothing is fetched before somebody turns to the box, nor on a site without them', async ({ page }) => {
  const asked = watchFiles(page)
  await openSite(page, { questions: QUESTIONS })
  await page.locator('soru-search').hover()
  await page.waitForTimeout(500)
  expect(asked).toEqual([])
  await openSite(page, { questions: { de: QUESTIONS.en } })
  await input(page).click()
  await input(page).pressSequentially('fee')
  await expect(options(page).first()).toHaveText('How much is the filing fee?')
  await page.waitForTimeout(500)
  expect(asked).toEqual([])
})

test('the empty box offers the first of them, where the site suggests nothing and has no facts', async ({ page }) => {
  await openSite(page, { questions: QUESTIONS, bundle: BARE })
  await input(page).click()
  await expect(options(page)).toHaveText(QUESTIONS.en.slice(0, 5))
  await expectAccessible(page)
  await openSite(page, { questions: QUESTIONS })
  await input(page).click()
  await expect(options(page)).toHaveText(['What is the H-1B cap?', 'How much is the filing fee?', 'Visa?'])
})

test('who has asked or turned away meanwhile is offered nothing', async ({ page }) => {
  await openSite(page, { questions: QUESTIONS, bundle: BARE })
  let arrive = () => {}
  const wanted = new Promise((resolve) => { arrive = () => resolve(undefined) })
  await page.route(FILE, async (route) => { await wanted; await route.fallback() })
  const asked = page.waitForRequest(FILE)
  await input(page).click()
  await asked
  await input(page).press('Escape')
  const arrived = page.waitForResponse(FILE)
  arrive()
  await arrived
  await page.waitForTimeout(100)
  await expect(panel(page)).toBeHidden()
})

for (const [what, reply] of Object.entries({
  'is missing': { status: 404, body: 'not found' },
  'is another file': { status: 200, body: '<!doctype html><title>Not found</title>' },
  'is cut off': { status: 200, body: Buffer.from([0x91, 0x91, 0x92, 0xab, 0x71]) },
})) {
  test(`a file that ${what} is skipped silently`, async ({ page }) => {
    const trouble = await watchTrouble(page)
    await openSite(page, { questions: QUESTIONS })
    await page.route(FILE, (route) => route.fulfill(reply))
    const arrived = page.waitForResponse(FILE)
    await input(page).focus()
    await arrived
    await input(page).pressSequentially('fee')
    await expect(options(page)).toHaveText([/^How much is the filing fee/, /^H-1B/, /^H-1B/, /^Fees/])
    // A browser logs every missing file for developers.
    expect(trouble.filter((told) => !told.includes('404'))).toEqual([])
  })
}

for (const [what, questions] of Object.entries({ 'are a list': ['x'], 'are nothing': null, 'lead elsewhere': { en: 'https://other.test/questions.json' } })) {
  test(`names of files that ${what} are ignored`, async ({ page }) => {
    const trouble = await watchTrouble(page)
    await openSite(page, { outline: { questions } })
    await input(page).focus()
    await input(page).pressSequentially('filing')
    await expect(options(page).first()).toHaveText('How much is the filing fee?')
    await page.waitForTimeout(500)
    expect(trouble).toEqual([])
  })
}
