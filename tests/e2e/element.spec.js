/**
 * The element in every state, against an engine that answers from a table.
 * How well the real engine answers is the business of demo.spec.js.
 */
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { ORIGIN, STRICT, openSite, watchTrouble } from './fixtures/site.js'

/** @param {import('@playwright/test').Page} page */
const input = (page) => page.getByRole('combobox')
/** @param {import('@playwright/test').Page} page */
const options = (page) => page.getByRole('option')
/** @param {import('@playwright/test').Page} page */
const panel = (page) => page.locator('soru-search .panel')

/** @param {import('@playwright/test').Page} page */
const answerText = (page) => page.locator('soru-search').getByText(/^85,000 visas a year/)

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} question
 */
async function ask(page, question) {
  await input(page).fill(question)
  await input(page).press('Enter')
}

/** @param {import('@playwright/test').Page} page */
async function expectAccessible(page) {
  // Colours are measured once the panel has faded in.
  await page.waitForTimeout(200)
  const { violations } = await new AxeBuilder({ page }).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
}

/**
 * Collects the names of the element's events.
 * @param {import('@playwright/test').Page} page
 */
async function recordEvents(page) {
  await page.evaluate(() => {
    const seen = /** @type {any} */ (globalThis).seen = /** @type {any[]} */ ([])
    for (const type of ['ready', 'ask', 'answer', 'error', 'select']) {
      document.addEventListener(`soru-${type}`, (event) => {
        seen.push({ type, detail: JSON.parse(JSON.stringify(/** @type {CustomEvent} */ (event).detail)) })
      })
    }
  })
  return (/** @type {string} */ type) => page.evaluate(
    (wanted) => /** @type {any} */ (globalThis).seen.filter((/** @type {any} */ event) => event.type === wanted),
    type,
  )
}

test.describe('states', () => {
  test('R41: nothing is loaded before the visitor shows intent', async ({ page }) => {
    /** @type {string[]} */
    const requested = []
    page.on('request', (request) => requested.push(request.url()))
    await openSite(page)
    await page.waitForTimeout(300)
    expect(requested.filter((url) => /soru_engine|soru-worker|manifest/.test(url))).toEqual([])
    await input(page).hover()
    await expect.poll(() => requested.some((url) => url.endsWith('soru_engine.js'))).toBe(true)
    await expect(panel(page)).toBeHidden()
  })

  test('an empty box suggests questions, and a chosen one is asked', async ({ page }) => {
    await openSite(page)
    await input(page).click()
    await expect(page.getByText('Try asking')).toBeVisible()
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
    await expect(own).toContainText('Annual cap')
    await expect(own).toContainText('en › h1b')
    expect(await own.locator('mark').allTextContents()).toEqual(['cap', 'H-1B'])
    await expect(foreign).toContainText('Turkish')
    await expect(foreign.getByText('H-1B çalışma vizesi')).toHaveAttribute('lang', 'tr')
    await expect(elsewhere).toContainText('www.uscis.gov › g-1055')
    await expectAccessible(page)
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
    await expect(page.getByText('Answers the question “What is the H-1B cap?”')).toBeVisible()
    await expect(page.getByText('Good match')).toBeVisible()
    await expect(page.getByText('Visa caps')).toBeVisible()
    await expect(options(page)).toHaveCount(3)
    expect(await events('ask')).toEqual([{ type: 'ask', detail: { question: 'fact' } }])
    expect(await events('ready')).toHaveLength(1)
    const [{ detail }] = await events('answer')
    expect(detail).toMatchObject({ tier: 1, method: 'fact_exact', intent: 'unknown', confidence: 1 })
    await expectAccessible(page)
  })

  test('R35: a fact shows its source as a link and the date it was checked', async ({ page }) => {
    await openSite(page)
    await ask(page, 'fact')
    await expect(page.getByRole('link', { name: 'USCIS: H-1B cap season' })).toHaveAttribute('href', 'https://www.uscis.gov/h-1b-cap')
    await expect(page.locator('time').first()).toHaveAttribute('datetime', '2026-01-15')
    await expect(page.getByText('Checked on January 15, 2026')).toBeVisible()
    await expect(page.getByRole('status')).toContainText('Answer: 85,000 visas')
    await expect(page.getByRole('status')).toContainText('Source: USCIS: H-1B cap season.')
  })

  test('a fact that answers the very question does not repeat it', async ({ page }) => {
    await openSite(page)
    await ask(page, 'what is the h1b cap')
    await expect(answerText(page)).toBeVisible()
    await expect(page.getByText('Answers the question')).toHaveCount(0)
  })

  test('R32: without a fact the answer is a marked quotation with its source', async ({ page }) => {
    await openSite(page)
    await ask(page, 'quote')
    const quote = page.locator('blockquote')
    await expect(quote).toHaveText('An employer files the petition. You cannot apply for an H-1B visa on your own; the employer must offer the job first.')
    await expect(quote.locator('mark')).toHaveText(/^You cannot apply .* first\.$/)
    await expect(page.getByRole('link', { name: 'Source: H-1B work visas' })).toHaveAttribute('href', `${ORIGIN}/en/h1b.html#cap`)
    await expect(page.getByText('Likely match')).toBeVisible()
    await expectAccessible(page)
  })

  test('R36: low confidence is said in words', async ({ page }) => {
    await openSite(page)
    await ask(page, 'unsure')
    await expect(page.getByText('Uncertain – please check the source')).toBeVisible()
    await expectAccessible(page)
  })

  test('R31: no answer is said plainly, with the closest pages and the way to ask people', async ({ page }) => {
    await openSite(page)
    await ask(page, 'none such')
    await expect(page.getByText('No answer found')).toBeVisible()
    await expect(page.getByText('Closest pages')).toBeVisible()
    await expect(options(page)).toHaveCount(3)
    await expect(page.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', `${ORIGIN}/en/contact.html`)
    await expect(page.locator('blockquote, .fact')).toHaveCount(0)
    await expectAccessible(page)
  })

  test('R31: neither answer nor pages: other words are advised', async ({ page }) => {
    await openSite(page)
    await ask(page, 'alone')
    await expect(page.getByText('Try other or fewer words')).toBeVisible()
    await expect(options(page)).toHaveCount(0)
    await expect(input(page)).toHaveAttribute('aria-expanded', 'false')
    await expectAccessible(page)
  })

  test('no page while typing is not yet a failure', async ({ page }) => {
    await openSite(page)
    await input(page).pressSequentially('zzz')
    await expect(page.getByText('No matching page yet')).toBeVisible()
    await expectAccessible(page)
  })

  test('waiting shows only when something takes long', async ({ page }) => {
    await openSite(page)
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    await ask(page, 'slow')
    await expect(page.getByText('Looking for an answer…').first()).toBeVisible()
    await expectAccessible(page)
    await expect(page.getByText('No answer found')).toBeVisible()
  })

  test('loading the bundle shows how far it is', async ({ page }) => {
    await openSite(page, { bundle: { openMillis: '1200' } })
    await ask(page, 'fact')
    await expect(page.getByRole('progressbar')).toHaveJSProperty('value', 40_000)
    await expectAccessible(page)
    await expect(answerText(page)).toBeVisible()
  })

  test('an error says what to do, and trying again mends it', async ({ page }) => {
    await openSite(page)
    const events = await recordEvents(page)
    await ask(page, 'flaky')
    await expect(page.getByText('Part of the search could not be loaded')).toBeVisible()
    expect((await events('error'))[0].detail).toMatchObject({ code: 'FETCH_FAILED' })
    await page.getByText('Technical details').click()
    await expect(page.getByText('terms-01 could not be loaded (503)')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(page.getByText('No answer found')).toBeVisible()
    await expect(input(page)).toBeFocused()
  })

  test('a bundle that does not open is an error of the question, not of the focus', async ({ page }) => {
    await openSite(page, { bundle: { open: 'fail' } })
    await input(page).click()
    await page.waitForTimeout(300)
    await expect(panel(page)).toBeHidden()
    await ask(page, 'fact')
    await expect(page.getByText('The search is not available right now')).toBeVisible()
    await expect(page.getByText('NOT_AN_INDEX')).toBeAttached()
  })

  test('R3: the debug panel shows route, steps and scores', async ({ page }) => {
    await openSite(page, { attributes: 'debug' })
    await ask(page, 'fact')
    await page.getByText('How this was found').click()
    await expect(page.getByRole('cell', { name: 'bm25', exact: true })).toBeVisible()
    await expect(page.getByRole('cell', { name: '1.52' })).toBeVisible()
    await expect(page.getByText('no pattern of a fact question')).toBeVisible()
    await expect(page.getByText('bm25 11.2, quality 0.92')).toBeVisible()
    await expectAccessible(page)
  })

  test('R3: without the attribute no trace is asked for', async ({ page }) => {
    await openSite(page)
    const trace = await page.evaluate(async () => {
      const box = /** @type {any} */ (document.querySelector('soru-search'))
      return (await box.ask('fact')).trace
    })
    expect(trace).toBeNull()
    await expect(page.getByText('How this was found')).toHaveCount(0)
  })
})

test.describe('languages', () => {
  test('a Turkish page has a Turkish box', async ({ page }) => {
    await openSite(page, { lang: 'tr' })
    await expect(page.getByRole('combobox', { name: 'Bu sitede ara' })).toBeVisible()
    await ask(page, 'olgu')
    await expect(page.getByText('Doğrulanmış yanıt')).toBeVisible()
    await expect(page.getByText('Son doğrulama: 15 Ocak 2026')).toBeVisible()
    await expect(options(page).first()).toContainText('İngilizce')
    await expectAccessible(page)
  })

  test('R31: no answer is said in the language of the visitor', async ({ page }) => {
    await openSite(page, { lang: 'tr' })
    await ask(page, 'yok')
    await expect(page.getByText('Yanıt bulunamadı')).toBeVisible()
    await expect(page.getByText('En yakın sayfalar', { exact: true })).toBeVisible()
  })

  test('the attribute lang outweighs the language of the page, and can change', async ({ page }) => {
    await openSite(page, { lang: 'en', attributes: 'lang="tr"' })
    await expect(page.getByRole('button', { name: 'Sor' })).toBeVisible()
    await page.locator('soru-search').evaluate((box) => box.setAttribute('lang', 'en'))
    await expect(page.getByRole('button', { name: 'Ask' })).toBeVisible()
  })

  test('the site rewords texts and adds languages', async ({ page }) => {
    const texts = { en: { suggestions: 'Popular questions' }, de: { ask: 'Fragen' } }
    await openSite(page, { bundle: { texts: JSON.stringify(texts) } })
    await input(page).click()
    await expect(page.getByText('Popular questions')).toBeVisible()
    await page.locator('soru-search').evaluate((box) => box.setAttribute('lang', 'de'))
    await expect(page.getByRole('button', { name: 'Fragen' })).toBeVisible()
  })
})

test.describe('looks', () => {
  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    test(`contrast holds on a ${scheme} page`, async ({ page }) => {
      const colours = scheme === 'dark' ? 'background: #101217; color: #eee' : ''
      await openSite(page, { style: `html { color-scheme: ${scheme}; ${colours} }`, attributes: 'debug' })
      await ask(page, 'quote')
      await expect(options(page)).toHaveCount(3)
      await input(page).press('ArrowDown')
      await expectAccessible(page)
      await ask(page, 'fact')
      await expect(answerText(page)).toBeVisible()
      await expectAccessible(page)
    })
  }

  test('a narrow box shows all without scrolling sideways, and fingers can hit everything', async ({ page }) => {
    await page.setViewportSize({ width: 360, height: 740 })
    await openSite(page, { style: 'main { padding: 8px }' })
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360)
    const small = await page.locator('soru-search').evaluate((box) =>
      Array.from(/** @type {ShadowRoot} */ (box.shadowRoot).querySelectorAll('a, button, input'))
        .map((target) => ({ target: target.outerHTML.slice(0, 60), rect: target.getBoundingClientRect() }))
        .filter(({ rect }) => rect.height > 0 && (rect.height < 44 || rect.width < 44)))
    expect(small).toEqual([])
    await expectAccessible(page)
  })

  test('a box in a corner keeps its panel within the window', async ({ page }) => {
    await openSite(page, { style: 'soru-search { width: 14rem; margin-left: auto }' })
    await ask(page, 'fact')
    await expect(panel(page)).toBeVisible()
    const rect = await panel(page).evaluate((element) => element.getBoundingClientRect())
    expect(rect.width).toBeGreaterThanOrEqual(340)
    expect(rect.right).toBeLessThanOrEqual(1280)
  })

  test('opening the panel moves nothing on the page', async ({ page }) => {
    await openSite(page)
    const text = page.getByText('Text below the box.')
    const before = await text.boundingBox()
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    expect(await text.boundingBox()).toEqual(before)
  })

  test('properties of the page theme the box, wherever they are set', async ({ page }) => {
    await openSite(page, { style: ':root { --soru-accent: rgb(120, 0, 80) } soru-search::part(field) { border-radius: 0px }' })
    const ask = page.getByRole('button', { name: 'Ask' })
    await expect(ask).toHaveCSS('background-color', 'rgb(120, 0, 80)')
    await expect(page.locator('soru-search .field')).toHaveCSS('border-radius', '0px')
  })

  test('visitors who want no motion get none', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await openSite(page)
    await input(page).click()
    await expect(panel(page)).toHaveCSS('animation-name', 'none')
  })
})

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

  test('typing on takes the active option back, so Enter asks again', async ({ page }) => {
    await openSite(page)
    await input(page).pressSequentially('what')
    await expect(options(page)).toHaveCount(3)
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

  test('Tab reaches the source, and Escape comes back from it', async ({ page }) => {
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
    await expect(page.getByText('Try asking')).toBeVisible()
    const session = await page.context().newCDPSession(page)
    await session.send('Input.imeSetComposition', { text: 'ööö', selectionStart: 3, selectionEnd: 3 })
    await input(page).evaluate((element) => {
      element.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true }))
    })
    await page.waitForTimeout(400)
    expect(await events('ask')).toEqual([])
    await expect(options(page)).toHaveCount(3) // the suggestions, still
    await expect(page.getByText('Try asking')).toBeVisible()
    await session.send('Input.insertText', { text: 'öğrenci' })
    await expect(page.getByText('Pages', { exact: true })).toBeVisible()
  })
})

test.describe('safety', () => {
  test('R41: a strict policy is never violated, and the main thread takes over without being told', async ({ page }) => {
    const trouble = await watchTrouble(page)
    await openSite(page, { csp: STRICT })
    await ask(page, 'where')
    await expect(page.getByText('object', { exact: true })).toBeVisible()
    await ask(page, 'none')
    await expect(page.getByText('No answer found')).toBeVisible()
    expect(trouble).toEqual([])
  })

  test('R41: the same holds for a policy in a meta element', async ({ page }) => {
    const trouble = await watchTrouble(page)
    await openSite(page, { metaCsp: STRICT })
    await ask(page, 'where')
    await expect(page.getByText('object', { exact: true })).toBeVisible()
    expect(trouble).toEqual([])
  })

  test('R41: a policy that only pages carry is spared the probing by worker="off"', async ({ page }) => {
    const trouble = await watchTrouble(page)
    await openSite(page, { pageCsp: STRICT, attributes: 'worker="off"' })
    await ask(page, 'where')
    await expect(page.getByText('object', { exact: true })).toBeVisible()
    expect(trouble).toEqual([])
  })

  test('R41: a policy that only pages carry costs one report, and still works', async ({ page }) => {
    const trouble = await watchTrouble(page)
    await openSite(page, { pageCsp: STRICT })
    await ask(page, 'where')
    await expect(page.getByText('object', { exact: true })).toBeVisible()
    expect(trouble.filter((text) => text.startsWith('trusted-types '))).toHaveLength(1)
  })

  test('R41: a site that allows the policy "soru" keeps the worker', async ({ page }) => {
    const trouble = await watchTrouble(page)
    await openSite(page, { csp: STRICT.replace("trusted-types 'none'", 'trusted-types soru') })
    await ask(page, 'where')
    await expect(page.getByText('undefined', { exact: true })).toBeVisible()
    expect(trouble).toEqual([])
  })

  test('without any policy the engine runs in the worker', async ({ page }) => {
    await openSite(page)
    await ask(page, 'where')
    await expect(page.getByText('undefined', { exact: true })).toBeVisible()
  })

  test('a worker that cannot start, be it missing or forbidden, is replaced by the main thread', async ({ page, context }) => {
    await openSite(page, { noWorker: true })
    await ask(page, 'where')
    await expect(page.getByText('object', { exact: true })).toBeVisible()
    const other = await context.newPage()
    await openSite(other, { csp: "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'" })
    await ask(other, 'where')
    await expect(other.getByText('object', { exact: true })).toBeVisible()
  })

  test('R41: a site below a folder finds its files and its pages', async ({ page }) => {
    await openSite(page, { root: '/some/deep folder/'.replace(' ', '%20') })
    await ask(page, 'quote')
    await expect(page.getByRole('link', { name: 'Source:' })).toHaveAttribute('href', `${ORIGIN}/some/deep%20folder/en/h1b.html#cap`)
    await expect(options(page).first()).toContainText('en › h1b')
  })

  test('what an index holds is shown as text, and only web addresses are links', async ({ page }) => {
    const trouble = await watchTrouble(page)
    await openSite(page)
    await input(page).pressSequentially('hostile')
    await expect(options(page)).toHaveCount(4)
    await expect(page.getByText('<img src=x onerror="document.title=\'owned\'">').first()).toBeVisible()
    const hrefs = await options(page).evaluateAll((all) => all.map((option) => option.getAttribute('href')))
    expect(hrefs).toEqual([null, null, null, `${ORIGIN}/en/fine.html`])
    await options(page).first().click({ force: true })
    await ask(page, 'hostile')
    await expect(page.locator('blockquote')).toHaveText('<img src=x onerror=alert(1)>')
    await expect(page.locator('soru-search img, soru-search script, soru-search b')).toHaveCount(0)
    await ask(page, 'hostilefact')
    await expect(answerText(page)).toBeVisible()
    await expect(page.getByRole('link', { name: 'USCIS' })).toHaveCount(0)
    await expect(page.getByText('javascript:document.title')).toBeVisible()
    expect(await page.title()).toBe('Site')
    expect(trouble).toEqual([])
  })

  test('R31: a contact address may be a web page or an email address, nothing else', async ({ page, context }) => {
    await openSite(page, { bundle: { contact: 'mailto:help@site.example' } })
    await ask(page, 'none')
    await expect(page.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', 'mailto:help@site.example')
    const other = await context.newPage()
    await openSite(other, { bundle: { contact: 'javascript:alert(1)' } })
    await ask(other, 'none')
    await expect(other.getByText('No answer found')).toBeVisible()
    await expect(other.getByRole('link', { name: 'Contact us' })).toHaveCount(0)
  })
})

test.describe('from JavaScript', () => {
  test('a later question overtakes an earlier one', async ({ page }) => {
    await openSite(page)
    const events = await recordEvents(page)
    const results = await page.evaluate(async () => {
      const box = /** @type {any} */ (document.querySelector('soru-search'))
      const answers = await Promise.all([box.ask('slow question'), box.ask('fact')])
      return answers.map((answer) => answer?.method ?? null)
    })
    expect(results).toEqual([null, 'fact_exact'])
    await page.waitForTimeout(1000)
    await expect(answerText(page)).toBeVisible()
    expect(await events('answer')).toHaveLength(1)
  })

  test('R39: a site may take a question over by cancelling soru-ask', async ({ page }) => {
    await openSite(page)
    await page.evaluate(() => document.addEventListener('soru-ask', (event) => event.preventDefault()))
    await ask(page, 'fact')
    await page.waitForTimeout(400)
    await expect(answerText(page)).toHaveCount(0)
  })

  test('top-k goes to the engine', async ({ page }) => {
    await openSite(page, { attributes: 'top-k="7" debug worker="off"' })
    await page.evaluate(() => { /** @type {any} */ (globalThis).__calls = [] })
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    const calls = await page.evaluate(() => /** @type {any} */ (globalThis).__calls)
    expect(calls.at(-1)).toEqual(['ask', 'fact', { topK: 7, trace: true }])
  })

  test('two boxes share an engine; it is closed with the last of them', async ({ page }) => {
    await openSite(page, { attributes: 'worker="off"', body: '{element}{element}' })
    const names = await page.evaluate(async () => {
      const calls = /** @type {any} */ (globalThis).__calls = /** @type {any[]} */ ([])
      const [one, two] = /** @type {any[]} */ (Array.from(document.querySelectorAll('soru-search')))
      await one.ask('fact')
      await two.ask('fact')
      one.remove()
      await new Promise((resolve) => setTimeout(resolve, 50))
      await two.ask('fact')
      document.body.append(two) // moved, not removed
      await two.ask('fact')
      two.remove()
      await new Promise((resolve) => setTimeout(resolve, 50))
      return calls.map(([name]) => name)
    })
    expect(names).toEqual(['open', 'ask', 'ask', 'ask', 'ask', 'close'])
  })

  test('clear() and value behave like those of an input', async ({ page }) => {
    await openSite(page)
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    const value = await page.evaluate(() => {
      const box = /** @type {any} */ (document.querySelector('soru-search'))
      box.clear()
      box.value = 'h1b'
      return box.value
    })
    expect(value).toBe('h1b')
    await expect(input(page)).toHaveValue('h1b')
    await expect(panel(page)).toBeHidden()
  })

  test('R37: open() gives the same answers in the worker and on the main thread, errors with a code', async ({ page }) => {
    await openSite(page)
    const seen = await page.evaluate(async () => {
      const { open, SoruError } = await import(new URL('/soru/soru.js', location.href).href)
      const results = []
      for (const worker of [true, false]) {
        /** @type {number[]} */
        const loaded = []
        const soru = await open('./soru/', { worker, onProgress: (/** @type {any} */ p) => loaded.push(p.loaded) })
        const answer = await soru.ask('fact', { trace: true })
        const { hits } = await soru.search('h1b')
        const error = await soru.ask('crash').catch((/** @type {unknown} */ thrown) => thrown)
        await soru.close()
        const late = await open('./soru/?open=fail', { worker }).catch((/** @type {unknown} */ thrown) => thrown)
        results.push({
          answer, hits, title: soru.stats().title, loaded,
          codes: [error, late].map((thrown) => thrown instanceof SoruError && thrown.code),
        })
      }
      return results
    })
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0].codes).toEqual(['CORRUPT_INDEX', 'NOT_AN_INDEX'])
    expect(seen[0].loaded).toEqual([40_000, 100_000])
  })

  test('opening can be cancelled, and what cannot reach the worker is refused with advice', async ({ page }) => {
    await openSite(page)
    const [reason, code] = await page.evaluate(async () => {
      const { open } = await import(new URL('/soru/soru.js', location.href).href)
      const signal = AbortSignal.timeout(200)
      const cancelled = await open('./soru/?openMillis=5000', { signal }).catch((/** @type {any} */ thrown) => thrown.name)
      const soru = await open('./soru/')
      const refused = await soru.ask('fact', { rerankers: [() => 1] }).catch((/** @type {any} */ thrown) => thrown.code)
      return [cancelled, refused]
    })
    expect(reason).toBe('TimeoutError')
    expect(code).toBe('INVALID_OPTION')
  })

  test('importing the class registers nothing', async ({ page }) => {
    await openSite(page)
    const registered = await page.evaluate(async () => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const script = document.createElement('script')
      script.type = 'module'
      script.src = '/soru/soru-search-element.js'
      const view = /** @type {Window & typeof globalThis} */ (frame.contentWindow)
      view.document.head.append(script)
      await new Promise((resolve) => { script.onload = resolve })
      return view.customElements.get('soru-search') !== undefined
    })
    expect(registered).toBe(false)
  })
})
