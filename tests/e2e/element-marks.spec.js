/**
 * The words of a question are marked on the page that a visitor opens from the list, until the visitor ends it.
 */
import { expect, test } from '@playwright/test'
import { ask, expectAccessible, input, options } from './fixtures/box.js'
import { ORIGIN, STRICT, openSite } from './fixtures/site.js'

/** @typedef {import('@playwright/test').Page} Page */

const TEXT = '<p id="text">The Annual CAP of <b>H-1B</b> visas: annual, annually, án­nual, biannual, capable. 東京都の年間上限</p>'
  + '<script>"annual cap"</script><textarea aria-label="Area">annual</textarea><nav>annual</nav><p hidden>annual</p>'

/** @param {Page} page @param {string} [head] @param {string} [attributes] */
async function serveTarget(page, head = '<script type="module" src="/soru/soru-search.js"></script>', attributes = '') {
  const serve = (/** @type {import('@playwright/test').Route} */ route) => route.fulfill({
    contentType: 'text/html; charset=utf-8',
    headers: { 'content-security-policy': STRICT },
    body: `<!doctype html><html lang="en"><head><title>H-1B</title>${head}</head><body><main><h1 id="cap">Visas</h1>${TEXT}</main><soru-search ${attributes}></soru-search></body></html>`,
  })
  await page.route(`${ORIGIN}/en/h1b.html`, serve)
  // Other tabs.
  await page.context().route(`${ORIGIN}/en/h1b.html`, serve)
}

/** @param {Page} page */
const marked = (page) => page.evaluate(() => [...CSS.highlights.get('soru-words') ?? []].map(String))
/** @param {Page} page */
const off = (page) => page.getByRole('button', { name: 'Hide highlighted words' })

test('words are marked in any case and with endings, in what is read, and the page stays as it is', async ({ page }) => {
  await openSite(page)
  await serveTarget(page)
  await ask(page, 'fact')
  await options(page).first().click()
  await expect(page).toHaveURL(`${ORIGIN}/en/h1b.html#cap`)
  await expect(off(page)).toBeVisible()
  // The words of the passages: "cap", "H-1B", and those of the others.
  expect(await marked(page)).toEqual(['CAP', '1B'])
  expect(await page.locator('#text').innerHTML()).toBe(TEXT.slice('<p id="text">'.length, TEXT.indexOf('</p>')))
  await expectAccessible(page)
  // Once: the next visitor of this computer, and a reload, see the page without.
  await page.reload()
  await page.locator('soru-search').evaluate((element) => customElements.whenDefined(element.localName))
  await page.waitForTimeout(300)
  expect(await marked(page)).toEqual([])
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('the button stays when the form of the box loads later', async ({ page }) => {
  await openSite(page)
  await serveTarget(page, '<script type="module" src="/soru/soru-search.js"></script>', 'form="dialog"')
  await page.route('**/form-dialog.js', async (route) => { await new Promise((resolve) => setTimeout(resolve, 700)); await route.fallback() })
  await ask(page, 'fact')
  await options(page).first().click()
  await expect(page.getByRole('button', { name: /^Search/ })).toBeVisible()
  await expect(off(page)).toBeVisible()
  await off(page).click()
  await expect(off(page)).toHaveCount(0)
  await expect(page.getByRole('button', { name: /^Search/ })).toBeVisible()
})

for (const [how, end] of /** @type {const} */ ([
  ['the button', (/** @type {Page} */ page) => off(page).click()],
  ['Escape', (/** @type {Page} */ page) => page.keyboard.press('Escape')],
])) {
  test(`${how} ends it`, async ({ page }) => {
    await openSite(page)
    await serveTarget(page)
    await input(page).pressSequentially('h1b')
    await options(page).first().click()
    await expect(off(page)).toBeVisible()
    await end(page)
    await expect(off(page)).toHaveCount(0)
    expect(await marked(page)).toEqual([])
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
  })
}

test('a link that opens another tab marks there', async ({ page, context }) => {
  await openSite(page)
  await serveTarget(page)
  await context.route(`${ORIGIN}/soru/**`, async (route) => {
    // As the first page has it.
    const response = await page.evaluate(async (url) => {
      const answer = await fetch(url)
      return { body: await answer.text(), type: answer.headers.get('content-type') ?? '' }
    }, route.request().url())
    await route.fulfill({ contentType: response.type, body: response.body })
  })
  await ask(page, 'fact')
  await expect(options(page).first()).toBeVisible()
  const [tab] = await Promise.all([context.waitForEvent('page'), options(page).first().click({ modifiers: ['ControlOrMeta'] })])
  await expect(off(tab)).toBeVisible()
})

test('a place on the same page is marked without loading it again', async ({ page }) => {
  await openSite(page, { body: `{element}${TEXT}` })
  await page.evaluate(() => document.addEventListener('click', () => history.replaceState(null, '', '/')))
  await page.locator('soru-search').evaluate((box) => box.dispatchEvent(new CustomEvent('soru-select', {
    detail: { url: `${location.origin}/#text`, hit: { excerpt: 'An annual cap', marks: [[3, 9]] } },
  })))
  await expect(off(page)).toBeVisible()
  expect(await marked(page)).toEqual(['Annual', 'annual', 'annually'])
})

test('scripts without spaces are marked within their runs', async ({ page }) => {
  await openSite(page, { body: `{element}${TEXT}` })
  await page.locator('soru-search').evaluate((box) => box.dispatchEvent(new CustomEvent('soru-select', {
    detail: { url: location.href, hit: { excerpt: '年間の上限', marks: [[0, 2], [3, 5]] } },
  })))
  await expect.poll(() => marked(page)).toEqual(['年間', '上限'])
})

test('the attribute turns it off, and so do other sites, a prevented choice and a page without the box', async ({ page }) => {
  const stored = () => page.evaluate(() => localStorage.length)
  await openSite(page, { attributes: 'marks="off"' })
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
  await ask(page, 'fact')
  await options(page).first().click()
  expect(await stored()).toBe(0)
  await openSite(page)
  await page.evaluate(() => addEventListener('click', (event) => event.preventDefault()))
  await ask(page, 'fact')
  await options(page).last().click() // of another host
  expect(await stored()).toBe(0)
  await page.evaluate(() => document.addEventListener('soru-select', (event) => event.preventDefault()))
  await ask(page, 'fact')
  await options(page).first().click()
  expect(await stored()).toBe(0)
})

test('what else is in the storage is no trouble', async ({ page }) => {
  await openSite(page)
  await serveTarget(page)
  for (const value of ['{', '[]', '{"page":7}', '{"page":"https://soru.test/en/h1b","words":"annual","until":9e15}', '{"page":"https://soru.test/en/h1b","words":["annual"],"until":1}']) {
    await page.evaluate((value) => localStorage.setItem('soru-marks', value), value)
    await page.goto(`${ORIGIN}/en/h1b.html`)
    await page.locator('soru-search').evaluate((element) => customElements.whenDefined(element.localName))
    await page.waitForTimeout(150)
    expect(await marked(page), value).toEqual([])
  }
})

test('in Turkish, dark and from right to left the button is there', async ({ page }) => {
  await openSite(page, { lang: 'tr', body: `{element}${TEXT}`, style: 'html { color-scheme: dark; background: #101217; color: #eee }' })
  await page.evaluate(() => { document.documentElement.dir = 'rtl' })
  await page.locator('soru-search').evaluate((box) => box.dispatchEvent(new CustomEvent('soru-select', {
    detail: { url: location.href, hit: { excerpt: 'annual', marks: [[0, 6]] } },
  })))
  const button = page.getByRole('button', { name: 'Vurgulanan sözcükleri gizle' })
  await expect(button).toBeVisible()
  await expectAccessible(page)
  expect((await button.boundingBox())?.x).toBeLessThan(40)
})
