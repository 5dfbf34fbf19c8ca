/**
 * The element on pages whose own elements stand in the place of properties of the document, and with very much text.
 */
import { expect, test } from '@playwright/test'
import { answerText, ask, input } from './fixtures/box.js'
import { ORIGIN, goToSite, openSite, watchTrouble } from './fixtures/site.js'

/** The question's limit. */
const MOST = 2000
const PASTED = 10_000_000

/**
 * The names of all properties of some interfaces.
 * @param {import('@playwright/test').Page} page
 * @param {string[]} interfaces
 */
async function namesOf(page, interfaces) {
  return page.evaluate((interfaces) => interfaces.flatMap((name) => Object.getOwnPropertyNames(/** @type {any} */ (globalThis)[name].prototype)), interfaces)
}

/**
 * A page with an element for every name: it stands in the place of the document's property, and of one of the form
 * around the box.
 * @param {import('@playwright/test').Page} page
 */
async function clobbering(page) {
  const ofDocument = await namesOf(page, ['Document', 'HTMLDocument', 'Node', 'EventTarget'])
  const ofForm = await namesOf(page, ['HTMLFormElement', 'HTMLElement', 'Element', 'Node', 'EventTarget'])
  const others = ['LanguageModel', 'trustedTypes', 'requestIdleCallback', 'customElements', 'Document', 'addEventListener', 'innerWidth', 'location']
  const forms = [...ofDocument, ...others].map((name) => `<form name="${name}" id="${name}"></form>`)
  const controls = ofForm.map((name) => `<input name="${name}" aria-label="${name}" hidden>`)
  return { before: forms.join(''), around: `<form lang="en">${controls.join('')}{element}</form>` }
}

/**
 * Calls methods of the box; on such a page nothing else finds it.
 * @param {import('@playwright/test').Page} page
 * @param {string} question
 */
function answered(page, question) {
  return page.evaluate(async (question) => {
    const box = /** @type {any} */ (Document.prototype.querySelector.call(document, 'soru-search'))
    await customElements.whenDefined('soru-search')
    await box.open()
    await box.ask(question)
    const text = box.shadowRoot.textContent
    const hrefs = Array.from(box.shadowRoot.querySelectorAll('a'), ({ href }) => href)
    box.close()
    return { text, hrefs, bundle: box.bundle }
  }, question)
}

for (const form of ['inline', 'dialog', 'page']) {
  test(`as ${form}, the box works on a page whose elements have the names of all properties`, async ({ page }) => {
    const { before, around } = await clobbering(page)
    const trouble = await watchTrouble(page)
    await goToSite(page, { body: `${before}${around}`, attributes: `form="${form}" results="/found.html" recent feedback` })
    const { text, hrefs, bundle } = await answered(page, 'fact about the cap')
    expect(text).toContain('85,000 visas a year')
    expect(bundle).toBe(`${ORIGIN}/soru/`)
    expect(hrefs).toContain(`${ORIGIN}/en/h1b.html#cap`)
    expect(trouble).toEqual([])
  })
}

test('the keys that open the box work there too', async ({ page }) => {
  const { before, around } = await clobbering(page)
  const trouble = await watchTrouble(page)
  await goToSite(page, { body: `${before}<button>B</button>${around}` })
  const isFocused = () => page.evaluate(() => {
    const box = /** @type {any} */ (Document.prototype.querySelector.call(document, 'soru-search'))
    return box.shadowRoot?.activeElement?.name === 'q'
  })
  await page.evaluate(() => customElements.whenDefined('soru-search'))
  // The code for keys is loaded after the box.
  await expect.poll(async () => { await page.keyboard.press('/'); return isFocused() }).toBe(true)
  expect(trouble).toEqual([])
})

test('the list of similar pages works there too', async ({ page }) => {
  const { before } = await clobbering(page)
  const trouble = await watchTrouble(page)
  await goToSite(page, { body: `${before}{element}` })
  const root = await page.evaluate(async () => {
    const { belowRoot } = await import(new URL('soru/engine/related.js', location.href).href)
    return belowRoot('en/h1b.html', new URL('soru/', location.href).href)
  })
  expect(root).toBe('en/h1b.html')
  expect(trouble).toEqual([])
})

test('a pasted book is cut at once at the limit of a question', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: ORIGIN })
  await openSite(page)
  await page.evaluate(async (length) => {
    /** @type {any} */ (globalThis).__calls = []
    await navigator.clipboard.writeText('fact ' + 'ş '.repeat(length / 2))
  }, PASTED)
  await input(page).focus()
  await page.keyboard.press('ControlOrMeta+v')
  await expect.poll(() => input(page).evaluate((field) => /** @type {HTMLInputElement} */ (field).value.length)).toBe(MOST)
  await input(page).press('Enter')
  await expect(answerText(page)).toBeVisible()
})

test('a text that a script sets is cut as well', async ({ page }) => {
  await openSite(page, { attributes: 'worker="off"' })
  const asked = await page.locator('soru-search').evaluate(async (box, length) => {
    const calls = /** @type {any} */ (globalThis).__calls = /** @type {any[]} */ ([])
    await /** @type {any} */ (box).ask('fact ' + 'x'.repeat(length))
    return calls.filter(([name]) => name === 'ask').map(([, question]) => question.length)
  }, PASTED)
  expect(asked).toEqual([MOST])
  await expect(answerText(page)).toBeVisible()
  await ask(page, 'none')
  await expect(page.getByText('No answer found', { exact: true })).toBeVisible()
})
