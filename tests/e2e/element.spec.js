/**
 * The element in every state, against an engine that answers from a table.
 * How well the real engine answers is the business of demo.spec.js.
 */
import { expect, test } from '@playwright/test'
import { answerText, ask, expectAccessible, input, options, panel, recordEvents } from './fixtures/box.js'
import { ORIGIN, openSite } from './fixtures/site.js'

test.describe('states', () => {
  test('R41: nothing is loaded before the visitor shows intent', async ({ page }) => {
    /** @type {string[]} */
    const requested = []
    page.on('request', (request) => requested.push(request.url()))
    await openSite(page)
    await page.waitForTimeout(300)
    expect(requested.filter((url) => /soru_engine|soru-worker|manifest\.msgpack/.test(url))).toEqual([])
    await input(page).hover()
    await expect.poll(() => requested.some((url) => url.endsWith('soru_engine.js'))).toBe(true)
    await expect(panel(page)).toBeHidden()
  })

  test('an empty box suggests questions, and a chosen one is asked', async ({ page }) => {
    await openSite(page)
    await input(page).click()
    await expect(panel(page).getByText('Try asking')).toBeVisible()
    await expect(options(page)).toHaveCount(3)
    await expectAccessible(page)
    await options(page).first().click()
    await expect(input(page)).toHaveValue('What is the H-1B cap?')
    await expect(answerText(page)).toBeVisible()
  })

  test('a site without suggestions opens no empty panel', async ({ page }) => {
    await openSite(page, { bundle: { plain: '1' } })
    await input(page).click()
    await page.waitForTimeout(400)
    await expect(panel(page)).toBeHidden()
  })

  test('a focus that the page set by autofocus covers nothing', async ({ page }) => {
    await openSite(page, { attributes: 'autofocus' })
    await expect(input(page)).toBeFocused()
    await page.waitForTimeout(400)
    await expect(panel(page)).toBeHidden()
    await page.keyboard.type('h1b')
    await expect(options(page)).toHaveCount(3)
  })

  test('typing shows pages with title, headings, marked excerpt, address and foreign language', async ({ page }) => {
    await openSite(page)
    await input(page).pressSequentially('h1b cap')
    await expect(options(page)).toHaveCount(3)
    const [own, foreign, elsewhere] = await options(page).all()
    await expect(own).toHaveAttribute('href', `${ORIGIN}/en/h1b.html#cap`)
    await expect(own).toHaveAccessibleName(/^H-1B work visas › Annual cap The annual cap is 65,000 .* h1b$/)
    await expect(own).toContainText(/[^›] ?h1b$/)
    expect(await own.locator('mark').allTextContents()).toEqual(['cap', 'H-1B'])
    await expect(foreign).toContainText('Turkish')
    await expect(foreign.getByText('H-1B çalışma vizesi')).toHaveAttribute('lang', 'tr')
    await expect(elsewhere).toContainText('www.uscis.gov › g-1055')
    await expectAccessible(page)
  })

  test('pages are shown before the typing pauses', async ({ page }) => {
    await page.clock.install()
    await openSite(page)
    await input(page).focus()
    await expect(options(page)).toHaveCount(3) // Suggestions: the engine is there.
    await page.clock.pauseAt(Date.now() + 60_000)
    await page.keyboard.type('h1')
    await page.clock.runFor(1)
    await expect(panel(page).getByText('Annual cap').first()).toBeVisible()
  })

  test('questions of the site that continue the typed text come first, and a chosen one is asked', async ({ page }) => {
    await openSite(page, { lang: 'tr' })
    await input(page).pressSequentially('BASVURUSU staj')
    await expect(panel(page).getByText('Sorular ve sayfalar')).toBeVisible()
    await expect(options(page)).toHaveCount(4)
    await expect(options(page).first()).toHaveText('Staj başvurusu nasıl yapılır?')
    await expectAccessible(page)
    await input(page).press('ArrowDown')
    await input(page).press('Enter')
    await expect(input(page)).toHaveValue('Staj başvurusu nasıl yapılır?')
    await input(page).fill('zzz staj')
    await expect(panel(page).getByText('Henüz eşleşen sayfa yok')).toBeVisible()
  })

  test('passages of a page are grouped, and further ones show only their heading', async ({ page }) => {
    await openSite(page)
    await input(page).pressSequentially('many')
    await expect(options(page)).toHaveCount(5)
    const [first, second] = await options(page).all()
    await expect(first).toHaveAccessibleName(/^Page number 1 › First part The annual cap/)
    await expect(second).toHaveAccessibleName(/^Page number 1 Second part The annual cap/)
    await expect(second).toHaveAttribute('href', `${ORIGIN}/en/page-0.html#second`)
    await expect(second).not.toContainText('page-0')
    const events = await recordEvents(page)
    await page.evaluate(() => document.addEventListener('soru-select', (event) => event.preventDefault()))
    await second.click()
    expect((await events('select'))[0].detail).toMatchObject({ hit: { id: 'en/page-0', chunk: 1 } })
  })

  test('the number of pages is announced once the typing pauses', async ({ page }) => {
    await openSite(page)
    await input(page).pressSequentially('h1b')
    await expect(page.getByRole('status')).toHaveText('3 pages')
  })

  test('R37: one Enter gives answer, source, confidence and pages, and the events that go with them', async ({ page }) => {
    await openSite(page)
    const events = await recordEvents(page)
    await ask(page, 'fact')
    await expect(page.getByRole('region', { name: 'Checked answer' })).toContainText('85,000 visas a year')
    await expect(panel(page).getByText('Answers the question “What is the H-1B cap?”')).toBeVisible()
    await expect(panel(page).getByText('Good match')).toHaveCount(0)
    await expect(panel(page).getByText('Visa caps')).toBeVisible()
    await expect(options(page)).toHaveCount(3)
    expect(await events('ask')).toEqual([{ type: 'ask', detail: { question: 'fact' } }])
    expect(await events('ready')).toHaveLength(1)
    const [{ detail }] = await events('answer')
    expect(detail).toMatchObject({ tier: 1, method: 'fact_exact', intent: 'unknown', confidence: 1 })
    await expectAccessible(page)
  })

  test('R41: results without a part of the index are shown with a warning', async ({ page }) => {
    await openSite(page)
    await ask(page, 'partly there')
    await expect(panel(page).getByText('Part of the search could not be loaded, so some results may be missing.')).toBeVisible()
    await expect(options(page).first()).toBeVisible()
    await ask(page, 'fact')
    await expect(panel(page).getByText('may be missing')).toHaveCount(0)
  })

  test('R35: a fact shows its source as a link and the date it was checked', async ({ page }) => {
    await openSite(page)
    await ask(page, 'fact')
    await expect(page.getByRole('link', { name: 'USCIS: H-1B cap season' })).toHaveAttribute('href', 'https://www.uscis.gov/h-1b-cap')
    await expect(page.locator('time').first()).toHaveAttribute('datetime', '2026-01-15')
    await expect(panel(page).getByText('Checked on 15 January 2026')).toBeVisible()
    await expect(page.getByRole('status')).toContainText('Checked answer: 85,000 visas')
    await expect(page.getByRole('status')).toContainText('Source: USCIS: H-1B cap season.')
  })

  test('a fact that answers the very question does not repeat it', async ({ page }) => {
    await openSite(page)
    await ask(page, 'what is the h1b cap')
    await expect(answerText(page)).toBeVisible()
    await expect(panel(page).getByText('Answers the question')).toHaveCount(0)
  })

  test('R32: without a fact the answer is a marked quotation with its source', async ({ page }) => {
    await openSite(page)
    await ask(page, 'quote')
    const quote = page.locator('blockquote')
    await expect(quote).toHaveText('An employer files the petition. You cannot apply for an H-1B visa on your own; the employer must offer the job first.')
    await expect(quote.locator('mark')).toHaveText(/^You cannot apply .* first\.$/)
    await expect(page.getByRole('link', { name: 'H-1B work visas › Annual cap' }).first()).toHaveAttribute('href', `${ORIGIN}/en/h1b.html#cap:~:text=An%20employer%20files`)
    await expect(panel(page).getByText('Good match')).toBeVisible()
    await expectAccessible(page)
  })

  test('R32: a quoted list is a list, and a row of a table has its columns', async ({ page }) => {
    await openSite(page)
    await ask(page, 'steps')
    const quote = page.locator('blockquote')
    await expect(quote.locator('p')).toHaveText('To apply:')
    await expect(quote.locator('ol > li')).toHaveText(['Find an employer.', 'Sign the form.', 'Wait.'])
    await expect(quote.locator('mark')).toHaveText(['Find', 'form'])
    await expect(page.getByRole('status')).toContainText('From the site: To apply: Find an employer.')
    await expectAccessible(page)
    await ask(page, 'row')
    await expect(quote.getByRole('columnheader')).toHaveText(['Unit', 'Annual fee'])
    await expect(quote.getByRole('cell')).toHaveText(['Law', '395 €'])
    await expect(quote.locator('mark')).toHaveText(['Law', '395'])
    await expectAccessible(page)
  })

  test('R36: low confidence is stated in words', async ({ page }) => {
    await openSite(page)
    await ask(page, 'unsure')
    await expect(panel(page).getByText('Uncertain – please check the source')).toBeVisible()
    await expectAccessible(page)
  })

  test('R31: a missing answer is stated plainly, with the closest pages and the contact', async ({ page }) => {
    await openSite(page)
    await ask(page, 'none such')
    await expect(panel(page).getByText('No answer found')).toBeVisible()
    await expect(panel(page).getByText('Closest pages')).toBeVisible()
    await expect(options(page)).toHaveCount(3)
    await expect(page.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', `${ORIGIN}/en/contact.html`)
    await expect(page.locator('blockquote, .fact')).toHaveCount(0)
    await expectAccessible(page)
  })

  test('R31: neither answer nor pages: other words are advised', async ({ page }) => {
    await openSite(page)
    await ask(page, 'alone')
    await expect(panel(page).getByText('Try different or fewer words')).toBeVisible()
    await expect(options(page)).toHaveCount(0)
    await expect(input(page)).toHaveAttribute('aria-expanded', 'false')
    await expectAccessible(page)
  })

  test('no page while typing is not yet a failure', async ({ page }) => {
    await openSite(page)
    await input(page).pressSequentially('zzz')
    await expect(panel(page).getByText('No matching page yet')).toBeVisible()
    await expectAccessible(page)
  })

  test('the waiting indicator appears only after a delay', async ({ page }) => {
    await openSite(page, { bundle: { slowMillis: '4000' } })
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    await ask(page, 'slow')
    await expect(panel(page).getByText('Looking for an answer…').first()).toBeVisible()
    await expectAccessible(page)
    await expect(panel(page).getByText('No answer found')).toBeVisible()
  })

  test('loading the bundle shows how far it is', async ({ page }) => {
    await openSite(page, { bundle: { openMillis: '4000' } })
    await ask(page, 'fact')
    await expect(page.getByRole('progressbar')).toHaveJSProperty('value', 40_000)
    await expectAccessible(page)
    await expect(answerText(page)).toBeVisible()
  })

  test('an error has advice, and another attempt succeeds', async ({ page }) => {
    await openSite(page)
    const events = await recordEvents(page)
    await ask(page, 'flaky')
    await expect(panel(page).getByText('Part of the search could not be loaded')).toBeVisible()
    expect((await events('error'))[0].detail).toMatchObject({ code: 'FETCH_FAILED' })
    await panel(page).getByText('Technical details').click()
    await expect(panel(page).getByText('terms-01 could not be loaded (503)')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(panel(page).getByText('No answer found')).toBeVisible()
    await expect(input(page)).toBeFocused()
  })

  test('the panel keeps its scroll position when it opens again, and new results begin at their top', async ({ page }) => {
    await page.setViewportSize({ width: 600, height: 320 })
    await openSite(page)
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    const scroller = panel(page).locator('.scroller')
    const top = () => scroller.evaluate(({ scrollTop }) => scrollTop)
    await scroller.evaluate((element) => { element.scrollTop = 60 })
    await input(page).press('Escape')
    await expect(panel(page)).toBeHidden()
    await input(page).click()
    await expect(panel(page)).toBeVisible()
    expect(await top()).toBe(60)
    await ask(page, 'quote')
    await expect(panel(page).locator('blockquote')).toBeVisible()
    expect(await top()).toBe(0)
    await scroller.evaluate((element) => { element.scrollTop = 60 })
    await input(page).press('Escape')
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    expect(await top()).toBe(0)
  })

  test('details of an error that are read stay open when the next question fails', async ({ page }) => {
    await openSite(page)
    await ask(page, 'crash')
    const details = panel(page).getByText('terms-01 is damaged')
    await expect(details).toBeHidden()
    await panel(page).getByText('Technical details').click()
    await expect(details).toBeVisible()
    await ask(page, 'flaky')
    await expect(panel(page).getByText('terms-01 could not be loaded (503)')).toBeVisible()
  })

  test('a question without a word to look for is no failure', async ({ page }) => {
    await openSite(page)
    await ask(page, '-staj')
    await expect(panel(page).getByText('Type at least one word to search for.')).toBeVisible()
    await expect(panel(page).getByText('The search is not available right now')).toBeHidden()
    await expect(page.getByRole('button', { name: 'Try again' })).toBeHidden()
    await expectAccessible(page)
  })

  test('a bundle that does not open is an error of the question, not of the focus', async ({ page }) => {
    await openSite(page, { bundle: { open: 'fail' } })
    await input(page).click()
    await page.waitForTimeout(300)
    await expect(panel(page)).toBeHidden()
    await ask(page, 'fact')
    await expect(panel(page).getByText('The search is not available right now')).toBeVisible()
    await expect(panel(page).getByText('NOT_AN_INDEX')).toBeAttached()
  })

  test('R3: the debug panel shows route, words, steps and scores', async ({ page }) => {
    await openSite(page, { attributes: 'debug' })
    await ask(page, 'fact')
    await panel(page).getByText('How this was found').click()
    await expect(panel(page).getByText('no pattern of a fact question')).toBeVisible()
    const row = (/** @type {string} */ table, /** @type {RegExp} */ name) =>
      page.getByRole('table', { name: table }).getByRole('row', { name })
    await expect(row('Search terms', /^kontenjan/)).toHaveText('kontenjantr0.3synonym')
    await expect(row('Steps', /^bm25/)).toContainText('1.52')
    await expect(row('Steps', /^quality/)).toContainText('no authority table')
    await expect(row('Scores', /H-1B work visas/)).toContainText('11.2')
    const columns = page.getByRole('table', { name: 'Scores' }).getByRole('columnheader')
    await expect(columns).toHaveText(['#', 'Page', 'bm25', 'quality', 'relevance', 'coverage', 'closeness', 'title'])
    await expectAccessible(page)
  })

  test('R38: methods are compared by keyboard, side by side, and agreements are marked', async ({ page }) => {
    await openSite(page, { attributes: 'debug' })
    await ask(page, 'fact')
    await panel(page).getByText('How this was found').click()
    await page.getByRole('button', { name: 'Compare methods' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status').getByText('Asking every method')).toBeVisible()
    const table = page.getByRole('table', { name: 'Methods side by side' })
    await expect(table.getByRole('columnheader')).toHaveText(
      ['Place', 'bm250.25 ms', 'bm25 + matching0.25 ms', 'tf0.25 ms', /^semantic0.25 ms · ⚠ the bundle has no vectors/],
    )
    const cells = table.getByRole('row').nth(1).getByRole('cell')
    await expect(cells).toHaveText(['1', /^A 2×H-1B work visas/, /^B 2×H-1B çalışma vizesi/, /^C 2×Fees/, '–'])
    await expect(panel(page).getByText(/^85,000 visas a year.*\(fact_exact, 1\)$/)).toBeVisible()
    await expect(page.getByRole('region', { name: 'Methods side by side' })).toBeFocused()
    await expectAccessible(page)
    await page.keyboard.press('Escape')
    await expect(input(page)).toBeFocused()
  })

  test('R38: a failing comparison shows the reason, and can be tried again', async ({ page }) => {
    await openSite(page, { attributes: 'debug', lang: 'tr' })
    await ask(page, 'quote')
    await panel(page).getByText('Bu nasıl bulundu?').click()
    const button = page.getByRole('button', { name: 'Yöntemleri karşılaştır' })
    await button.click()
    await expect(panel(page).getByText('FETCH_FAILED: vectors-01 could not be loaded (503)')).toBeVisible()
    await expect(button).toBeEnabled()
    await expect(page.getByRole('table', { name: 'Aranan sözcükler' })).toBeVisible()
    await expectAccessible(page)
  })

  test('R3: nothing of the debug panel is loaded without the attribute', async ({ page }) => {
    /** @type {string[]} */
    const loaded = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await openSite(page)
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    expect(loaded.filter((path) => /debug|compare/.test(path))).toEqual([])
  })

  test('R3: without the attribute no trace is requested', async ({ page }) => {
    await openSite(page)
    const trace = await page.evaluate(async () => {
      const box = /** @type {any} */ (document.querySelector('soru-search'))
      return (await box.ask('fact')).trace
    })
    expect(trace).toBeNull()
    await expect(panel(page).getByText('How this was found')).toHaveCount(0)
  })
})
