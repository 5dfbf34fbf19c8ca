/**
 * Several bundles in one box: the site's own, one on another host, and one whose pages are in a cluster.
 */
import { once } from 'node:events'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { answerCard, ask, askAlone, expectAccessible, input, options, panel } from './fixtures/box.js'
import { buildSite, pageOf, startBuiltSite } from './fixtures/built-site.js'
import { startGateway } from './fixtures/gateway.js'

/** @typedef {import('@playwright/test').Page} Page */

const FACT = 'How much is a library card?'
const OPENS = 'When does the reading room open?'
/** A question that the site's own pages can answer. */
const SEATS = 'How many seats has the dining hall?'
const KAYAK = 'What does a kayak cost?'
const CLUSTER = [{ id: 'boathouse.html', title: 'Boathouse', text: 'The boathouse rents kayaks to members. A kayak costs four euros an hour.' }]
const FULL = /soru_engine_full/
const JOINED = /completing\.js/

/** @param {{ question: string, answer: string, checked_on: string }[]} facts */
const factsOf = (facts) => JSON.stringify(facts.map((fact) => ({ ...fact, source_url: 'index.html', lang: 'en' })))

/**
 * @param {string} title
 * @param {string} day
 * @param {string} text
 */
const dated = (title, day, text) => pageOf(title, `${text} Last change: <time data-soru-meta="updated">${day}</time>`)

/**
 * Serves a folder to pages of other hosts too, if they are allowed.
 * @param {string} folder
 */
async function startHost(folder) {
  const state = { isOpen: true, missing: /^$/, asked: /** @type {string[]} */ ([]) }
  const server = createServer(async (request, response) => {
    const path = new URL(request.url ?? '', 'http://host').pathname
    state.asked.push(path)
    const body = state.missing.test(path) ? null : await readFile(join(folder, path)).catch(() => null)
    response.writeHead(body ? 200 : 404, state.isOpen ? { 'access-control-allow-origin': '*' } : {})
    response.end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { state, url: `http://127.0.0.1:${port}/`, close: () => { server.closeAllConnections(); server.close() } }
}

/**
 * Builds a site without a box.
 * @param {string} folder
 * @param {Record<string, string>} files
 * @param {string[]} more arguments
 */
async function build(folder, files, ...more) {
  await mkdir(folder, { recursive: true })
  for (const [path, text] of Object.entries(files)) await writeFile(join(folder, path), text)
  await buildSite(folder, join(folder, 'soru'), '--config', join(folder, 'soru.toml'), '--index-only', ...more)
}

/** @type {Awaited<ReturnType<typeof startBuiltSite>>} */
let built
/** @type {Awaited<ReturnType<typeof startHost>>} */
let host
/** @type {Awaited<ReturnType<typeof startGateway>>} */
let gateway
/** @type {string} */
let folder

test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  gateway = await startGateway(CLUSTER)
  folder = await mkdtemp(join(tmpdir(), 'soru-sites-'))
  const config = (/** @type {string} */ title, more = '') => `[site]\ntitle = "${title}"\nlanguages = ["en"]\n[facts]\nfiles = ["facts.json"]\n${more}`
  await build(join(folder, 'library'), {
    'soru.toml': config('Library'),
    'facts.json': factsOf([{ question: FACT, answer: 'A library card is free.', checked_on: '2026-03-01' }]),
    'index.html': pageOf('Reading room', 'The reading room opens at eight in the morning. It has two hundred seats.'),
    'loans.html': pageOf('Loans', 'Students borrow up to twelve books from the library for a month.'),
    'news.html': dated('Opening hours of the library', '2026-06-01', 'The notice about opening hours is new.'),
  })
  await build(join(folder, 'sports'), {
    'soru.toml': config('Sports', `[indexing]\ngateway = "${gateway.url}/"\n`),
    'facts.json': '[]',
    'index.html': pageOf('Sports', 'The sports centre has a pool and a boathouse.'),
  }, '--layout', 'remote')
  host = await startHost(folder)
  const box = (/** @type {string} */ bundles, more = '') => `<!doctype html><html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width"><title>University</title><link rel="icon" href="icon.svg">
<script type="module" src="soru/soru-search.js"></script></head><body><soru-search bundle="${bundles}" ${more}></soru-search><main>
<h1>University</h1><p>The dining hall opens at noon. Students eat there for three euros.</p></main></body></html>`
  const library = `${host.url}library/soru/`
  built = await startBuiltSite({
    'index.html': box(`soru/ ${library}`, 'filters="site"'),
    'alone.html': box('soru/'),
    'here.html': box(`soru/ ${library}`, 'worker="off"'),
    'state.html': box(`soru/ ${library}`, 'filters="site" sort state="url"'),
    'similar.html': `${box(`soru/ ${library}`)}<script type="module" src="soru/soru-related.js"></script>
<soru-related bundle="soru/ ${library}" url="seats.html"></soru-related>`,
    'results.html': box(`soru/ ${library}`, 'form="page"'),
    'failing.html': box('soru/ http://127.0.0.1:9/archive/soru/'),
    'first-fails.html': box(`http://127.0.0.1:9/archive/soru/ ${library}`),
    'none.html': box('http://127.0.0.1:9/a/ http://127.0.0.1:9/b/'),
    'remote.html': box(`soru/ ${host.url}sports/soru/ ${library}`),
    'seats.html': pageOf('Seats of the dining hall', 'The dining hall has four hundred seats.'),
    'hours.html': dated('Opening hours', '2026-01-01', 'The notice about opening hours of the dining hall, opening hours of the university and opening hours of offices.'),
    'soru.toml': config('University', `[indexing]\ngateway = "${gateway.url}/"\n`),
    'facts.json': factsOf([
      { question: FACT, answer: 'A library card costs two euros.', checked_on: '2025-01-01' },
      { question: 'How much is lunch?', answer: 'Lunch is three euros.', checked_on: '2026-01-01' },
    ]),
  }, [])
  await built.build('--config', join(built.folder, 'soru.toml'))
})
test.afterAll(async () => {
  await built.close()
  host.close()
  await gateway.stop()
  await rm(folder, { recursive: true, force: true })
})
test.beforeEach(() => {
  gateway.answers('well')
  Object.assign(host.state, { isOpen: true, missing: /^$/, asked: [] })
})

const line = (/** @type {Page} */ page) => panel(page).locator('[part=few-pages]')
const sites = (/** @type {Page} */ page) => options(page).locator('[part=site]')

const expectSites = (/** @type {Page} */ page, /** @type {string[]} */ ...expected) =>
  expect.poll(async () => new Set(await sites(page).allTextContents())).toEqual(new Set(expected))

/**
 * @param {Page} page
 * @param {string} [path]
 */
async function open(page, path = '') {
  await page.goto(built.url + path)
  await page.locator('soru-search').evaluate((element) => customElements.whenDefined(element.localName))
}

for (const path of ['', 'here.html']) {
  test(`pages of two sites are one list, name their site and link to it (${path || 'in a worker'})`, async ({ page }) => {
    await open(page, path)
    await ask(page, 'how many seats')
    await expectSites(page, 'University', 'Library')
    const found = await options(page).evaluateAll((all) => all.map((one) => [one.querySelector('[part=site]')?.textContent, /** @type {HTMLAnchorElement} */ (one).href]))
    for (const [site, href] of found) {
      expect(href?.startsWith(site === 'Library' ? `${host.url}library/` : built.url), `${site} ${href}`).toBe(true)
    }
    await expect(line(page)).toHaveCount(0)
  })
}

test('an answer of the other site says whose it is, with a link there', async ({ page }) => {
  await open(page)
  await ask(page, OPENS)
  await expect(answerCard(page)).toContainText('opens at eight in the morning')
  await expect(answerCard(page).locator('[part=site]')).toHaveText('Library')
  await expect(answerCard(page).getByRole('link').first()).toHaveAttribute('href', new RegExp(`^${host.url}library/`))
  // Pages of the same id on two sites are two.
  await expect(options(page).filter({ hasText: 'dining hall opens' }).locator('[part=site]')).toHaveText('University')
  await expectAccessible(page)
})

test('of two facts that contradict each other, the one checked last is shown with its site', async ({ page }) => {
  await open(page)
  await ask(page, FACT)
  await expect(answerCard(page)).toContainText('A library card is free.')
  await expect(panel(page)).not.toContainText('two euros')
  await expect(answerCard(page).locator('[part=site]')).toHaveText('Library')
  await expect(answerCard(page).locator('a.source')).toHaveAttribute('href', `${host.url}library/index.html`)
  await ask(page, 'How much is lunch?')
  await expect(answerCard(page).locator('[part=site]')).toHaveText('University')
})

test('pages are counted and filtered by site', async ({ page }) => {
  await open(page)
  await ask(page, 'seats library dining')
  await expect(panel(page).locator('[part~=offer] [part=site]')).toHaveText(['Library', 'University'])
  const row = page.getByRole('group', { name: 'Site' })
  await expect(row.getByRole('button', { name: /Library/ })).toContainText('3')
  await row.getByRole('button', { name: /University/ }).click()
  await expect(sites(page).first()).toHaveText('University')
  await expectSites(page, 'University')
})

test('a page of results has the sites as a filter', async ({ page }) => {
  await open(page, 'results.html')
  await page.getByRole('searchbox').fill('seats')
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('group', { name: 'Site' }).getByRole('button', { name: /Library/ }).click()
  const results = page.locator('soru-search [part=result]')
  await expect(results).toHaveCount(1)
  await expect(results.locator('[part=site]')).toHaveText('Library')
})

test('questions and pages of both are offered while typing, and misspelt words are corrected', async ({ page }) => {
  await open(page)
  await input(page).pressSequentially('how much is', { delay: 20 })
  await expect(options(page).filter({ hasText: 'How much is lunch?' })).toBeVisible()
  await expect(options(page).filter({ hasText: FACT })).toHaveCount(1)
  await input(page).fill('raeding room')
  await expect(panel(page).locator('[part=correction]')).toContainText('reading')
  await expect(options(page).filter({ hasText: 'Reading room' })).toBeVisible()
})

test('a follow-up is completed from a question about the other site', async ({ page }) => {
  await open(page)
  await ask(page, 'When does the reading room open?')
  await expect(answerCard(page)).toContainText('eight')
  await ask(page, 'and the dining hall?')
  await expect(panel(page).locator('[part=understood]')).toContainText('dining hall')
})

test('a bundle that cannot be loaded costs its pages and a line', async ({ page }) => {
  await open(page, 'failing.html')
  await ask(page, SEATS)
  await expect(panel(page)).toContainText('four hundred seats')
  await expect(line(page)).toHaveText('Not searched just now: 127.0.0.1:9/archive/soru')
  await expectAccessible(page)
  await ask(page, 'How much is lunch?')
  await expect(line(page)).toBeVisible()
})

test('the first of the bundles may fail as well, and only all of them are an error', async ({ page }) => {
  await open(page, 'first-fails.html')
  await ask(page, OPENS)
  await expect(answerCard(page)).toContainText('eight in the morning')
  await expect(line(page)).toBeVisible()
  await open(page, 'none.html')
  await ask(page, OPENS)
  await expect(panel(page).locator('[part~=error]')).toBeVisible()
})

test('a host that does not allow the page costs its pages only', async ({ page }) => {
  host.state.isOpen = false
  await open(page)
  await ask(page, SEATS)
  await expect(panel(page)).toContainText('four hundred seats')
  await expect(line(page)).toContainText('127.0.0.1')
})

test('a bundle that could not be loaded is tried again after half a minute', async ({ page }) => {
  await page.clock.install()
  host.state.missing = /core-/
  await open(page, 'here.html')
  await ask(page, OPENS)
  await expect(line(page)).toContainText('library/soru')
  host.state.missing = /^$/
  await page.clock.fastForward(20_000)
  await ask(page, SEATS)
  await expect(panel(page)).toContainText('four hundred seats')
  await expect(line(page)).toContainText('library/soru')
  await page.clock.fastForward(11_000)
  // The first question from now on has the bundle loaded, and may be answered without it, which the box says.
  const found = answerCard(page).filter({ hasText: 'eight in the morning' })
  /** @type {number[]} */
  const said = []
  await expect(async () => {
    await askAlone(page, OPENS)
    said.push(await found.count() + await line(page).count())
    await expect(found).toBeVisible({ timeout: 2_000 })
  }).toPass()
  expect(said.filter((count) => count !== 1)).toEqual([])
  await expect(line(page)).toHaveCount(0)
})

test('pages of both are sorted by day, and the address restores question, site and order', async ({ page }) => {
  const choice = (/** @type {string} */ group, /** @type {RegExp} */ name) =>
    page.getByRole('group', { name: group }).getByRole('button', { name })
  await open(page, 'state.html')
  await ask(page, 'notice opening hours')
  await expect(sites(page).first()).toHaveText('University')
  await choice('Sort', /Newest/).click()
  await expect(sites(page).first()).toHaveText('Library')
  await choice('Site', /University/).click()
  await expectSites(page, 'University')
  await expect(page).toHaveURL(/[?&]q=notice\+opening\+hours&q-site=University&q-sort=date$/)
  await page.reload()
  await expect(choice('Site', /University/)).toHaveAttribute('aria-pressed', 'true')
  await expect(choice('Sort', /Newest/)).toHaveAttribute('aria-pressed', 'true')
  await expectSites(page, 'University')
  await page.goBack()
  await expect(sites(page).first()).toHaveText('Library')
})

test('similar pages are those of the page\'s own site', async ({ page }) => {
  await open(page, 'similar.html')
  const links = page.locator('soru-related').getByRole('link')
  await expect(links.first()).toBeVisible()
  const hrefs = await links.evaluateAll((all) => all.map((one) => /** @type {HTMLAnchorElement} */ (one).href))
  expect(hrefs.filter((href) => !href.startsWith(built.url))).toEqual([])
})

test('a bundle without its core file is left out', async ({ page }) => {
  host.state.missing = /core-/
  await open(page)
  await ask(page, SEATS)
  await expect(panel(page)).toContainText('four hundred seats')
  await expect(line(page)).toContainText('library/soru')
})

test('a bundle over a cluster is one of several', async ({ page }) => {
  await open(page, 'remote.html')
  await ask(page, KAYAK)
  await expect(answerCard(page)).toContainText('four euros an hour')
  await expect(answerCard(page).locator('[part=site]')).toHaveText('Sports')
  await expect(answerCard(page).getByRole('link').first()).toHaveAttribute('href', new RegExp(`^${host.url}sports/boathouse.html`))
  await ask(page, OPENS)
  await expect(answerCard(page).locator('[part=site]')).toHaveText('Library')
  gateway.answers('never')
  await ask(page, SEATS)
  await expect(panel(page)).toContainText('four hundred seats')
  await expect(line(page)).toHaveText('Only the most important pages could be searched just now. Ask again in a minute.')
})

test('a page with one bundle loads nothing for several, and one with several no first engine', async ({ page }) => {
  /** @type {string[]} */
  let loaded = []
  page.on('request', (request) => loaded.push(request.url()))
  await open(page, 'alone.html')
  await ask(page, SEATS)
  await expect(panel(page)).toContainText('four hundred seats')
  await expect(sites(page)).toHaveCount(0)
  expect(loaded.filter((url) => FULL.test(url))).toEqual([])
  loaded = []
  await open(page)
  await ask(page, OPENS)
  await expect(answerCard(page)).toBeVisible()
  const code = loaded.filter((url) => /soru_engine\w*_bg/.test(url))
  expect(code.length > 0 && code.every((url) => FULL.test(url)), code.join(' ')).toBe(true)
  expect(loaded.some((url) => JOINED.test(url))).toBe(true)
})

test('scripts open several bundles', async ({ page }) => {
  await open(page, 'alone.html')
  const answer = await page.evaluate(async ({ bundles, question }) => {
    const address = new URL('soru/soru.js', location.href).href
    const { open } = await import(address)
    const soru = await open(bundles)
    const answer = await soru.ask(question, { trace: true })
    const { documents, languages, facts } = soru.stats()
    await soru.close()
    return { fact: answer.fact, sources: answer.sources, documents, languages, facts }
  }, { bundles: `soru/ ${host.url}library/soru/`, question: FACT })
  expect(answer).toMatchObject({ fact: { site: 'Library', answer: 'A library card is free.' }, languages: ['en'], facts: 3 })
  expect(answer.sources[0].url).toBe(`${host.url}library/index.html`)
  expect(answer.documents).toBeGreaterThan(3)
})
