/**
 * The actions on an answer (copying, linking, saying whether it helped), and the questions that
 * were asked last.
 */
import { expect, test } from '@playwright/test'
import { answerText, ask, expectAccessible, input, options, panel, recordEvents } from './fixtures/box.js'
import { ORIGIN, STRICT, openSite, watchTrouble } from './fixtures/site.js'

/**
 * @param {import('@playwright/test').Page} page
 * @param {import('./fixtures/site.js').Site} [site]
 */
async function openWithClipboard(page, site) {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await openSite(page, site)
}

/** @param {import('@playwright/test').Page} page */
const clipboard = (page) => page.evaluate(() => navigator.clipboard.readText())
/**
 * @param {import('@playwright/test').Page} page
 * @param {string} name
 */
const button = (page, name) => page.getByRole('button', { name, exact: true })

test.describe('answer', () => {
  test('R35: a fact is copied with its source and the date of its check, and the copy is announced', async ({ page }) => {
    const trouble = await watchTrouble(page)
    await openWithClipboard(page, { csp: STRICT })
    await ask(page, 'fact')
    await button(page, 'Copy').focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toHaveText('Copied')
    await expect(button(page, 'Copied')).toBeFocused()
    expect(await clipboard(page)).toBe('85,000 visas a year: 65,000 under the regular cap and 20,000 for holders of a US master’s degree or higher.\n'
      + 'Source: USCIS: H-1B cap season – https://www.uscis.gov/h-1b-cap\nChecked on 15 January 2026')
    await expect(button(page, 'Copy')).toBeVisible()
    await expectAccessible(page)
    expect(trouble).toEqual([])
  })

  test('a quotation links to its words, or to the page of results where there is one', async ({ page }) => {
    await openWithClipboard(page)
    await ask(page, 'quote')
    await button(page, 'Copy link').click()
    await expect(page.getByRole('status')).toHaveText('Copied')
    expect(await clipboard(page)).toBe(`${ORIGIN}/en/h1b.html#cap:~:text=An%20employer%20files`)
    await page.locator('soru-search').evaluate((box) => box.setAttribute('results', '/search/'))
    await ask(page, 'quote again')
    await expect(page.getByRole('link', { name: 'All results for “quote again”' })).toBeVisible()
    await button(page, 'Copy link').click()
    await expect.poll(() => clipboard(page)).toBe(`${ORIGIN}/search/?q=quote+again`)
  })

  test('on the page of results the link is that of the page', async ({ page }) => {
    await openWithClipboard(page, { attributes: 'form="page"', query: '?q=fact' })
    await button(page, 'Copy link').click()
    await expect.poll(() => clipboard(page)).toBe(`${ORIGIN}/?q=fact`)
  })

  test('a source without an address has no link, and a missing answer cannot be copied', async ({ page }) => {
    await openWithClipboard(page)
    await ask(page, 'fact')
    await expect(button(page, 'Copy')).toBeVisible()
    await expect(button(page, 'Copy link')).toHaveCount(0)
    await ask(page, 'none')
    await expect(panel(page).getByText('No answer found')).toBeVisible()
    await expect(button(page, 'Copy')).toHaveCount(0)
  })

  test('a failed copy is reported, and a browser without a clipboard has no button', async ({ page }) => {
    await openSite(page)
    await page.evaluate(() => { navigator.clipboard.writeText = () => Promise.reject(new DOMException('no', 'NotAllowedError')) })
    await ask(page, 'fact')
    await button(page, 'Copy').click()
    await expect(page.getByRole('status')).toHaveText('Could not copy')
    await page.evaluate(() => Object.defineProperty(navigator, 'clipboard', { value: undefined }))
    await ask(page, 'quote')
    await expect(page.locator('blockquote')).toBeVisible()
    await page.waitForTimeout(200)
    await expect(button(page, 'Copy')).toHaveCount(0)
  })

  test('the card keeps the place of its buttons, so nothing moves when they come', async ({ page }) => {
    await openSite(page, { missing: 'answer-actions.js' })
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    await page.waitForTimeout(300)
    const without = await page.locator('.card').evaluate((card) => card.getBoundingClientRect().height)
    await expect(button(page, 'Copy')).toHaveCount(0)
    await page.unrouteAll()
    await openSite(page)
    await ask(page, 'fact')
    await expect(button(page, 'Copy')).toBeVisible()
    // Browsers round to a sixty-fourth of a pixel.
    expect(await page.locator('.card').evaluate((card) => card.getBoundingClientRect().height)).toBeCloseTo(without, 1)
  })

  test('feedback is reported only to the page, if the box asks for it', async ({ page }) => {
    /** @type {string[]} */
    const sent = []
    await openSite(page, { attributes: 'feedback', lang: 'tr' })
    const events = await recordEvents(page)
    await ask(page, 'olgu')
    await expect(page.getByRole('group', { name: 'İşinize yaradı mı?' })).toBeVisible()
    page.on('request', (request) => sent.push(request.url()))
    await button(page, 'Hayır, yaramadı').click()
    await expect(page.getByRole('status')).toHaveText('Teşekkürler')
    await expect(button(page, 'Hayır, yaramadı')).toHaveAttribute('aria-pressed', 'true')
    await button(page, 'Hayır, yaramadı').click()
    await button(page, 'Evet, yaradı').press('Enter')
    const answer = 'Yılda 85.000: 65.000 genel kontenjan, 20.000 de ABD’de yüksek lisans yapanlar için.'
    expect((await events('feedback')).map(({ detail }) => detail)).toEqual([
      { question: 'olgu', answer, helpful: false }, { question: 'olgu', answer, helpful: true },
    ])
    expect(sent).toEqual([])
    await expectAccessible(page)
  })

  test('without the attribute there is no feedback', async ({ page }) => {
    await openSite(page)
    await ask(page, 'fact')
    await expect(button(page, 'Copy')).toBeVisible()
    await expect(page.getByText('Did this help?')).toHaveCount(0)
  })
})

test.describe('recent questions', () => {
  /**
   * @param {import('@playwright/test').Page} page
   * @param {string[]} questions
   */
  const askAll = (page, questions) => page.locator('soru-search').evaluate(async (/** @type {any} */ box, asked) => {
    for (const question of asked) await box.ask(question)
    box.clear()
  }, questions)

  test('are offered last first, no more than five, each once, above the suggestions', async ({ page }) => {
    await openSite(page, { attributes: 'recent' })
    await askAll(page, ['fact 1', 'fact 2', 'fact 3', 'fact 4', 'fact 5', 'Fact 3?', 'What is the H-1B cap?'])
    await expect.poll(() => page.evaluate(() => Object.values(localStorage).join())).toContain('cap')
    await page.reload()
    await page.locator('soru-search').evaluate(() => customElements.whenDefined('soru-search'))
    // The last question is in the input again.
    await expect(input(page)).not.toHaveValue('')
    await page.getByRole('button', { name: 'Clear', exact: true }).click()
    await expect(panel(page).getByText('Recent and suggested questions')).toBeVisible()
    await expect(options(page)).toHaveText(['What is the H-1B cap?', 'Fact 3?', 'fact 5', 'fact 4', 'fact 2', 'How much is the filing fee?', 'Visa?'])
    await expectAccessible(page)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(input(page)).toHaveValue('Fact 3?')
    await expect(answerText(page)).toBeVisible()
  })

  test('are cleared by a button, and by a script', async ({ page }) => {
    await openSite(page, { attributes: 'recent', lang: 'tr' })
    await askAll(page, ['olgu'])
    await input(page).click()
    await expect(options(page).first()).toHaveText('olgu')
    await button(page, 'Son soruları temizle').click()
    await expect(input(page)).toBeFocused()
    await expect(panel(page).getByText('Şunları sorabilirsiniz')).toBeVisible()
    await expect(options(page).first()).toHaveText('Visa?')
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    await askAll(page, ['olgu'])
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage))).toEqual([`soru-recent ${ORIGIN}/soru/`])
    await page.locator('soru-search').evaluate((/** @type {any} */ box) => box.clearRecent())
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
  })

  test('are kept nowhere without the attribute', async ({ page }) => {
    /** @type {string[]} */
    const requested = []
    page.on('request', (request) => requested.push(request.url()))
    await openSite(page)
    await askAll(page, ['fact'])
    await page.waitForTimeout(200)
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([])
    expect(requested.filter((url) => url.includes('recent'))).toEqual([])
  })

  test('of a browser that forbids storage break nothing', async ({ page }) => {
    const trouble = await watchTrouble(page)
    await page.addInitScript(() => Object.defineProperty(globalThis, 'localStorage', { get() { throw new DOMException('blocked', 'SecurityError') } }))
    await openSite(page, { attributes: 'recent' })
    await askAll(page, ['fact'])
    await input(page).click()
    await expect(panel(page).getByText('Try asking')).toBeVisible()
    expect(trouble).toEqual([])
  })

  test('are on the page of results too', async ({ page }) => {
    await openSite(page, { attributes: 'form="page" recent' })
    await askAll(page, ['fact'])
    await expect.poll(() => page.evaluate(() => Object.keys(localStorage).length)).toBe(1)
    await page.goto(`${ORIGIN}/`)
    await page.getByRole('button', { name: 'fact', exact: true }).click()
    await expect(page).toHaveURL(`${ORIGIN}/?q=fact`)
    await expectAccessible(page)
  })
})
