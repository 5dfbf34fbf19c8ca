/**
 * The element on pages that do not trust it, and with content that it cannot trust.
 */
import { expect, test } from '@playwright/test'
import { answerCard, answerText, ask, input, options, panel } from './fixtures/box.js'
import { ORIGIN, STRICT, openSite, watchTrouble } from './fixtures/site.js'

test.describe('safety', () => {
  test('R41: a strict policy is never violated, and the main thread takes over automatically', async ({ page }) => {
    const trouble = await watchTrouble(page)
    await openSite(page, { csp: STRICT })
    await ask(page, 'where')
    await expect(panel(page).getByText('object', { exact: true })).toBeVisible()
    await ask(page, 'none')
    await expect(panel(page).getByText('No answer found')).toBeVisible()
    expect(trouble).toEqual([])
  })

  test('R41: the same holds for a policy in a meta element', async ({ page }) => {
    const trouble = await watchTrouble(page)
    await openSite(page, { metaCsp: STRICT })
    await ask(page, 'where')
    await expect(panel(page).getByText('object', { exact: true })).toBeVisible()
    expect(trouble).toEqual([])
  })

  test('R41: a policy that only pages carry is spared the probing by worker="off"', async ({ page }) => {
    const trouble = await watchTrouble(page)
    await openSite(page, { pageCsp: STRICT, attributes: 'worker="off"' })
    await ask(page, 'where')
    await expect(panel(page).getByText('object', { exact: true })).toBeVisible()
    expect(trouble).toEqual([])
  })

  test('R41: a policy that only pages carry costs one report, and still works', async ({ page }) => {
    const trouble = await watchTrouble(page)
    await openSite(page, { pageCsp: STRICT })
    await ask(page, 'where')
    await expect(panel(page).getByText('object', { exact: true })).toBeVisible()
    expect(trouble.filter((text) => text.startsWith('trusted-types '))).toHaveLength(1)
  })

  test('R41: a site that allows the policy "soru" keeps the worker', async ({ page }) => {
    const trouble = await watchTrouble(page)
    await openSite(page, { csp: STRICT.replace("trusted-types 'none'", 'trusted-types soru') })
    await ask(page, 'where')
    await expect(panel(page).getByText('undefined', { exact: true })).toBeVisible()
    expect(trouble).toEqual([])
  })

  test('without any policy the engine runs in the worker', async ({ page }) => {
    await openSite(page)
    await ask(page, 'where')
    await expect(panel(page).getByText('undefined', { exact: true })).toBeVisible()
  })

  test('a worker that cannot start, be it missing or forbidden, is replaced by the main thread', async ({ page, context }) => {
    await openSite(page, { noWorker: true })
    await ask(page, 'where')
    await expect(panel(page).getByText('object', { exact: true })).toBeVisible()
    const other = await context.newPage()
    await openSite(other, { csp: "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; worker-src 'none'" })
    await ask(other, 'where')
    await expect(panel(other).getByText('object', { exact: true })).toBeVisible()
  })

  test('R41: a site below a folder finds its files and its pages', async ({ page }) => {
    await openSite(page, { root: '/some/deep folder/'.replace(' ', '%20') })
    await ask(page, 'quote')
    const quoted = `${ORIGIN}/some/deep%20folder/en/h1b.html#cap:~:text=An%20employer%20files`
    await expect(page.getByRole('link', { name: 'H-1B work visas › Annual cap' }).first()).toHaveAttribute('href', quoted)
    await expect(options(page).first()).toContainText('h1b')
  })

  test('content of an index is shown as text, and only web addresses are links', async ({ page }) => {
    const trouble = await watchTrouble(page)
    await openSite(page)
    await input(page).pressSequentially('hostile')
    await expect(options(page)).toHaveCount(4)
    await expect(panel(page).getByText('<img src=x onerror="document.title=\'owned\'">').first()).toBeVisible()
    const hrefs = await options(page).evaluateAll((all) => all.map((option) => option.getAttribute('href')))
    expect(hrefs).toEqual([null, null, null, `${ORIGIN}/en/fine.html`])
    await options(page).first().click({ force: true })
    await ask(page, 'hostile')
    await expect(page.locator('blockquote')).toHaveText('<img src=x onerror=alert(1)>')
    await expect(page.locator('soru-search img, soru-search script, soru-search b')).toHaveCount(0)
    await ask(page, 'hostilefact')
    await expect(answerText(page)).toBeVisible()
    await expect(page.getByRole('link', { name: 'USCIS' })).toHaveCount(0)
    await expect(panel(page).getByText('javascript:document.title')).toBeVisible()
    expect(await page.title()).toBe('Site')
    expect(trouble).toEqual([])
  })

  // With these characters a text looks like another one: `exe.pdf` may be `fdp.exe`.
  test('no text turns its direction, wherever it comes from', async ({ page }) => {
    await openSite(page, { attributes: 'debug recent' })
    const shown = () => page.locator('soru-search').evaluate((box) => {
      const root = /** @type {ShadowRoot} */ (box.shadowRoot)
      const attributes = Array.from(root.querySelectorAll('*'), (element) => Array.from(element.attributes, ({ value }) => value)).flat()
      return [root.textContent, ...attributes, /** @type {any} */ (box).value].join(' ')
    })
    for (const question of ['turned \u202Eereht\u202C', 'turnedfact \u2067']) {
      await ask(page, question)
      await expect(answerCard(page)).toContainText('fdp.exe می\u200Cخواهم')
      await expect(page.locator('soru-search .status')).toContainText('fdp.exe')
      expect(await shown()).not.toMatch(/\p{Bidi_Control}/u)
    }
    await input(page).fill('')
    await input(page).click()
    await expect(panel(page)).toContainText('turned ereht')
    expect(await shown()).not.toMatch(/\p{Bidi_Control}/u)
  })

  test('a site address that would run script makes no link of a relative address', async ({ page }) => {
    await openSite(page, { bundle: { siteUrl: 'javascript://a.example/%0adocument.title="owned"//' } })
    await ask(page, 'what')
    await expect(options(page).first()).toHaveAttribute('href', /^https:/)
    const hrefs = await page.locator('soru-search a').evaluateAll((all) => all.map((link) => link.getAttribute('href')))
    expect(hrefs.filter((href) => !/^https?:/.test(href ?? ''))).toEqual([])
  })

  test('only addresses of the web are links, and those of a disk on a page of the disk', async ({ page }) => {
    await openSite(page)
    const made = await page.evaluate(async () => {
      const { safeUrl, siteBase } = await import(new URL('soru/links.js', location.href).href)
      const bases = ['https://a.example/', 'javascript://a.example/%0aalert(1)//', 'data:text/html,', 'file:///site/']
      return {
        urls: bases.map((base) => safeUrl('page.html', base)),
        bases: ['', 'https://b.example/', 'javascript:alert(1)', 'http://['].map((url) => siteBase(url, 'https://a.example/soru/')),
      }
    })
    expect(made.urls).toEqual(['https://a.example/page.html', null, null, 'file:///site/page.html'])
    expect(made.bases).toEqual(['https://a.example/', 'https://b.example/', 'https://a.example/', 'https://a.example/'])
  })

  // Visitors cannot correct a site owner's mistakes, and need not see them.
  for (const [attribute, said] of /** @type {const} */ ([
    ['bundle="http://["', /^Soru: bundle="http:\/\/\[" of <soru-search> is no address: .*\/soru\//],
    ['top-k="0"', /^Soru: top-k="0" of <soru-search> is no whole number from 1/],
    ['top-k="abc"', /^Soru: top-k="abc" of <soru-search> is no whole number from 1/],
    ['top-k="1.5"', /^Soru: top-k="1.5" /],
  ])) {
    test(`${attribute} is reported in the console, once, and the box answers`, async ({ page }) => {
      /** @type {string[]} */
      const told = []
      page.on('console', (message) => { if (message.text().startsWith('Soru: ')) told.push(message.text()) })
      await openSite(page, { attributes: attribute })
      await ask(page, 'what')
      await expect(answerText(page)).toBeVisible()
      await ask(page, 'quote')
      await expect(page.locator('blockquote')).toBeVisible()
      expect(told).toEqual([expect.stringMatching(said)])
    })
  }

  for (const contact of ['mailto:help@site.example', 'tel:+902125550100', 'sms:+902125550100']) {
    test(`R31: visitors can turn to ${contact}`, async ({ page }) => {
      await openSite(page, { bundle: { contact } })
      await ask(page, 'none')
      await expect(page.getByRole('link', { name: 'Contact us' })).toHaveAttribute('href', contact)
    })
  }

  test('R31: a contact address that is a script is no link', async ({ page }) => {
    await openSite(page, { bundle: { contact: 'javascript:alert(1)' } })
    await ask(page, 'none')
    await expect(panel(page).getByText('No answer found')).toBeVisible()
    await expect(page.getByRole('link', { name: 'Contact us' })).toHaveCount(0)
  })
})
