/**
 * R41: the shipped engines and a sharded bundle on a host with one damaged and one missing shard. The engine
 * answers as far as possible, reports the missing part, and the next question requests all of it again.
 */
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startBuiltSite } from './fixtures/built-site.js'
import { askAlone, options, panel } from './fixtures/box.js'
import { largeSite } from './fixtures/letters-site.js'
import { altered, flipped, half, missing, startScriptedHost } from './fixtures/scripted-host.js'

/** @typedef {{ pages: string[], warnings: string[] }} Found */

/** Words of one document and of some others. */
const QUERY = 'gesranran lonololo nodulsu pigesges'
const PAGE = `<!doctype html><html lang="en"><title>Start</title><script type="module" src="soru/soru-search.js"></script>
<soru-search></soru-search><main><h1>Start</h1><p>Some text.</p></main>`
const QUIET = '[site]\nlanguages = ["en", "tr"]\n[indexing.related]\nenabled = false\n'

/** @type {Awaited<ReturnType<typeof startBuiltSite>>} */
let site
/** @type {Awaited<ReturnType<typeof startScriptedHost>>} */
let host
/** @type {string} */
let start

test.beforeAll(async () => {
  // So many documents that the engine learns from directories which shards there are.
  const { files } = largeSite()
  site = await startBuiltSite({ 'index.html': PAGE, 'soru.toml': QUIET, ...files })
  await site.build(join(site.folder, 'documents.jsonl'), '--config', join(site.folder, 'soru.toml'))
})
test.afterAll(() => site.close())
test.beforeEach(async () => {
  host = await startScriptedHost(site.url)
  start = new URL(new URL(site.url).pathname, host.url).href
  // Results from before the engine started would look like its results.
  host.behaviours.set('outline.json.bin', missing)
})
test.afterEach(() => host.close())

/** @param {import('@playwright/test').Page} page @returns {Promise<Found>} */
function search(page) {
  return page.evaluate(async (query) => {
    const own = /** @type {any} */ (globalThis)
    const { open } = await import(new URL('soru/soru.js', location.href).href)
    own.soru ??= await open('soru/')
    const { hits, warnings } = await own.soru.search(query)
    return { pages: hits.map((/** @type {any} */ { url }) => url), warnings: warnings.map((/** @type {any} */ { code }) => code) }
  }, QUERY)
}

/**
 * The results without any fault, and the shards of this kind that they need. It uses its own context, since
 * browsers cache sound files.
 * @param {import('@playwright/test').Browser} browser
 * @param {string} kind
 */
async function sound(browser, kind) {
  const page = await browser.newPage()
  await page.goto(start)
  const found = await search(page)
  await page.close()
  const shards = host.asked.filter((name) => name.startsWith(`${kind}-`))
  return { found, shards }
}

for (const kind of ['terms', 'text']) {
  for (const [how, change] of Object.entries({ 'cut off': half, 'with a bit turned': flipped })) {
    for (const isFirst of [true, false]) {
      test(`R41: of two shards of ${kind} the ${isFirst ? 'first' : 'second'} is ${how}, and the other missing`, async ({ page, browser }) => {
        const { found, shards } = await sound(browser, kind)
        expect(found.warnings).toEqual([])
        const [damaged, lost] = isFirst ? shards : shards.slice(0, 2).reverse()
        host.behaviours.set(damaged, altered(change))
        host.behaviours.set(lost, missing)
        await page.goto(start)
        const rest = await search(page)
        expect(rest.warnings).toEqual(['part_missing'])
        expect(rest.pages.length).toBeGreaterThan(0)
        host.behaviours.delete(damaged)
        host.behaviours.delete(lost)
        expect(await search(page)).toEqual(found)
      })
    }
  }
}

test('R41: the box reports damaged and missing shards, and shows the results without them', async ({ page, browser }) => {
  const { shards: [damaged, lost] } = await sound(browser, 'terms')
  host.behaviours.set(damaged, altered(flipped))
  host.behaviours.set(lost, missing)
  await page.goto(start)
  await askAlone(page, QUERY)
  await expect(options(page).first()).toBeVisible()
  await expect(panel(page).getByText('Part of the search could not be loaded, so some results may be missing.')).toBeVisible()
})
