/**
 * Pages of the demo and of the documentation, checked like Lighthouse's audits: errors and deprecations that
 * a browser reports, metadata of the page, sizes of letters and targets, and space reserved for images.
 */
import { fileURLToPath } from 'node:url'
import AxeBuilder from '@axe-core/playwright'
import { expect, test } from '@playwright/test'
import { serveFolder } from './fixtures/built-site.js'
import { watchTrouble } from './fixtures/site.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const DOCS = `${process.env.SORU_TARGET ?? `${ROOT}target`}/docs`

/** @type {Awaited<ReturnType<typeof serveFolder>>} */
let docs
test.beforeAll(async () => { docs = await serveFolder(DOCS) })
test.afterAll(() => docs.stop())

/** A phone, and the minimum sizes of letters and targets there, in CSS pixels. */
test.use({ viewport: { width: 390, height: 844 }, hasTouch: true })
const SMALLEST_LETTERS = 12

const PAGES = /** @type {const} */ ([
  ['demo', 'index.html'], ['demo', 'visa/tr/index.html'], ['demo', 'search.html?q=fees'],
  ['docs', 'benchmarks/peers.html'], ['docs', 'tr/ara.html?q=yan%C4%B1t'],
])

for (const [site, path] of PAGES) {
  test(`${site}/${path} keeps to best practices`, async ({ page, baseURL }) => {
    const address = site === 'demo' ? `${baseURL}${path}` : `${docs.origin}/${path}`
    const trouble = await watchTrouble(page)
    const issues = await watchIssues(page)
    /** @type {string[]} */
    const failed = []
    page.on('response', (response) => { if (!response.ok()) failed.push(`${response.status()} ${response.url()}`) })
    const response = await page.goto(address)
    await page.waitForLoadState('networkidle')
    if (path.includes('?q=')) await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()

    expect(trouble, 'what the browser complains of').toEqual([])
    expect(failed, 'what could not be loaded').toEqual([])
    expect(issues, 'what DevTools would list as issues').toEqual([])

    const start = (await response?.body())?.subarray(0, 1024).toString() ?? ''
    expect(start).toMatch(/^<!doctype html>/i)
    expect(start, 'in the first kilobyte').toMatch(/<meta charset="utf-8">/i)
    expect(response?.headers()['content-type']).toBe('text/html; charset=utf-8')

    const told = await page.evaluate(tellOf)
    expect(told.mode).toBe('CSS1Compat')
    expect(told.lang).toMatch(/^(en|tr)$/)
    expect(told.viewport).toMatch(/width=device-width/)
    expect(told.viewport, 'visitors may enlarge the page').not.toMatch(/maximum-scale|user-scalable/)
    expect(told.title.length).toBeGreaterThan(5)
    if (!told.robots.includes('noindex')) expect(told.description.length).toBeGreaterThan(15)
    expect(told.headings, 'one title').toBe(1)
    expect(told.links, 'links without an address').toEqual([])
    expect(told.alternates, 'languages of other versions').toEqual([])
    expect(told.images, 'images without size, words or their own shape').toEqual([])
    expect(told.letters, 'smallest letters').toBeGreaterThanOrEqual(SMALLEST_LETTERS)

    // WCAG 2.2's 24 pixels, with its exceptions: links within sentences, and targets with room around them.
    const { violations } = await new AxeBuilder({ page }).withRules(['target-size', 'color-contrast', 'label', 'link-name', 'button-name', 'image-alt']).analyze()
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([])
  })
}

/**
 * Collects the issues that DevTools lists: deprecated interfaces, quirks, blocked content, fields without a
 * name. DevTools also reports lazily loaded images, which are intended.
 * @param {import('@playwright/test').Page} page
 */
async function watchIssues(page) {
  /** @type {string[]} */
  const issues = []
  const client = await page.context().newCDPSession(page)
  client.on('Audits.issueAdded', ({ issue }) => {
    if (issue.code !== 'LazyLoadImageIssue') issues.push(JSON.stringify(issue))
  })
  await client.send('Audits.enable')
  return issues
}

/** Runs in the page: collects its metadata and the faults of its parts. */
function tellOf() {
  const meta = (/** @type {string} */ name) => document.querySelector(`meta[name="${name}"]`)?.getAttribute('content') ?? ''
  const images = [...document.images].filter((image) => {
    const shape = Number(image.getAttribute('width')) / Number(image.getAttribute('height'))
    const shown = image.clientWidth / image.clientHeight
    return !image.hasAttribute('alt') || !shape || Math.abs(shape / shown - 1) > 0.02
  })
  const letters = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode()) {
    const parent = walker.currentNode.parentElement
    if (parent?.checkVisibility() && walker.currentNode.nodeValue?.trim()) letters.push(parseFloat(getComputedStyle(parent).fontSize))
  }
  const alternates = [...document.querySelectorAll('[hreflang]')].map((link) => link.getAttribute('hreflang') ?? '')
  return {
    mode: document.compatMode,
    lang: document.documentElement.lang,
    title: document.title,
    viewport: meta('viewport'),
    description: meta('description'),
    robots: meta('robots'),
    headings: document.querySelectorAll('h1').length,
    links: [...document.querySelectorAll('a')].filter((link) => !/^https?:|^mailto:|^tel:/.test(link.href)).map((link) => link.outerHTML),
    alternates: alternates.filter((lang) => !/^(en|tr)$/.test(lang)),
    images: images.map((image) => image.outerHTML),
    letters: Math.min(...letters),
  }
}
