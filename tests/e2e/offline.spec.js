/**
 * R41: a site built with `--offline` works without a network: its pages, its box, and the cached part of its
 * index. The test uses the real command, server, engine and service worker.
 */
import { expect, test } from '@playwright/test'
import { ask, input, options, panel } from './fixtures/box.js'
import { pageOf, startBuiltSite } from './fixtures/built-site.js'
import { watchTrouble } from './fixtures/site.js'

/** @typedef {Awaited<ReturnType<typeof startBuiltSite>>} BuiltSite */

const PAGES = {
  'index.html': pageOf('Harbour', 'The ferry to the island leaves from pier seven at nine in the morning.'),
  'boats/fees.html': pageOf('Fees', 'A ticket for the island ferry costs 25 euros for adults.', '../'),
}
const PIER = 'Where does the ferry leave from?'

/** @type {BuiltSite} */
let site
test.beforeEach(async () => { site = await startBuiltSite(PAGES) })
test.afterEach(() => site.close())

/**
 * Opens the site, asks, and waits until everything is kept.
 * @param {import('@playwright/test').Page} page
 * @param {string} [question]
 */
async function visit(page, question = PIER) {
  await page.goto(site.url)
  await ask(page, question)
  await expect(options(page).first()).toBeVisible()
  await page.evaluate(() => navigator.serviceWorker.ready)
  await expect.poll(() => kept(page)).toEqual(expect.arrayContaining(['', 'style.css']))
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {import('@playwright/test').BrowserContext} context
 */
async function cutNetwork(page, context) {
  await site.stop()
  await context.setOffline(true)
  await expect(page.evaluate((url) => fetch(url).then(() => 'there', () => 'gone'), `${site.url}nothing`)).resolves.toBe('gone')
}

/**
 * Addresses of all that is kept, below the site.
 * @param {import('@playwright/test').Page} page
 */
async function kept(page) {
  return page.evaluate(async (base) => {
    const all = []
    for (const key of await caches.keys()) {
      for (const { url } of await (await caches.open(key)).keys()) all.push(url.slice(base.length))
    }
    return all
  }, site.url)
}

/** @param {import('@playwright/test').Page} page */
const builds = (page) => page.evaluate(async () => (await caches.keys()).filter((key) => key.startsWith('soru ')))

test('R41: a page that was visited once answers new questions without a network, under a strict policy', async ({ page, context }) => {
  await site.build('--offline')
  const trouble = await watchTrouble(page)
  await visit(page)
  await cutNetwork(page, context)
  await page.reload()
  await expect(page.getByRole('heading', { name: 'Harbour' })).toHaveCSS('color', 'rgb(1, 2, 3)')
  await ask(page, 'How much is a ticket for the ferry?')
  await expect(panel(page).getByText('25 euros').first()).toBeVisible()
  await ask(page, '"pier seven"')
  await expect(options(page).first()).toContainText('Harbour')
  const ours = trouble.filter((text) => !/ERR_INTERNET_DISCONNECTED|ERR_CONNECTION_REFUSED/.test(text))
  expect(ours).toEqual([])
})

test('R41: written questions complete the typed text without a network too', async ({ page, context }) => {
  const written = { page: 'index.html', questions: ['Which boat takes me across?'] }
  await site.write({ 'written.jsonl': JSON.stringify(written) })
  await site.build('--offline', '--questions', `${site.folder}/written.jsonl`)
  await visit(page)
  await cutNetwork(page, context)
  await page.reload()
  await input(page).focus()
  await expect.poll(async () => {
    await input(page).fill('')
    await input(page).fill('acr')
    await page.waitForTimeout(400)
    return options(page).first().textContent()
  }).toBe('Which boat takes me across?')
})

test('R41: nothing is kept before a visitor uses the box, nor where the site is not built for it', async ({ page }) => {
  await site.build('--offline')
  await page.goto(site.url)
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(() => navigator.serviceWorker.getRegistrations())).toEqual([])
  await site.build()
  await page.goto(site.url)
  await ask(page, PIER)
  await expect(options(page).first()).toBeVisible()
  await page.waitForLoadState('networkidle')
  expect(await page.evaluate(async () => [(await navigator.serviceWorker.getRegistrations()).length, await caches.keys()])).toEqual([0, []])
})

test('R41: a new build reaches open tabs and new ones, and only the build before it stays kept', async ({ page, context }) => {
  await site.build('--offline')
  await visit(page)
  const [first] = await builds(page)
  const other = await context.newPage()
  for (const cost of ['30', '35']) {
    await site.write({ 'boats/fees.html': pageOf('Fees', `A ticket for the island ferry costs ${cost} euros for adults.`, '../') })
    await site.build('--offline')
    const before = await builds(page)
    await other.goto(site.url)
    await ask(other, PIER)
    await expect.poll(async () => (await builds(page)).at(-1)).not.toBe(before.at(-1))
    // Its cache is there from the beginning; the next build must not come before the end.
    await expect.poll(() => page.evaluate(async () => Boolean((await navigator.serviceWorker.getRegistration())?.installing))).toBe(false)
  }
  await expect.poll(() => builds(page)).toHaveLength(2)
  expect(await builds(page)).not.toContain(first)
  await other.reload() // now the newest worker serves it
  await expect(other.getByRole('combobox')).toBeVisible()
  await cutNetwork(other, context)
  // The tab that stayed open has the index of two builds earlier in memory, and keeps using it.
  await ask(page, PIER)
  await expect(options(page).first()).toBeVisible()
  await other.reload()
  await ask(other, 'How much is a ticket for the ferry?')
  await expect(panel(other).getByText('35 euros').first()).toBeVisible()
})

test("R41: responses to scripts, including those of a language model, are never cached", async ({ page, context }) => {
  await site.build('--offline')
  await site.write({ 'model/answer.json': '{"answer": 42}' })
  await visit(page)
  await page.reload()
  const addresses = [`${site.url}model/answer.json`, `${site.url}model/answer.json?stream`]
  await page.evaluate(async (addresses) => {
    for (const address of addresses) await (await fetch(address)).text()
    await fetch(addresses[0], { method: 'POST', body: '{}' })
  }, addresses)
  expect((await kept(page)).filter((name) => name.startsWith('model'))).toEqual([])
  await cutNetwork(page, context)
  expect(await page.evaluate((url) => fetch(url).then(() => 'there', () => 'gone'), addresses[0])).toBe('gone')
})

test("R41: a worker of the site's own stays, and can take ours in", async ({ page, context }) => {
  await site.close()
  // Under Trusted Types the worker of a site needs a policy.
  site = await startBuiltSite(PAGES, ['--csp', 'off'])
  await site.build('--offline')
  await site.write({ 'own.js': "addEventListener('install', () => skipWaiting()); importScripts('soru-service-worker.js')" })
  await page.goto(site.url)
  await page.evaluate(async () => {
    await navigator.serviceWorker.register('own.js')
    await navigator.serviceWorker.ready
  })
  await page.reload()
  const warned = page.waitForEvent('console', (message) => message.text().includes('importScripts("'))
  await ask(page, PIER)
  await expect(options(page).first()).toBeVisible()
  await warned
  const scripts = await page.evaluate(async () =>
    (await navigator.serviceWorker.getRegistrations()).map(({ active }) => active?.scriptURL))
  expect(scripts).toEqual([`${site.url}own.js`])
  await cutNetwork(page, context)
  const manifest = await page.evaluate(async () => (await fetch('soru/manifest.msgpack')).ok)
  expect(manifest).toBe(true)
  expect((await kept(page)).filter((name) => !name.startsWith('soru/'))).toEqual([])
})

test('R41: a site that is no longer built for it deletes its own caches, and none of its neighbours', async ({ page }) => {
  await site.build('--offline')
  await visit(page)
  // Of other bundles on the same origin, one of them in a folder below.
  const others = ['elsewhere/soru/', 'soru/below/'].flatMap((folder) => [`soru ${site.url}${folder} 1`, `soru-pages ${site.url}${folder}`])
  await page.evaluate((names) => Promise.all(names.map((name) => caches.open(name))), others)
  await site.build()
  await page.reload()
  await expect.poll(() => page.evaluate(async () => (await navigator.serviceWorker.getRegistrations()).length)).toBe(0)
  expect((await page.evaluate(() => caches.keys())).sort()).toEqual(others.sort())
})

test('R41: on a large site, asked questions can be asked again without a network', async ({ page, context }) => {
  test.slow()
  /** @type {Record<string, string>} */
  const many = {}
  for (let number = 0; number < 900; number += 1) {
    // Every page has unique words, so that shards differ.
    const words = Array.from({ length: 480 }, (_, at) => `w${((number * 7919 + at * 104_729) % 60_013).toString(36)}q`)
    many[`n/${number}.html`] = pageOf(`Number ${number}`, words.join(' '), '../')
  }
  await site.write(many)
  await site.build('--offline')
  await visit(page)
  await page.reload() // from now on all requests pass the worker
  await ask(page, PIER)
  await expect(options(page).first()).toContainText('Harbour')
  await expect.poll(async () => (await kept(page)).filter((name) => name.includes('/text-')).length).toBeGreaterThan(0)
  await cutNetwork(page, context)
  await page.reload()
  await ask(page, PIER)
  await expect(options(page).first()).toContainText('Harbour')
})
