/**
 * The box as a button in a page's header, as `soru build --inject` puts it there: its place, its colours, the search that
 * it replaces, and pages that a script draws.
 */
import { expect, test } from '@playwright/test'
import { expectAccessible, input } from './fixtures/box.js'
import { STRICT, goToSite, openSite, watchTrouble } from './fixtures/site.js'

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
const opener = (page) => page.getByRole('button', { name: /^Search/ })
/** @param {Page} page */
const dialog = (page) => page.getByRole('dialog')
const HEADER = { attributes: 'form="dialog" header' }
const LINKS = '<nav><a href="/a/">Boats</a> <a href="/b/">Piers</a></nav>'
const ROW = `
  header { display: flex; justify-content: space-between; align-items: center; background: #123a5c; padding: 8px }
  header a { color: #fff }
  body { margin: 0; color: #111; background: #fff }`
const NARROW = { width: 390, height: 700 }

/** @param {Page} page */
async function place(page) {
  const [box, nav] = await Promise.all([opener(page).boundingBox(), page.locator('nav').boundingBox()])
  if (!box) throw new Error('the button is not on the page')
  return { box, nav }
}

test('the button stands before the menu, and both are where the menu was', async ({ page }) => {
  const trouble = await watchTrouble(page)
  await openSite(page, { ...HEADER, style: ROW, body: `<header><a href="/">Harbour</a>{element}${LINKS}</header>` })
  await expect.poll(async () => {
    const { box, nav } = await place(page)
    return Math.round((nav?.x ?? 0) - box.x - box.width)
  }).toBeLessThan(20)
  const { nav } = await place(page)
  expect((nav?.x ?? 0) + (nav?.width ?? 0)).toBeGreaterThan(1200)
  await expect(opener(page)).toHaveCSS('color', 'rgb(255, 255, 255)')
  await expectAccessible(page)
  expect(trouble).toEqual([])
})

test('on a telephone it is an icon with a name, and stays where the menu is folded', async ({ page }) => {
  await page.setViewportSize(NARROW)
  const style = `${ROW} @media (max-width: 600px) { .menu { display: none } }`
  await openSite(page, { ...HEADER, style, body: `<header><a href="/">Harbour</a><div class="menu">${LINKS}{element}</div></header>` })
  await expect(opener(page)).toBeVisible()
  await expect(page.locator('header > soru-search')).toHaveCount(1)
  await expect.poll(async () => (await opener(page).boundingBox())?.width).toBe(44)
  const box = await opener(page).boundingBox()
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(390)
  await expectAccessible(page)
})

test('a strict policy and a header without a row are enough', async ({ page }) => {
  const trouble = await watchTrouble(page)
  await openSite(page, { ...HEADER, csp: STRICT, body: '<header>{element}<h2>Harbour</h2><p>Boats and piers</p></header>' })
  await expect.poll(async () => (await opener(page).boundingBox())?.x).toBeGreaterThan(1000)
  expect(trouble).toEqual([])
})

for (const [background, scheme] of [['#101418', 'dark'], ['#fafafa', 'light']]) {
  test(`its dialog is ${scheme} on a page that is ${scheme} without saying so`, async ({ page }) => {
    const style = `body { background: ${background}; color: #888 }`
    await openSite(page, { ...HEADER, style, body: '<header>{element}</header>' })
    await opener(page).click()
    await expect(dialog(page)).toHaveCSS('color-scheme', scheme)
  })
}

test.describe('in the place of an older search', () => {
  const OLD = '<form role="search" action="/find"><input type="search" name="q" aria-label="Find"></form>'
  const KEYS = `document.addEventListener('keydown', (event) => {
    if (event.key === '/' || event.key === 'k') { event.preventDefault(); document.body.dataset.old = 'opened' }
  }, true)`

  test('its keys lead to the box, and the scripts of the older one do not see them', async ({ page }) => {
    await openSite(page, { attributes: 'form="dialog" header instead="form"', children: OLD, body: '<header>{element}</header>' })
    await page.evaluate(KEYS)
    await expect(page.getByRole('searchbox', { name: 'Find' })).toBeHidden()
    for (const keys of ['/', 'Control+k']) {
      await page.keyboard.press(keys)
      await expect(input(page)).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toBeHidden()
    }
    await expect(page.locator('body')).not.toHaveAttribute('data-old')
  })

  test('a box beside it leaves it its keys', async ({ page }) => {
    await openSite(page, { ...HEADER, body: `<header>${OLD}{element}</header>` })
    await page.evaluate(KEYS)
    await page.keyboard.press('/')
    await expect(page.locator('body')).toHaveAttribute('data-old', 'opened')
    await expect(dialog(page)).toBeHidden()
  })

  test('visitors without scripts still have the older one', async ({ browser }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    const page = await context.newPage()
    await goToSite(page, { attributes: 'form="dialog" header instead="form"', children: OLD, body: '<header>{element}</header>' })
    await expect(page.getByRole('searchbox', { name: 'Find' })).toBeVisible()
    await context.close()
  })
})

test.describe('in a header that a script draws', () => {
  const DRAWN = `<div id="app"><header><a href="/">Harbour</a><div class="old">Old search</div>${LINKS}</header></div>`
  const attributes = 'form="dialog" header=".old" instead=".old"'

  test('the box goes to its place, and back there when the header is drawn again', async ({ page }) => {
    await openSite(page, { attributes, body: `{element}${DRAWN}` })
    await expect(page.locator('header > soru-search')).toHaveCount(1)
    await expect(page.locator('header > soru-search + .old')).toBeHidden()
    await page.locator('#app').evaluate((app) => { app.innerHTML = app.innerHTML.replace(/<soru-search.*<\/soru-search>/, '').replace(/ style="[^"]*"/, '') })
    await expect(page.locator('header > soru-search')).toHaveCount(1)
    await expect(page.locator('header > soru-search + .old')).toBeHidden()
    await opener(page).click()
    await expect(input(page)).toBeFocused()
  })

  test('a dialog that a visitor opens before stays open, and the box goes to its place with the focus', async ({ page }) => {
    await page.addInitScript(() => {
      window.requestIdleCallback = (then) => { Object.assign(window, { place: then }); return 0 }
    })
    await openSite(page, { attributes, body: `{element}${DRAWN}` })
    await opener(page).click()
    await expect(input(page)).toBeFocused()
    await page.waitForFunction(() => 'place' in window)
    await page.evaluate(() => /** @type {{ place: () => void }} */ (/** @type {unknown} */ (window)).place())
    await expect(page.locator('header > soru-search')).toHaveCount(0)
    await expect(input(page)).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.locator('header > soru-search')).toHaveCount(1)
    await expect(opener(page)).toBeFocused()
  })

  test('a box that a script takes away stays away', async ({ page }) => {
    await openSite(page, { attributes, body: `{element}${DRAWN}` })
    await expect(page.locator('header > soru-search')).toHaveCount(1)
    await page.locator('soru-search').evaluate((box) => box.remove())
    await page.locator('nav').evaluate((nav) => nav.append('more'))
    await expect(page.locator('soru-search')).toHaveCount(0)
  })

  test('a selector that is none is reported, and the box works where it is', async ({ page }) => {
    const said = page.waitForEvent('console', (message) => message.text().startsWith('Soru: header="..a"'))
    await openSite(page, { attributes: 'form="dialog" header="..a"', body: `{element}${DRAWN}` })
    await said
    await opener(page).click()
    await expect(input(page)).toBeFocused()
  })
})
