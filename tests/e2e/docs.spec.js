/**
 * The documentation as a site (`cargo xtask docs`), with the real engine and its own index: it is read,
 * searched and accessible like the site of any user (R41).
 */
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { expectAccessible, panel } from './fixtures/box.js'
import { serveFolder } from './fixtures/built-site.js'
import { watchTrouble } from './fixtures/site.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const FOLDER = `${process.env.SORU_TARGET ?? `${ROOT}target`}/docs`

/** @type {Awaited<ReturnType<typeof serveFolder>>} */
let server
test.beforeAll(async () => { server = await serveFolder(FOLDER) })
test.afterAll(() => server.stop())

/** @param {string} path */
const at = (path) => `${server.origin}/${path}`

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} question
 */
async function ask(page, question) {
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(page.getByRole('dialog')).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.getByRole('combobox').fill(question)
  await page.getByRole('combobox').press('Enter')
}

/** The question, its page, the kind of card, its text, and the chapter that it names. */
const QUESTIONS = /** @type {const} */ ([
  ['Is a question sent to a server?', 'index.html', 'Checked answer', /unless the site adds a language model/, 'hosting.html'],
  ['What does exit code 3 mean?', 'facts.html', 'Checked answer', /--strict/, 'command-line.html'],
  ['what does the setting k1 of bm25 do', 'guides/hugo.html', 'From the site', /how soon further occurrences of a word stop counting/, 'settings.html'],
  ['How can my site work offline?', 'index.html', 'From the site', /--offline/, 'hosting.html'],
  ['Soru için sunucu gerekir mi?', 'tr/index.html', 'Doğrulanmış yanıt', /durağan dosyalardan/, 'tr/index.html'],
])

for (const [question, path, card, answer, chapter] of QUESTIONS) {
  test(`the documentation answers "${question}" from ${chapter}`, async ({ page }) => {
    await page.goto(at(path))
    await ask(page, question)
    const region = page.getByRole('region', { name: card })
    await expect(region).toContainText(answer)
    await expect(region.getByRole('link').first()).toHaveAttribute('href', new RegExp(`^${at('')}${chapter.replace('index.html', '(index.html)?')}`))
  })
}

for (const [path, question, card] of /** @type {const} */ ([
  ['search.html', 'H1B', /^(Pages|These sections fit best)/],
  ['tr/ara.html', 'doğrulanmış yanıtlar', /^(Sayfalar|En uygun|Soruya en)/],
])) {
  test(`results have a page of their own, with the chapters found: ${path}`, async ({ page }) => {
    await page.goto(at(`${path}?q=${encodeURIComponent(question)}`))
    await expect(page.getByRole('searchbox')).toHaveValue(question)
    await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
    await expect(page.getByText(card).first()).toBeVisible()
    await expectAccessible(page)
  })
}

// Each kind of page, and those whose tables and code are the widest.
const LOOKS = /** @type {const} */ ([
  ['wide and light', { width: 1400, height: 900 }, 'light', ['index.html', 'benchmarks/peers.html', 'chapters.html', 'tr/index.html']],
  ['narrow and dark', { width: 390, height: 844 }, 'dark', ['index.html', 'settings.html', 'guides/hugo.html', 'no/such/page.html']],
])

for (const [look, viewport, colorScheme, paths] of LOOKS) {
  for (const path of paths) {
    test(`${path} has no accessibility violations, ${look}`, async ({ browser }) => {
      const context = await browser.newContext({ viewport, colorScheme })
      const page = await context.newPage()
      await page.goto(at(path))
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(overflow, 'the page is too wide').toBeLessThanOrEqual(0)
      await context.close()
    })
  }
}

test('every link, anchor and file of the site is there, and every chapter is reached', async ({ page }) => {
  await page.goto(at('index.html'))
  const { lost, pages } = await page.evaluate(async () => {
    /** @type {Map<string, Promise<{ found: boolean, ids: Set<string>, links: string[] }>>} */
    const seen = new Map()
    const read = async (/** @type {string} */ address) => {
      const response = await fetch(address)
      const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
      const text = isPage ? await response.text() : ''
      // Trusted Types forbid parsing a string as HTML here, so it is read as it is written: by us, with quotes.
      const values = (/** @type {string} */ name) => [...text.matchAll(new RegExp(` ${name}="([^"]*)"`, 'g'))].map(([, value]) => String(value).replaceAll('&amp;', '&'))
      const links = ['href', 'src', 'results'].flatMap(values).map((link) => new URL(link, address).href)
      return { found: response.ok, ids: new Set(values('id')), links }
    }
    const open = (/** @type {string} */ address) => {
      const known = seen.get(address) ?? read(address)
      seen.set(address, known)
      return known
    }
    const lost = []
    const waiting = [location.href]
    for (let address = waiting.shift(); address; address = waiting.shift()) {
      for (const link of (await open(address)).links) {
        const [to, id] = link.split('#')
        if (!to?.startsWith(location.origin)) continue
        if (!seen.has(to)) waiting.push(to)
        const there = await open(to)
        if (!there.found || (id && !there.ids.has(decodeURIComponent(id)))) lost.push(`${address}: ${link}`)
      }
    }
    return { lost, pages: [...seen.keys()].filter((address) => address.endsWith('.html')).length }
  })
  expect(lost).toEqual([])
  // More than 50 chapters, their list, and two pages of results.
  expect(pages).toBeGreaterThanOrEqual(53)
})

test('a page that is not there leads on, from any path', async ({ page }) => {
  const response = await page.goto(at('a/b/c.html'))
  expect(response?.status()).toBe(404)
  await expect(page.getByRole('heading', { name: 'There is no such page' })).toBeVisible()
  await page.getByRole('searchbox').fill('facts')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
  await page.getByRole('link', { name: 'All chapters' }).click()
  await expect(page).toHaveURL(at('chapters.html'))
})

// Most hosts send no policy, so that of the pages applies.
for (const policy of /** @type {const} */ (['their own policy', 'their own policy and a strict host\'s'])) {
  test(`pages keep to ${policy}, below a folder too`, async ({ page }) => {
    const strict = policy === 'their own policy' ? 'off' : 'strict'
    const other = await serveFolder(FOLDER, ['--csp', strict])
    const trouble = await watchTrouble(page)
    await page.route('**/below/a/folder/**', async (route) => {
      await route.fulfill({ response: await route.fetch({ url: route.request().url().replace('/below/a/folder/', '/'), maxRetries: 3 }) })
    })
    await page.goto(`${other.origin}/below/a/folder/guides/index.html`)
    await ask(page, 'How do I put the box on a Hugo site?')
    await expect(page.getByRole('option').first()).toHaveAttribute('href', new RegExp(`^${other.origin}/below/a/folder/`))
    await page.locator('soru-search a.all').click()
    await expect(page).toHaveURL(/\/below\/a\/folder\/search\.html\?q=/)
    await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
    expect(trouble).toEqual([])
    // This is intended: the policy blocks the request, and the browser reports it.
    await page.evaluate(() => { document.head.append(Object.assign(document.createElement('base'), { href: '/elsewhere/' })) })
    await expect.poll(() => trouble.join()).toContain('base-uri')
    // The list of similar pages may still be on its way, and nobody waits for it.
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await other.stop()
  })
}

test('similar chapters are listed below a chapter, and are there', async ({ page }) => {
  await page.goto(at('better-answers.html?from=mail#top'))
  const list = page.locator('soru-related')
  await list.scrollIntoViewIfNeeded()
  const links = list.getByRole('link')
  await expect(links.first()).toBeVisible()
  const addresses = await links.evaluateAll((all) => all.map((link) => /** @type {HTMLAnchorElement} */ (link).href))
  // The similar chapters change with their texts, but they are always other chapters of this documentation.
  expect(new Set(addresses).size).toBe(addresses.length)
  for (const address of addresses) expect(address).toMatch(/\/[a-z-]+\.html$/)
  expect(addresses).not.toContain(at('better-answers.html'))
  for (const address of addresses) expect((await page.request.get(address)).status(), address).toBe(200)
})

test('everything is reached by keyboard', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(at('command-line.html'))
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const table = page.getByRole('region', { name: 'Table 1: Command line' })
  await expect(table).toBeFocused()
  const chapters = page.getByText('Chapters', { exact: true }).and(page.locator('summary'))
  await chapters.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Overview', exact: true })).toBeFocused()
  // The key is listened for once this has come.
  await page.evaluate(async () => {
    const named = () => performance.getEntriesByType('resource').find(({ name }) => name.endsWith('/shortcut.js'))
    while (!named()) await new Promise((resolve) => { setTimeout(resolve, 50) })
    await import(named()?.name ?? '')
  })
  await page.keyboard.press('/')
  await expect(page.getByRole('dialog')).toBeVisible()
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.getByRole('combobox').pressSequentially('offline')
  await expect(page.getByRole('option').first()).toBeVisible()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await expect(panel(page)).toBeHidden()
})

test('where there is room, chapters and headings are seen without opening anything', async ({ page }) => {
  await page.setViewportSize({ width: 1400, height: 900 })
  await page.goto(at('guides/hugo.html'))
  const chapters = page.getByRole('navigation', { name: 'Chapters' })
  await expect(chapters.getByRole('link', { name: 'Hugo' })).toHaveAttribute('aria-current', 'page')
  await expect(chapters.getByRole('link', { name: 'Hugo' })).toBeVisible()
  await page.getByRole('link', { name: 'Next Jekyll' }).click()
  await expect(page).toHaveURL(at('guides/jekyll.html'))
  await page.goto(at('facts.html'))
  await page.getByRole('navigation', { name: 'On this page' }).getByRole('link', { name: 'Checking facts' }).click()
  await expect(page).toHaveURL(at('facts.html#checking-facts'))
})

test('without scripting chapters are read, and the search leads to their list', async ({ browser }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, viewport: { width: 390, height: 844 } })
  const page = await context.newPage()
  await page.goto(at('facts.html'))
  await page.locator('summary').first().click()
  await page.getByRole('link', { name: 'Hosting', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Hosting' })).toBeVisible()
  await page.getByRole('link', { name: 'Search the documentation' }).click()
  await expect(page).toHaveURL(at('chapters.html'))
  await context.close()
})
