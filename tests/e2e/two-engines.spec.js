/**
 * R41: unavailable files while the full engine replaces the essential one: the real loader, for engines that
 * read the names of files from a directory.
 */
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { ORIGIN, openSite } from './fixtures/site.js'

const FILE = gzipSync('hello')
const DATA = `${ORIGIN}/data/`

/** @typedef {(route: import('@playwright/test').Route) => unknown} Host */

/** Other content of the same length, which only the full engine can describe. @type {Host} */
const damaged = (route) => route.fulfill({ body: 'x'.repeat(FILE.length) })
/** @type {Host} */
const sound = (route) => route.fulfill({ body: FILE })
/** @type {Host} */
const missing = (route) => route.fulfill({ status: 404 })

/**
 * A page with `loader` in it.
 * @param {import('@playwright/test').Page} page
 * @param {Record<string, Host>} hosts by file; all others are there
 */
async function openLoader(page, hosts) {
  await openSite(page)
  await page.route(`${DATA}**`, (route) => {
    const name = route.request().url().slice(DATA.length)
    return (hosts[name] ?? sound)(route)
  })
  await page.evaluate(async ([base, size]) => {
    const { OpenedEngine } = await import(new URL('/soru/real/opened-engine.js', location.href).href)
    const failed = (/** @type {string} */ code, /** @type {any} */ more) => Object.assign(new Error(code), { code, ...more })
    const make = (/** @type {boolean} */ isFull) => () => {
      const here = new Set()
      const directory = isFull ? 'directories' : 'directory'
      let isFleeting = true
      const need = (/** @type {string[]} */ names, /** @type {Set<string>} */ lost) =>
        names.filter((name) => name && !here.has(name) && !lost.has(name)).map((name) => ({ name, size }))
      return {
        begin(/** @type {string} */ _, /** @type {string} */ text) {
          /** @type {Set<string>} */
          const lost = new Set()
          return {
            step() {
              for (const round of [directory, ...text.split(', ')]) {
                const files = need(round.split(' '), lost)
                if (files.length) return { files }
              }
              return { done: `answered without ${[...lost].sort().join(' and ') || 'nothing'}` }
            },
            skip(/** @type {string} */ file) {
              if (here.has(directory)) lost.add(file)
              return lost.has(file)
            },
            free() {},
          }
        },
        verify(/** @type {string} */ _, /** @type {Uint8Array} */ [first]) {
          if (first !== 0x1f) throw failed(isFull ? 'CORRUPT_INDEX' : 'NEEDS_FULL_ENGINE')
        },
        supply(/** @type {string} */ file) {
          if (file !== 'fleeting' || !isFleeting) here.add(file)
          else isFleeting = false
        },
        free() {},
      }
    }
    const opened = await OpenedEngine.open(async (/** @type {boolean} */ isFull) => make(isFull), base)
    const search = (/** @type {string} */ text) =>
      opened.call('search', text, {}).catch((/** @type {any} */ thrown) => `${thrown.code}: ${thrown.message}`)
    Object.assign(globalThis, { loader: { search } })
  }, /** @type {const} */ ([DATA, FILE.length]))
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} text the files that are needed, a comma between those of two rounds; each engine lets go of
 *   `fleeting` once
 * @returns {Promise<string>}
 */
function search(page, text) {
  return page.evaluate((text) => /** @type {any} */ (globalThis).loader.search(text), text)
}

function gate() {
  /** @type {() => void} */
  let open = () => {}
  const opened = new Promise((resolve) => { open = () => resolve(undefined) })
  return { open, opened }
}

for (const files of ['damaged missing', 'missing damaged', 'sound missing damaged']) {
  test(`R41: a damaged file and one that is missing are both done without: ${files}`, async ({ page }) => {
    await openLoader(page, { damaged, missing })
    expect(await search(page, files)).toBe('answered without damaged and missing')
    expect(await search(page, 'sound')).toBe('answered without nothing')
  })
}

test('R41: an unavailable file is skipped, also if the full engine loads meanwhile', async ({ page }) => {
  const [failing, coming] = [gate(), gate()]
  await openLoader(page, {
    damaged,
    missing: (route) => failing.opened.then(() => missing(route)),
    directories: (route) => coming.opened.then(() => sound(route)),
  })
  const outcome = search(page, 'missing')
  const other = search(page, 'damaged')
  await page.waitForRequest(`${DATA}directories`)
  const failed = page.waitForResponse(`${DATA}missing`)
  failing.open()
  await failed
  await page.waitForTimeout(300)
  coming.open()
  expect(await outcome).toBe('answered without missing')
  expect(await other).toBe('answered without damaged')
})

test('R41: requests of the essential engine do not count against the full one', async ({ page }) => {
  await openLoader(page, { damaged })
  expect(await search(page, 'fleeting, damaged')).toBe('answered without damaged')
})
