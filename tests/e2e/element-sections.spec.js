/**
 * Whole sections: a long one is folded around its best sentence, its program text keeps its lines, and where nothing
 * is asserted the best sentence of each section is marked.
 */
import { expect, test } from '@playwright/test'
import { answerCard, ask, expectAccessible, options, panel, settled } from './fixtures/box.js'
import { ORIGIN, openSite } from './fixtures/site.js'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('@playwright/test').Locator} Locator */

/** @param {Page} page */
const quotation = (page) => answerCard(page).locator('blockquote')
/** @param {Page} page */
const best = (page) => answerCard(page).locator('[part~=highlight]')
/** @param {Page} page */
const showAll = (page) => page.getByRole('button', { name: 'Show all' })

/** @param {Locator} part */
async function box(part) {
  return /** @type {{ x: number, y: number, width: number, height: number }} */ (await part.boundingBox())
}

/**
 * The box of a part that has stopped moving: its card slides in.
 * @param {Locator} part
 */
async function boxAtRest(part) {
  let last = await box(part)
  await expect(async () => {
    const before = last
    last = await box(part)
    expect(last).toEqual(before)
  }).toPass()
  return last
}

/**
 * Whether all lines of the best sentence are within the quotation.
 * @param {Page} page
 */
async function isBestInView(page) {
  const [frame, sentence] = await Promise.all([box(quotation(page)), box(best(page))])
  return sentence.y >= frame.y && sentence.y + sentence.height <= frame.y + frame.height
}

for (const width of [320, 390, 1280]) {
  test(`a long section is folded to eight lines with its best sentence in view: ${width} pixels`, async ({ page }) => {
    await page.setViewportSize({ width, height: 844 })
    await openSite(page)
    await ask(page, 'section')
    await expect(showAll(page)).toHaveAttribute('aria-expanded', 'false')
    await settled(page)
    const line = await quotation(page).evaluate((element) => parseFloat(getComputedStyle(element).lineHeight))
    expect((await box(quotation(page))).height).toBeLessThanOrEqual(8 * line + 1)
    expect(await isBestInView(page)).toBe(true)
    await expectAccessible(page)
  })
}

test('a section is shown whole by mouse or keyboard, keeps the focus, and nothing that is read moves', async ({ page }) => {
  await openSite(page)
  await ask(page, 'section')
  await settled(page)
  await showAll(page).focus()
  const [before, folded] = [await boxAtRest(best(page)), await box(quotation(page))]
  await showAll(page).press('Enter')
  const less = page.getByRole('button', { name: 'Show less' })
  await expect(less).toHaveAttribute('aria-expanded', 'true')
  await expect(less).toBeFocused()
  expect((await boxAtRest(best(page))).y).toBeCloseTo(before.y, 0)
  const isAllShown = () => quotation(page).evaluate(({ scrollHeight, clientHeight }) => scrollHeight <= clientHeight)
  expect(await isAllShown()).toBe(true)
  await expectAccessible(page)
  await less.press(' ')
  await expect(showAll(page)).toBeFocused()
  expect((await box(quotation(page))).height).toBeCloseTo(folded.height, 0)
  expect(await isBestInView(page)).toBe(true)
})

test('a short section has no button, also after the window became wide enough for it', async ({ page }) => {
  await openSite(page)
  await ask(page, 'passage')
  await expect(quotation(page)).toBeVisible()
  await expect(showAll(page)).toHaveCount(0)
  await page.setViewportSize({ width: 320, height: 844 })
  await expect(showAll(page)).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 844 })
  await expect(showAll(page)).toHaveCount(0)
})

test('a Turkish box folds in Turkish', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await openSite(page, { lang: 'tr', attributes: 'theme="dark"' })
  await ask(page, 'bölüm')
  await page.getByRole('button', { name: 'Tümünü göster' }).click()
  await expect(page.getByRole('button', { name: 'Daha az göster' })).toBeVisible()
  await expectAccessible(page)
})

test('on paper a section is whole', async ({ page }) => {
  await openSite(page)
  await ask(page, 'section')
  await expect(showAll(page)).toBeVisible()
  const [first, folded] = [quotation(page).locator('p').first(), await box(quotation(page))]
  await page.emulateMedia({ media: 'print' })
  await expect(showAll(page)).toHaveCount(0)
  const frame = await box(quotation(page))
  expect(frame.height).toBeGreaterThan(folded.height + 100)
  expect((await box(first)).y).toBeGreaterThanOrEqual(frame.y)
})

test('on paper there is no field without a question, and no button of a dialog', async ({ page }) => {
  await openSite(page, { body: '{element}<div id="dialog"><soru-search form="dialog"></soru-search></div><div id="page"><soru-search form="page"></soru-search></div>' })
  const [opener, frames] = [page.locator('#dialog .opener'), [page.locator('main > soru-search .frame'), page.locator('#page .frame:not(.page)')]]
  const heights = async () => Promise.all(frames.map(async (frame) => (await box(frame)).height))
  await expect(opener).toBeVisible()
  expect(Math.min(...await heights())).toBeGreaterThan(30)
  await page.locator('main > soru-search input').focus()
  await page.emulateMedia({ media: 'print' })
  await expect(opener).toBeHidden()
  expect(await heights()).toEqual([1, 1])
  await page.emulateMedia({ media: 'screen' })
  await expect(page.locator('main > soru-search input')).toBeFocused()
  await page.locator('main > soru-search').evaluate((/** @type {any} */ box) => box.ask('fact'))
  await page.emulateMedia({ media: 'print' })
  await expect(page.locator('main > soru-search .card')).toBeVisible()
  expect((await heights())[0]).toBeGreaterThan(30)
})

test('on paper an open dialog is whole, and so is the page below it', async ({ page }) => {
  await page.setViewportSize({ width: 900, height: 500 })
  await openSite(page, { attributes: 'form="dialog"', style: 'main { min-height: 3000px }' })
  await page.keyboard.press('/')
  await ask(page, 'section')
  await expect(showAll(page)).toBeVisible()
  await page.emulateMedia({ media: 'print' })
  const cut = (/** @type {Element} */ element) => element.scrollHeight - element.clientHeight
  expect(await page.locator('dialog').evaluate(cut)).toBeLessThanOrEqual(0)
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflowY)).toBe('visible')
})

test('a page of results folds a section too', async ({ page }) => {
  await openSite(page, { attributes: 'form="page"', query: '?q=section' })
  const card = page.locator('soru-search .page .card')
  await card.getByRole('button', { name: 'Show all' }).click()
  await expect(card.getByRole('button', { name: 'Show less' })).toBeFocused()
})

test('program text keeps its lines, and neither prose nor a list becomes a program', async ({ page }) => {
  await openSite(page)
  await ask(page, 'section')
  const programs = quotation(page).locator('[part=code]')
  await expect(programs).toHaveCount(2)
  const [settings, shell] = await programs.evaluateAll((all) => all.map(({ textContent }) => textContent))
  expect(settings).toMatch(/^server \{\n {4}listen 443 ssl;\n\n {4}location[^]*\n\}\ndef main\(\):\n {4}print\("a \| b"\)\n {4}return 0$/)
  expect(shell).toBe('$ sudo systemctl restart server\n$ curl -I https://localhost | head -n 1')
  await expect(programs.first()).toHaveCSS('white-space', 'pre-wrap')
  await expect(quotation(page).locator('p')).toHaveText([/^The server reads/, /^Write the settings/, /^Then restart/, /^Some settings/])
  await expect(quotation(page).getByRole('table')).toHaveCount(0)
})

test('the heading of a section leads to its place, and nothing in it looks like a link', async ({ page }) => {
  await openSite(page)
  await ask(page, 'section')
  await expect(answerCard(page).getByRole('link')).toHaveCount(1)
  await expect(answerCard(page).getByRole('link')).toHaveAttribute('href', `${ORIGIN}/en/h1b.html#cap:~:text=Sending`)
  await expect(quotation(page).getByRole('listitem')).toHaveText([/^Only the owner/, 'All settings', /^Settings in/])
})

test('where nothing is asserted, the best sentence of each section is marked, and nothing else', async ({ page }) => {
  await openSite(page)
  await ask(page, 'best')
  await expect(options(page)).toHaveCount(3)
  for (const [at, sentence] of [/^Congress has set .* or higher\.$/, /^Kongre yıllık .* vardır\.$/, /^Congress has set/].entries()) {
    expect((await options(page).nth(at).locator('mark').allInnerTexts()).join('')).toMatch(sentence)
  }
})

test('further sections of a page are links below its best one', async ({ page }) => {
  await openSite(page)
  await ask(page, 'further')
  await expect(options(page)).toHaveCount(4)
  const further = options(page).nth(1)
  await expect(further).toHaveAttribute('href', `${ORIGIN}/en/h1b.html#exempt`)
  await expect(further.locator('.path')).toHaveText('Exempt employers')
  const [whole, link] = await Promise.all([box(options(page).first()), box(further)])
  expect(link.height).toBeLessThan(whole.height / 1.5)
  await expect(panel(page).locator('.option.hit:not(.further)')).toHaveCount(3)
})

const PROGRAMS = [
  'services:\n  web:\n    image: nginx',
  'let x = &mut [0; 4];',
  'if (ready) {\n  start()\n}',
  '<Location "/mysite">\n\tRequire all\n</Location>',
  '$ make install',
  'total = price[0] * count',
  'def main():\n    return 0',
  '$ ls\nreadme  source\n$ cd source',
  'FROM_ALL=$pages;',
]
const PROSE = [
  'The fee is $780; small employers pay $460.',
  'Name: ____________',
  '[1] Law of 4 May.',
  'Home > Fees > Dorm',
  'Q&A; R&D',
  'https://site.example/?a=1&b=2',
  '• Item {x}={y};',
  'Unit | Fee | x=1;',
  'Send the form(s):\n  by mail\n  by hand',
  'Fees: 5',
  'C++ and C#',
]

/**
 * Which lines of each text are program text.
 * @param {Page} page
 * @param {string[]} texts
 */
async function programLines(page, texts) {
  await openSite(page)
  return page.evaluate(async (texts) => {
    const { programLines } = await import(String(new URL('/soru/box/code-lines.js', location.href)))
    return texts.map((text) => /** @type {boolean[]} */ (programLines(text.split('\n'))))
  }, texts)
}

test('program text is recognised', async ({ page }) => {
  const found = await programLines(page, PROGRAMS.map((program) => `Before it.\n${program}\nAfter it.`))
  for (const [at, program] of PROGRAMS.entries()) {
    expect.soft(found[at], program).toEqual([false, ...program.split('\n').map(() => true), false])
  }
})

test('prose is no program', async ({ page }) => {
  const found = await programLines(page, PROSE)
  for (const [at, prose] of PROSE.entries()) expect.soft(found[at], prose).not.toContain(true)
})
