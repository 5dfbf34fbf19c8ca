/**
 * The element as a dialog behind a button, and the keys that open a box from anywhere on the page.
 */
import { expect, test } from '@playwright/test'
import { answerText, ask, expectAccessible, input, options, panel, settled } from './fixtures/box.js'
import { STRICT, openSite, watchTrouble } from './fixtures/site.js'

/** @param {import('@playwright/test').Page} page */
const dialog = (page) => page.getByRole('dialog')
/** @param {import('@playwright/test').Page} page */
const opener = (page) => page.getByRole('button', { name: /^(Search|Ara)/ })

const DIALOG = { attributes: 'form="dialog"' }
const TALL = 'main { min-height: 3000px }'

test.describe('dialog', () => {
  test('the button opens it with the focus in the input, labelled and apart from the page', async ({ page }) => {
    await openSite(page, { ...DIALOG, body: '{element}<button>Elsewhere</button>' })
    await expect(dialog(page)).toBeHidden()
    await expect(opener(page)).toHaveAttribute('aria-haspopup', 'dialog')
    await expectAccessible(page)
    await opener(page).click()
    await expect(page.getByRole('dialog', { name: 'Search this site' })).toBeVisible()
    await expect(input(page)).toBeFocused()
    await expect(panel(page).getByText('Try asking')).toBeVisible()
    await expect(page.getByRole('button', { name: 'Elsewhere' })).toHaveCount(1)
    await page.getByRole('button', { name: 'Elsewhere' }).click({ timeout: 300, trial: true }).then(
      () => { throw new Error('the page behind the dialog can be clicked') }, () => {})
    await expectAccessible(page)
  })

  test('R31, R32, R37: it shows answers, their absence and errors as the box on the page does', async ({ page }) => {
    await openSite(page, DIALOG)
    await opener(page).click()
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    await expect(options(page)).toHaveCount(3)
    await expect(page.getByRole('status')).toContainText('Checked answer: 85,000 visas')
    await expectAccessible(page)
    await ask(page, 'none')
    await expect(panel(page).getByText('No answer found')).toBeVisible()
    await expectAccessible(page)
    await ask(page, 'crash')
    await expect(panel(page).getByText('The search is not available right now')).toBeVisible()
    await expectAccessible(page)
  })

  for (const [how, close] of /** @type {const} */ ([
    ['Escape', (/** @type {import('@playwright/test').Page} */ page) => page.keyboard.press('Escape')],
    ['its button', (/** @type {import('@playwright/test').Page} */ page) => page.getByRole('button', { name: 'Close' }).click()],
    ['a click beside it', (/** @type {import('@playwright/test').Page} */ page) => page.mouse.click(5, 400)],
  ])) {
    test(`${how} closes it, and the focus is where it was`, async ({ page }) => {
      await openSite(page, { ...DIALOG, body: '<a href="#top">Link</a>{element}' })
      await page.getByRole('link', { name: 'Link' }).focus()
      await page.keyboard.press('/')
      await ask(page, 'fact')
      await expect(answerText(page)).toBeVisible()
      await close(page)
      await expect(dialog(page)).toBeHidden()
      await expect(page.getByRole('link', { name: 'Link' })).toBeFocused()
      await opener(page).click()
      await expect(input(page)).toHaveValue('fact')
      await expect(answerText(page)).toBeVisible()
      await close(page)
      await expect(opener(page)).toBeFocused()
    })
  }

  test('Escape on a link in it closes it too', async ({ page }) => {
    await openSite(page, DIALOG)
    await opener(page).click()
    await ask(page, 'fact')
    await page.getByRole('link', { name: 'USCIS: H-1B cap season' }).focus()
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
    await expect(opener(page)).toBeFocused()
  })

  test('text dragged out of it does not close it', async ({ page }) => {
    await openSite(page, DIALOG)
    await opener(page).click()
    await input(page).fill('a question')
    const box = /** @type {{ x: number, y: number }} */ (await input(page).boundingBox())
    await page.mouse.move(box.x + 30, box.y + 20)
    await page.mouse.down()
    await page.mouse.move(5, 400)
    await page.mouse.up()
    await expect(dialog(page)).toBeVisible()
  })

  test('the page below does not scroll and does not move', async ({ page }) => {
    await openSite(page, { ...DIALOG, style: `${TALL} h1 { text-align: center }` })
    const title = page.getByRole('heading', { name: 'Site', exact: true, includeHidden: true })
    const before = await title.boundingBox()
    await opener(page).click()
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    expect(await title.boundingBox()).toEqual(before)
    await page.mouse.move(5, 400)
    await page.mouse.wheel(0, 500)
    await page.waitForTimeout(200)
    expect(await page.evaluate(() => scrollY)).toBe(0)
    await page.keyboard.press('Escape')
    await expect.poll(async () => {
      await page.mouse.wheel(0, 500)
      return page.evaluate(() => scrollY)
    }).toBeGreaterThan(0)
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
  })

  test('a box that is taken away while its dialog is open gives the page back', async ({ page }) => {
    await openSite(page, { ...DIALOG, style: TALL })
    await opener(page).click()
    await expect(dialog(page)).toBeVisible()
    await page.locator('soru-search').evaluate((box) => box.remove())
    expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
  })

  test('following a link to the same page closes it', async ({ page }) => {
    await openSite(page, DIALOG)
    await page.evaluate(() => document.addEventListener('soru-select', (event) => event.preventDefault()))
    await opener(page).click()
    await input(page).pressSequentially('h1b')
    await expect(options(page)).toHaveCount(3)
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Enter')
    await expect(dialog(page)).toBeHidden()
  })

  test('ask() and open() of a script open it, close() closes it', async ({ page }) => {
    await openSite(page, DIALOG)
    const box = page.locator('soru-search')
    await box.evaluate((/** @type {any} */ element) => element.ask('fact'))
    await expect(answerText(page)).toBeVisible()
    await box.evaluate((/** @type {any} */ element) => element.close())
    await expect(dialog(page)).toBeHidden()
    await box.evaluate((/** @type {any} */ element) => element.open())
    await expect(input(page)).toBeFocused()
  })

  test('R41: it keeps to a strict policy, in Turkish, dark and on a telephone', async ({ page }) => {
    const trouble = await watchTrouble(page)
    await page.setViewportSize({ width: 360, height: 640 })
    await openSite(page, { ...DIALOG, csp: STRICT, lang: 'tr', attributes: 'form="dialog" theme="dark"' })
    await page.getByRole('button', { name: 'Ara' }).click()
    await ask(page, 'long')
    await expect(panel(page).getByText(/^Muvaffakiyet/).first()).toBeVisible()
    await settled(page)
    const rect = await dialog(page).evaluate((element) => element.getBoundingClientRect().toJSON())
    expect(rect).toMatchObject({ x: 0, y: 0, width: 360, height: 640 })
    const overflow = await dialog(page).evaluate((element) => element.scrollWidth - element.clientWidth)
    expect(overflow).toBeLessThanOrEqual(0)
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Kapat' }).click()
    await expect(dialog(page)).toBeHidden()
    expect(trouble).toEqual([])
  })

  test('its code is loaded for a box that is one only', async ({ page }) => {
    /** @type {string[]} */
    const loaded = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await openSite(page)
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    expect(loaded.filter((path) => /form-/.test(path))).toEqual([])
  })
})

test.describe('shortcut', () => {
  for (const keys of ['/', 'Control+k', 'Meta+K']) {
    test(`${keys} leads to the box on the page`, async ({ page }) => {
      await openSite(page)
      await page.keyboard.press(keys)
      await expect(input(page)).toBeFocused()
      await expect(panel(page).getByText('Try asking')).toBeVisible()
      await expect(input(page)).toHaveValue('')
      await page.keyboard.press('/')
      await expect(input(page)).toHaveValue('/')
    })
  }

  test('a key that needs Shift on this keyboard, or another script, counts as well', async ({ page }) => {
    await openSite(page)
    const press = (/** @type {KeyboardEventInit} */ init) => page.evaluate((init) => {
      const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, composed: true, ...init })
      document.body.dispatchEvent(event)
      return event.defaultPrevented
    }, init)
    expect(await press({ key: '/', code: 'Digit7', shiftKey: true })).toBe(true)
    expect(await press({ key: 'л', code: 'KeyK', ctrlKey: true })).toBe(true)
    expect(await press({ key: 'л', code: 'KeyK' })).toBe(false)
    expect(await press({ key: 'K', code: 'KeyK', ctrlKey: true, shiftKey: true })).toBe(false)
    expect(await press({ key: '/', ctrlKey: true })).toBe(false)
    expect(await press({ key: '/', isComposing: true })).toBe(false)
    expect(await press({ key: '/', repeat: true })).toBe(false)
  })

  test('typing elsewhere is not interrupted, in a shadow root too', async ({ page }) => {
    await openSite(page, {
      ...DIALOG,
      body: `{element}<input aria-label="In"><textarea aria-label="Area"></textarea><select aria-label="Select"><option>/a</option></select>
        <p contenteditable="true" aria-label="Editable" role="textbox">x<b>y</b></p><div id="host"></div>`,
    })
    await page.evaluate(() => {
      const root = /** @type {HTMLElement} */ (document.querySelector('#host')).attachShadow({ mode: 'open' })
      root.append(document.createElement('input'))
    })
    for (const place of ['[aria-label=In]', '[aria-label=Area]', '[aria-label=Select]', '[aria-label=Editable]', '#host input']) {
      await page.locator(place).focus()
      await page.keyboard.press('/')
      await page.keyboard.press('Control+k')
      await expect(dialog(page), place).toBeHidden()
    }
    await expect(page.locator('[aria-label=In]')).toHaveValue('/')
  })

  test('nor is another custom element, whether its shadow is open, closed or missing', async ({ page }) => {
    await openSite(page, { ...DIALOG, body: '<x-shell id="shell"></x-shell><x-closed id="closed"></x-closed><x-open id="open"></x-open><x-plain id="plain" tabindex="0">x</x-plain><p><button>Button</button></p>' + '{element}' })
    await page.evaluate(() => {
      const shadow = (/** @type {string} */ id, /** @type {ShadowRootMode} */ mode) => {
        const root = /** @type {HTMLElement} */ (document.querySelector(id)).attachShadow({ mode })
        const field = document.createElement('div')
        field.tabIndex = 0
        field.textContent = 'keys are commands here'
        root.append(field)
        return field
      }
      Object.assign(globalThis, { inClosed: shadow('#closed', 'closed'), inOpen: shadow('#open', 'open') })
    })
    for (const focus of ['inClosed.focus()', 'inOpen.focus()', 'document.querySelector("#plain").focus()']) {
      await page.evaluate(focus)
      await page.keyboard.press('/')
      await page.keyboard.press('Control+k')
      await expect(dialog(page), focus).toBeHidden()
    }
    await page.getByRole('button', { name: 'Button' }).focus()
    await page.keyboard.press('/')
    await expect(dialog(page)).toBeVisible()
  })

  test('an element around the box is not another one', async ({ page }) => {
    await openSite(page, DIALOG)
    await page.evaluate(() => {
      const shell = document.body.appendChild(document.createElement('x-shell'))
      const root = shell.attachShadow({ mode: 'open' })
      root.append(document.createElement('button'), /** @type {Element} */ (document.querySelector('soru-search')))
      root.querySelector('button')?.focus()
    })
    await page.keyboard.press('/')
    await expect(dialog(page)).toBeVisible()
  })

  for (const [where, script] of /** @type {const} */ ([
    ['prevents the default', 'document.body.addEventListener("keydown", (event) => { if (event.key === "/") event.preventDefault() })'],
    ['stops the event', 'window.addEventListener("keydown", (event) => { if (event.key === "/") event.stopPropagation() }, true)'],
  ])) {
    test(`the console names a key that another listener has: it ${where}`, async ({ page }) => {
      const said = /** @type {string[]} */ ([])
      page.on('console', (message) => { if (message.type() === 'warning') said.push(message.text()) })
      await openSite(page, DIALOG)
      await page.keyboard.press('Control+k')
      await expect(dialog(page)).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(dialog(page)).toBeHidden()
      expect(said).toEqual([])
      await page.evaluate(script)
      await page.keyboard.press('/')
      await page.keyboard.press('/')
      await expect.poll(() => said).toHaveLength(1)
      expect(said[0]).toMatch(/another listener .* handles "\/".* shortcut="Mod\+K"/)
      await expect(dialog(page)).toBeHidden()
    })
  }

  test('the first visible box takes it, and only that one', async ({ page }) => {
    await openSite(page, {
      body: '<div hidden>{element}</div><div id="a">{element}</div><div id="b">{element}</div>',
      attributes: 'form="dialog"',
    })
    await page.keyboard.press('/')
    await expect(page.locator('#a dialog')).toBeVisible()
    await expect(page.getByRole('dialog')).toHaveCount(1)
  })

  test('the attribute names other keys, or none, and the button shows them', async ({ page }) => {
    await openSite(page, { attributes: 'form="dialog" shortcut="Alt+s ?"' })
    await expect(opener(page)).toHaveText('SearchAlt s')
    await expect(opener(page)).toHaveAttribute('aria-keyshortcuts', 'Alt+s ?')
    await page.keyboard.press('/')
    await expect(dialog(page)).toBeHidden()
    await page.keyboard.press('?')
    await expect(dialog(page)).toBeVisible()
    await page.keyboard.press('Escape')
    await page.locator('soru-search').evaluate((box) => box.setAttribute('shortcut', 'off'))
    await expect(opener(page)).toHaveText('Search')
    await expect(opener(page)).not.toHaveAttribute('aria-keyshortcuts', /./)
    await page.keyboard.press('?')
    await page.keyboard.press('/')
    await expect(dialog(page)).toBeHidden()
  })

  test('a key that the page uses, or its own dialog, comes first', async ({ page }) => {
    await openSite(page, { ...DIALOG, body: '{element}<dialog id="own"><button>OK</button></dialog>' })
    await page.evaluate(() => addEventListener('keydown', (event) => { if (event.key === '/') event.preventDefault() }, { capture: true }))
    await page.keyboard.press('/')
    await expect(page.locator('soru-search dialog')).toBeHidden()
    await page.locator('#own').evaluate((own) => /** @type {HTMLDialogElement} */ (own).showModal())
    await page.keyboard.press('Control+k')
    await expect(page.locator('soru-search dialog')).toBeHidden()
  })

  test('a removed box handles no key', async ({ page }) => {
    await openSite(page)
    const taken = await page.evaluate(() => {
      document.querySelector('soru-search')?.remove()
      const event = new KeyboardEvent('keydown', { key: '/', bubbles: true, cancelable: true })
      document.body.dispatchEvent(event)
      return event.defaultPrevented
    })
    expect(taken).toBe(false)
  })
})

test.describe('without the element', () => {
  const CHILDREN = '<form action="/search/"><input name="q" aria-label="Search"><button>Go</button></form>'

  for (const attributes of ['', 'form="dialog"']) {
    test(`the content of the tag works without scripting ${attributes}`, async ({ browser }) => {
      const context = await browser.newContext({ javaScriptEnabled: false })
      const page = await context.newPage()
      await page.route('https://soru.test/**', (route) => route.fulfill({
        contentType: 'text/html', body: `<!doctype html><title>Site</title><soru-search ${attributes}>${CHILDREN}</soru-search>`,
      }))
      await page.goto('https://soru.test/')
      await page.getByRole('textbox', { name: 'Search' }).fill('staj')
      await page.getByRole('button', { name: 'Go' }).click()
      await page.waitForURL('https://soru.test/search/?q=staj')
      await context.close()
    })
  }

  test('it makes room for the box', async ({ page }) => {
    await openSite(page, { ...DIALOG, children: '<a href="/search/">Plain search</a>' })
    await expect(opener(page)).toBeVisible()
    await expect(page.getByRole('link', { name: 'Plain search' })).toBeHidden()
  })

  test('it stays if the form of the box cannot be loaded, and the page gets an event', async ({ page }) => {
    await page.addInitScript(() => {
      document.addEventListener('soru-error', (event) => { document.title = /** @type {CustomEvent} */ (event).detail.code })
    })
    await openSite(page, { ...DIALOG, missing: 'form-dialog.js', children: '<a href="/search/">Plain search</a>' })
    await expect(page).toHaveTitle('FETCH_FAILED')
    await expect(page.getByRole('link', { name: 'Plain search' })).toBeVisible()
  })
})
