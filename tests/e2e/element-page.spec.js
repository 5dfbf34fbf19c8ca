/**
 * The element as a page of results: in the flow of the page, with the question in its address.
 */
import { expect, test } from '@playwright/test'
import { ask as askInBox, expectAccessible, input as combobox, panel, recordEvents } from './fixtures/box.js'
import { ORIGIN, STRICT, openSite, watchTrouble } from './fixtures/site.js'

const PAGE = { attributes: 'form="page"' }

/** @param {import('@playwright/test').Page} page */
const input = (page) => page.getByRole('searchbox')
/** @param {import('@playwright/test').Page} page */
const results = (page) => page.getByRole('heading', { level: 3 })
/** @param {import('@playwright/test').Page} page */
const card = (page) => page.getByRole('region', { name: /^(Checked answer|From the site)$/ })

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} question
 */
async function ask(page, question) {
  await input(page).fill(question)
  await input(page).press('Enter')
}

test.describe('page of results', () => {
  test('the question in the address is answered when the page is opened', async ({ page }) => {
    const trouble = await watchTrouble(page)
    await openSite(page, { ...PAGE, query: '?q=fact%20of%20life', csp: STRICT })
    await expect(input(page)).toHaveValue('fact of life')
    await expect(card(page)).toContainText('85,000 visas a year')
    await expect(results(page)).toHaveCount(3)
    await expect(page.getByRole('link', { name: 'H-1B work visas' }).first()).toHaveAttribute('href', `${ORIGIN}/en/h1b.html#cap`)
    await expect(page.getByRole('status')).toContainText('Checked answer: 85,000 visas')
    expect(page.url()).toBe(`${ORIGIN}/?q=fact%20of%20life`)
    await expectAccessible(page)
    expect(trouble).toEqual([])
  })

  test('nothing is below the field before there are results', async ({ page }) => {
    await openSite(page, { ...PAGE, bundle: { plain: '1' } }) // a bundle without questions to try
    await expect(input(page)).toBeVisible()
    // A heading without words is announced as one.
    await expect(page.locator('#page-label')).toBeHidden()
    await expectAccessible(page)
    await ask(page, 'fact')
    await expect(page.locator('#page-label')).toBeVisible()
  })

  test('a hit shows the kind of its document, and the page', async ({ page }) => {
    await openSite(page, PAGE)
    await ask(page, 'papers')
    // Types of other pages belong to them.
    await expect(page.locator('[part=document]')).toHaveText(['PDF, p. 3', 'DOCX'])
  })

  test('in Turkish, pages are numbered as in Turkish', async ({ page }) => {
    await openSite(page, { attributes: 'form="page" lang="tr"' })
    await ask(page, 'papers')
    await expect(page.locator('[part=document]').first()).toHaveText('PDF, s. 3')
  })

  test('every question is a step of the history, and the other parts of the address stay', async ({ page }) => {
    await openSite(page, { ...PAGE, query: '?theme=1' })
    const events = await recordEvents(page)
    await ask(page, 'fact')
    await expect(card(page)).toContainText('85,000')
    expect(page.url()).toBe(`${ORIGIN}/?theme=1&q=fact`)
    await ask(page, 'quote')
    await expect(page.locator('blockquote')).toBeVisible()
    await ask(page, 'quote')
    expect(page.url()).toBe(`${ORIGIN}/?theme=1&q=quote`)
    await page.goBack()
    await expect(input(page)).toHaveValue('fact')
    await expect(card(page)).toContainText('85,000')
    await page.goBack()
    await expect(input(page)).toHaveValue('')
    await expect(card(page)).toHaveCount(0)
    await expect(page.getByText('Try asking')).toBeVisible()
    await page.goForward()
    await expect(card(page)).toContainText('85,000')
    expect((await events('ask')).map(({ detail }) => detail.question)).toEqual(['fact', 'quote', 'quote', 'fact', 'fact'])
  })

  test('without a question it suggests some, and a chosen one is asked', async ({ page }) => {
    await openSite(page, PAGE)
    await expect(page.getByText('Try asking')).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'What is the H-1B cap?' }).click()
    await expect(card(page)).toContainText('85,000')
    await expect(input(page)).toBeFocused()
    await expect(page).toHaveURL(`${ORIGIN}/?q=What+is+the+H-1B+cap%3F`)
  })

  test('pages are found while typing, and the address waits for the question', async ({ page }) => {
    await openSite(page, PAGE)
    await input(page).pressSequentially('h1b')
    await expect(results(page)).toHaveCount(3)
    expect(page.url()).toBe(`${ORIGIN}/`)
    await page.locator('h1').click()
    await input(page).press('Escape')
    await expect(input(page)).toHaveValue('')
    await expect(results(page)).toHaveCount(0)
  })

  test('passages of a page are grouped, each with its link, and with the date if known', async ({ page }) => {
    await openSite(page, { ...PAGE, query: '?q=many' })
    await expect(results(page)).toHaveCount(10)
    const first = page.locator('.result').first()
    await expect(first.getByRole('link')).toHaveText(['Page number 1', 'Second part'])
    await expect(first.getByRole('link', { name: 'Second part' })).toHaveAttribute('href', `${ORIGIN}/en/page-0.html#second`)
    await expect(first.locator('time')).toHaveText('3 February 2026')
    await expect(page.locator('.result').nth(3).getByText('Turkish')).toBeVisible()
    const events = await recordEvents(page)
    await page.evaluate(() => document.addEventListener('soru-select', (event) => event.preventDefault()))
    await first.getByRole('link', { name: 'Second part' }).click()
    expect((await events('select'))[0].detail).toMatchObject({ hit: { id: 'en/page-0', chunk: 1 } })
    await expectAccessible(page)
  })

  test('more pages are shown step by step, with the focus on the first new one', async ({ page }) => {
    await openSite(page, { ...PAGE, query: '?q=many', attributes: 'form="page" top-k="15"' })
    await expect(results(page)).toHaveCount(15)
    await page.getByRole('button', { name: 'Show more' }).press('Enter')
    await expect(results(page)).toHaveCount(30)
    await expect(page.getByRole('link', { name: 'Page number 16', exact: true })).toBeFocused()
    await expect(page.getByRole('status')).toHaveText('30 pages')
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(results(page)).toHaveCount(33)
    await expect(page.getByRole('button', { name: 'Show more' })).toBeHidden()
  })

  test('a filter that is chosen before all pages are counted leaves the others to be counted', async ({ page }) => {
    await openSite(page, { ...PAGE, query: '?q=many', bundle: { countMillis: '900' } })
    const section = page.getByRole('group', { name: 'Section' })
    await section.getByRole('button', { name: /Visas/ }).click()
    await expect(page).toHaveURL(/q-section=Visas/)
    await expect(section.getByRole('button', { name: /Fees/ })).toHaveText('Fees11')
    await expect(section.getByRole('button', { name: /Visas/ })).toHaveAttribute('aria-pressed', 'true')
  })

  test('more results requested while a filter is applied are those of the filter', async ({ page }) => {
    await openSite(page, { ...PAGE, query: '?q=many', bundle: { countMillis: '900' } })
    const section = page.getByRole('group', { name: 'Section' })
    const fees = section.getByRole('button', { name: /^Fees/ })
    await expect(fees).toHaveText('Fees11')
    await fees.click()
    await expect(page.getByRole('status')).toHaveText('11 pages')
    await section.getByRole('button', { name: /^All/ }).click()
    await page.getByRole('button', { name: 'Show more' }).click()
    await expect(results(page)).toHaveCount(20)
  })

  test('filters by language and section keep the answer, change the pages and are in the address', async ({ page }) => {
    await openSite(page, { ...PAGE, query: '?q=many' })
    const filter = (/** @type {string} */ group, /** @type {RegExp} */ name) =>
      page.getByRole('group', { name: group }).getByRole('button', { name })
    await expect(filter('Language', /Turkish/)).toHaveText('Turkish8')
    await expect(filter('Section', /Fees/)).toHaveText('Fees11')
    await expect(filter('Section', /All/)).toHaveAttribute('aria-pressed', 'true')
    await filter('Language', /Turkish/).press('Enter')
    await expect(results(page)).toHaveCount(8)
    await expect(page.getByRole('status')).toHaveText('8 pages')
    await expect(filter('Language', /Turkish/)).toBeFocused()
    await expect(filter('Section', /Housing/)).toHaveText('Housing2')
    await filter('Section', /Housing/).click()
    await expect(results(page)).toHaveCount(2)
    await expect(card(page)).toBeVisible()
    expect(page.url()).toBe(`${ORIGIN}/?q=many&q-lang=tr&q-section=Housing`)
    await expectAccessible(page)
    await page.goBack()
    await expect(results(page)).toHaveCount(8)
    await page.reload()
    await expect(results(page)).toHaveCount(8)
    await expect(filter('Language', /Turkish/)).toHaveAttribute('aria-pressed', 'true')
    await filter('Language', /All/).click()
    await expect(results(page)).toHaveCount(10)
    await ask(page, 'fact')
    await expect(page).toHaveURL(`${ORIGIN}/?q=fact`)
  })

  test('a failing filter is reported like a failing question', async ({ page }) => {
    await openSite(page, { ...PAGE, query: '?q=many', bundle: { lost: '1' } })
    await page.getByRole('button', { name: /^Turkish/ }).click()
    await expect(page).toHaveURL(/q-lang=tr/)
    // Events that a question causes immediately, without the counted ones.
    await expect(results(page)).toHaveCount(7)
  })

  for (const [question, said] of /** @type {const} */ ([
    ['none', 'No answer found'], ['alone', 'Try different or fewer words'], ['crash', 'The search is not available right now'],
    ['-staj', 'Type at least one word'], ['slow', 'Looking for an answer…'], ['which', 'Did you mean one of these?'], ['unsure', 'Uncertain – please check the source'],
  ])) {
    test(`R31: "${said}" is shown there too`, async ({ page }) => {
      await openSite(page, { ...PAGE, bundle: { slowMillis: '4000' } })
      await ask(page, 'fact')
      await expect(card(page)).toBeVisible()
      await ask(page, question)
      await expect(page.locator('.page').getByText(said).first()).toBeVisible()
      await expectAccessible(page)
    })
  }

  test('a box that becomes another form is all of that one', async ({ page }) => {
    await openSite(page, { ...PAGE, query: '?q=fact' })
    await expect(card(page)).toBeVisible()
    const become = (/** @type {string} */ form) => page.locator('soru-search').evaluate((box, name) => box.setAttribute('form', name), form)
    await become('inline')
    await expect(results(page)).toHaveCount(0)
    await askInBox(page, 'fact')
    await expect(page.getByRole('option')).toHaveCount(3)
    await expect(combobox(page)).toHaveAttribute('aria-expanded', 'true')
    await become('dialog')
    await page.getByRole('button', { name: /^Search/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    await become('page')
    await expect(page.getByRole('dialog')).toBeHidden()
    // Its modules have to come first.
    await expect(card(page)).toBeVisible()
    await expectAccessible(page)
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
  })

  test('a closed dialog handles no events: the next form answers its questions', async ({ page }) => {
    await openSite(page, { attributes: 'form="dialog"' })
    await page.getByRole('button', { name: /^Search/ }).click()
    await expect(page.getByRole('dialog')).toBeVisible()
    // The browser reports the closing later, in a separate task.
    const answer = await page.locator('soru-search').evaluate((/** @type {any} */ box) => {
      box.setAttribute('form', 'inline')
      return box.ask('fact')
    })
    expect(answer).toMatchObject({ method: 'fact_exact' })
    await expect(panel(page)).toContainText('85,000')
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
  })

  test('a page of results that is left reads the address no more', async ({ page }) => {
    await openSite(page, PAGE)
    await ask(page, 'fact')
    await expect(card(page)).toBeVisible()
    const events = await recordEvents(page)
    await page.locator('soru-search').evaluate((box) => box.removeAttribute('form'))
    await page.goBack()
    await page.goForward()
    await askInBox(page, 'quote')
    expect((await events('ask')).map(({ detail }) => detail.question)).toEqual(['quote'])
  })

  test('nothing of an index becomes markup, and no address but a page is a link', async ({ page }) => {
    await openSite(page, { ...PAGE, query: '?q=hostile' })
    await expect(page.getByText('<img src=x onerror="document.title').first()).toBeVisible()
    expect(await page.locator('.page a').evaluateAll((links) => links.map((link) => /** @type {HTMLAnchorElement} */ (link).protocol))).toEqual(['https:'])
    expect(await page.title()).toBe('Site')
  })

  test('at 320 pixels nothing scrolls sideways, in Turkish and dark', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 256 })
    const style = 'html { color-scheme: dark; background: #101217; color: #eee } main { padding: 4px }'
    await openSite(page, { ...PAGE, query: '?q=long', lang: 'tr', style })
    await expect(results(page)).toHaveCount(3)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await expectAccessible(page)
    await ask(page, 'many')
    await expect(page.getByRole('group', { name: 'Bölüm' })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    const small = await page.locator('.page').evaluate((element) => Array.from(element.querySelectorAll('a, button'))
      .filter((target) => { const { height } = target.getBoundingClientRect(); return height > 0 && height < 24 }).map(({ outerHTML }) => outerHTML))
    expect(small).toEqual([])
    await expectAccessible(page)
  })
})

test.describe('the way to it', () => {
  test('a box that names the page of results links to it with the question', async ({ page }) => {
    await openSite(page, { attributes: 'results="/search/?theme=1"' })
    await askInBox(page, 'fact & figures')
    const link = page.getByRole('link', { name: 'All results for “fact & figures”' })
    await expect(link).toHaveAttribute('href', `${ORIGIN}/search/?theme=1&q=fact+%26+figures`)
    await expectAccessible(page)
    await combobox(page).fill('h1b')
    await expect(page.getByRole('link', { name: 'All results for “h1b”' })).toBeVisible()
    await link.or(page.getByRole('link', { name: 'All results for “h1b”' })).click()
    await page.waitForURL(`${ORIGIN}/search/?theme=1&q=h1b`)
  })

  for (const attributes of ['', 'results="javascript:alert(1)"']) {
    test(`no page of results, no link: ${attributes}`, async ({ page }) => {
      await openSite(page, { attributes })
      await askInBox(page, 'fact')
      await expect(panel(page).getByText('Pages', { exact: true })).toBeVisible()
      await expect(page.getByRole('link', { name: /All results/ })).toHaveCount(0)
    })
  }
})
