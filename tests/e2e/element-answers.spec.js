/**
 * The forms of an answer: a checked fact, a quotation under its heading, the best sections, or nothing. They
 * differ without reading and without colour, and screen readers announce each.
 */
import { expect, test } from '@playwright/test'
import { answerCard, ask, expectAccessible, options, panel } from './fixtures/box.js'
import { ORIGIN, openSite } from './fixtures/site.js'

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const status = (page) => page.getByRole('status')
/** @param {Page} page */
const highlight = (page) => answerCard(page).locator('[part~=highlight]')
/** @param {Page} page */
const best = (page) => panel(page).locator('[part~=best-matches]')

/** The number of full bars, and of faint ones. @param {Page} page */
const bars = (page) => answerCard(page).locator('.bars path').evaluateAll((paths) =>
  paths.map((path) => [path.getAttribute('opacity'), (path.getAttribute('d')?.match(/M/g) ?? []).length]))

test('a checked answer has a seal on a solid band, its day in it, and its source', async ({ page }) => {
  await openSite(page)
  await ask(page, 'fact')
  const card = page.getByRole('region', { name: 'Checked answer' })
  const head = card.locator('.card-head')
  await expect(head).toHaveText('Checked answerChecked on 15 January 2026')
  const [band, below] = await Promise.all([head, card].map((part) => part.evaluate((element) => getComputedStyle(element).backgroundColor)))
  expect(band).not.toBe(below)
  await expect(card.getByRole('link', { name: 'USCIS: H-1B cap season' })).toBeVisible()
  await expect(panel(page).locator('blockquote, [part~=highlight]')).toHaveCount(0)
  await expect(status(page)).toHaveText(/^Checked answer: 85,000 visas .* higher\. Source: USCIS: H-1B cap season\. 3 pages$/)
  await expectAccessible(page)
})

test('a quotation is shown under its page and heading, with its best sentence marked', async ({ page }) => {
  await openSite(page)
  await ask(page, 'passage')
  const card = page.getByRole('region', { name: 'From the site' })
  const heading = card.getByRole('link', { name: 'H-1B work visas › Annual cap' })
  await expect(heading).toHaveAttribute('href', `${ORIGIN}/en/h1b.html#cap:~:text=Congress%20has`)
  await expect(card.locator('blockquote')).toHaveText(/^The number of H-1B visas .* any time of the year\.$/)
  await expect(card.locator('mark')).toHaveCount(1)
  await expect(highlight(page)).toHaveText(/^Congress has set .* or higher\.$/)
  const [above, text] = await Promise.all([heading.boundingBox(), card.locator('blockquote').boundingBox()])
  expect(Number(above?.y)).toBeLessThan(Number(text?.y))
  await expect(card.locator('[part=url]')).toHaveText('h1b')
  await expectAccessible(page)
})

test('of a long quotation the best sentence is announced, with its source', async ({ page }) => {
  await openSite(page)
  await ask(page, 'passage')
  await expect(status(page)).toHaveText(
    /^From the site: Congress has set [^.]* or higher\. Source: H-1B work visas\. 3 pages$/,
  )
})

test('the sentence that fits best may be an item of a list, or a row of a table', async ({ page }) => {
  await openSite(page)
  await ask(page, 'list')
  await expect(answerCard(page).getByRole('listitem')).toHaveCount(3)
  await expect(highlight(page)).toHaveText('The approval notice of the labour condition application.')
  await expect(status(page)).toContainText('From the site: The approval notice')
  await ask(page, 'table')
  await expect(answerCard(page).getByRole('table')).toHaveCount(1)
  await expect(answerCard(page).getByRole('columnheader')).toHaveText(['Unit', 'Annual fee', 'Students'])
  await expect(highlight(page)).toHaveText(['Law', '395 €', '1,200'])
  await expectAccessible(page)
})

test('rows that name their columns are in one table if the columns are the same', async ({ page }) => {
  await openSite(page)
  await ask(page, 'rows')
  await expect(answerCard(page).getByRole('table')).toHaveCount(1)
  await expect(answerCard(page).getByRole('columnheader')).toHaveText(['Unit', 'Fee'])
  await expect(answerCard(page).getByRole('cell')).toHaveText(['Law', '395 €', 'Medicine', '1,250 €'])
})

for (const [width, isStacked] of /** @type {[number, boolean][]} */ ([[320, true], [390, true], [1280, false]])) {
  test(`a row that is too wide for its card has a line for each cell, and no word of it breaks: ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 900 })
    await openSite(page)
    await ask(page, 'staff')
    const cells = answerCard(page).getByRole('cell')
    await expect(cells).toHaveText(['Prof. Nermin Akyıldırım (Head)', 'MÜH-301', 'Tuesday 10:00–12:00', 'nermin@site.example'])
    await expect(answerCard(page).getByRole('columnheader')).toHaveCount(isStacked ? 0 : 4)
    const name = cells.nth(1).evaluate((cell) => [getComputedStyle(cell, '::before').content, getComputedStyle(cell).display])
    expect(await name).toEqual(isStacked ? ['"Office: "', 'block'] : ['none', 'table-cell'])
    const heights = await answerCard(page).locator('td .whole-cell').evaluateAll((all) => all.map(({ offsetHeight }) => offsetHeight))
    expect(Math.max(...heights), 'of one line').toBeLessThan(32)
    await expectAccessible(page)
  })
}

for (const [question, count, line] of /** @type {[string, number, string][]} */ ([
  ['passage', 3, 'solid'], ['unsure', 1, 'dotted'],
])) {
  test(`confidence has as many bars as it is high, and another line: ${question}`, async ({ page }) => {
    await openSite(page)
    await ask(page, question)
    await expect(answerCard(page)).toBeVisible()
    expect(await bars(page)).toEqual([['1', count], ...(count < 3 ? [['0.3', 3 - count]] : [])])
    await expect(answerCard(page).locator('blockquote')).toHaveCSS('border-left-style', line)
  })
}

test('where nothing is asserted, the sections that fit best are there to read, and no card', async ({ page }) => {
  await openSite(page)
  await ask(page, 'best')
  await expect(best(page)).toHaveText('No sure answer.Contact us')
  await expect(panel(page).getByText('These sections fit best', { exact: true })).toBeVisible()
  await expect(panel(page).getByText('No answer found')).toHaveCount(0)
  await expect(panel(page).locator('.card, strong')).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', `${ORIGIN}/en/contact.html`)
  await expect(status(page)).toHaveText('No sure answer. These sections fit best: 3.')
  const first = options(page).first()
  await expect(first).toHaveText(/^H-1B work visasAnnual cap.*h1b$/)
  const { all, seen } = await first.locator('.excerpt').evaluate(({ scrollHeight, clientHeight }) => ({ all: scrollHeight, seen: clientHeight }))
  expect(seen).toBeGreaterThanOrEqual(all)
  await expectAccessible(page)
})

test('an option is named by its page and heading, and described in a few words, however long its passage', async ({ page }) => {
  await openSite(page)
  await ask(page, 'best')
  const first = options(page).first()
  await expect(first).toHaveAccessibleName(/^H-1B work visas › Annual cap The annual cap is 65,000 .{100,160} h1b$/)
  expect((await first.locator('.excerpt').innerText()).length).toBeGreaterThan(300)
  // The sentence begins in the description and ends after it.
  expect((await first.locator('mark').allInnerTexts()).join('')).toMatch(/^Congress has set .* degree or higher\.$/)
})

test('sections that hardly fit are not presented as fitting', async ({ page }) => {
  await openSite(page)
  await ask(page, 'none such')
  await expect(panel(page).locator('[part~=no-answer]')).toContainText('Nothing on this site seems to answer that.')
  await expect(panel(page).getByText('fit best')).toHaveCount(0)
  await expect(status(page)).toHaveText('No answer found. Closest pages: 3 pages')
})

test('the messages for no results and for no certain answer differ', async ({ page }) => {
  await openSite(page)
  await ask(page, 'alone')
  await expect(panel(page).locator('[part~=no-answer]')).toContainText('Nothing on this site matches. Try different or fewer words.')
  await expect(options(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Contact us' })).toBeVisible()
  await expect(status(page)).toHaveText('No answer found. Nothing on this site matches. Try different or fewer words.')
})

test('a question in a language that the site lacks is said to be searched, not to have no answer', async ({ page }) => {
  await openSite(page)
  await ask(page, 'abroad')
  const card = panel(page).locator('[part~=no-answer]')
  await expect(card).toContainText('The pages here are in English, TurkishThey were searched for your words.')
  await expect(panel(page).getByText('No answer found')).toHaveCount(0)
  await expect(status(page)).toHaveText(/^The pages here are in English, Turkish\. They were searched/)
})

test('a Turkish box has all texts in Turkish', async ({ page }) => {
  await openSite(page, { lang: 'tr' })
  await ask(page, 'parça')
  await expect(page.getByRole('region', { name: 'Siteden alıntı' })).toContainText('H-1B çalışma vizesiKontenjan')
  await expect(highlight(page)).toHaveText(/^Kongre yıllık kontenjanı .* vardır\.$/)
  await expect(status(page)).toContainText('Siteden alıntı: Kongre yıllık')
  await ask(page, 'best')
  await expect(best(page)).toContainText('Kesin bir yanıt bulunamadı.')
  await expect(panel(page).getByText('En uygun bölümler', { exact: true })).toBeVisible()
  await ask(page, 'yok')
  await expect(panel(page).getByText('Yanıt bulunamadı')).toBeVisible()
  await expect(panel(page).getByText('En yakın sayfalar', { exact: true })).toBeVisible()
})

test('a page of results distinguishes the same three', async ({ page }) => {
  await openSite(page, { attributes: 'form="page"', query: '?q=best' })
  const results = page.locator('soru-search .page')
  await expect(results.locator('[part~=best-matches]')).toBeVisible()
  await expect(results.getByRole('heading', { name: 'These sections fit best' })).toBeVisible()
})

test('thanks are answered politely, a greeting with an invitation, and neither has a page of results', async ({ page }) => {
  await openSite(page, { attributes: 'results="/search/"' })
  await ask(page, 'thanks')
  await expect(panel(page).getByText('You’re welcome!')).toBeVisible()
  await ask(page, 'hello')
  await expect(panel(page).getByText('Ask a question, and')).toBeVisible()
  await ask(page, 'alone')
  await expect(panel(page).getByText('No answer found')).toBeVisible()
  await expect(page.getByRole('link', { name: /All results/ })).toHaveCount(0)
})

test('a language may have its own contact page', async ({ page }) => {
  const texts = JSON.stringify({ tr: { contactUrl: 'tr/iletisim.html' } })
  await openSite(page, { lang: 'tr', bundle: { texts } })
  await ask(page, 'alone')
  await expect(page.getByRole('link', { name: 'Bize ulaşın' })).toHaveAttribute('href', `${ORIGIN}/tr/iletisim.html`)
})

test('a source in another language than the page is marked', async ({ page }) => {
  await openSite(page)
  await ask(page, 'parça')
  const heading = answerCard(page).locator('[part=heading]')
  await expect(heading.locator('[part=language]')).toHaveText('Turkish')
  await expect(heading.locator('[part=title]')).toHaveAttribute('lang', 'tr')
  await expect(heading).not.toHaveAttribute('lang')
  await ask(page, 'olgu')
  await expect(page.getByRole('region', { name: 'Checked answer' }).locator('[part=language]')).toHaveText('Turkish')
  await ask(page, 'fact')
  await expect(page.getByRole('region', { name: 'Checked answer' }).locator('[part=language]')).toHaveCount(0)
})

test('content below the panel fades out, and all of it can be scrolled into view', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 500 })
  await openSite(page)
  await ask(page, 'best')
  await expect(options(page)).toHaveCount(3)
  const scroller = panel(page).locator('.scroller')
  expect(await scroller.evaluate((element) => getComputedStyle(element, '::after').position)).toBe('sticky')
  const gap = await scroller.evaluate((element) => {
    element.scrollTop = element.scrollHeight
    const last = /** @type {Element} */ (element.querySelector('.option:last-child .excerpt'))
    return element.getBoundingClientRect().bottom - last.getBoundingClientRect().bottom
  })
  expect(gap).toBeGreaterThanOrEqual(20)
})
