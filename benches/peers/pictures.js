/**
 * Shows Soru and the components of Pagefind on one small site, side by side, in pictures for the documentation.
 *
 *     node pictures.js --work FOLDER --out FOLDER --soru PROGRAM
 *
 * Run by `cargo xtask bench --pictures`. Writes OUT/beside-pagefind-VIEW-WIDTH.svg; `docs/compared.md` shows them.
 */
import { execFile } from 'node:child_process'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { chromium } from 'playwright-core'
import { PAGES, QUESTION, WORDS, page, searchPage } from './compared.js'
import { serve } from './server.js'

const run = promisify(execFile)
const { values: { work, out, soru } } = parseArgs({ options: { work: { type: 'string' }, out: { type: 'string' }, soru: { type: 'string' } } })
if (!work || !out || !soru) throw new Error('--work, --out and --soru are needed')

const GAP = 16
const CAPTION = 28
const WIDTHS = /** @type {const} */ ([['wide', 1280, 800], ['narrow', 390, 700]])

/** @typedef {import('playwright-core').Page} Page */

/** @type {Record<string, { name: string, head: string, dialog: string, page: string, index: (site: string) => Promise<unknown>, open: (page: Page) => Promise<void>, field: (page: Page) => import('playwright-core').Locator, ready: (page: Page) => Promise<void>, filter?: (page: Page) => Promise<void> }>} */
const BOXES = {
  pagefind: {
    name: 'Pagefind, component UI',
    head: '<link href="/pagefind/pagefind-component-ui.css" rel="stylesheet"><script src="/pagefind/pagefind-component-ui.js" type="module"></script>',
    dialog: '<pagefind-modal-trigger></pagefind-modal-trigger><pagefind-modal></pagefind-modal>',
    page: '<pagefind-config></pagefind-config><pagefind-input></pagefind-input><pagefind-summary></pagefind-summary><pagefind-filter-pane></pagefind-filter-pane><pagefind-results show-images></pagefind-results>',
    index: (site) => run('npx', ['--no', '--', 'pagefind', '--site', site]),
    open: (page) => page.locator('pagefind-modal-trigger button').click(),
    field: (page) => page.locator('input[type="search"], pagefind-input input').first(),
    ready: (page) => page.locator('.pf-result-title, .pf-result').first().waitFor(),
  },
  soru: {
    name: 'Soru',
    head: '<script type="module" src="/soru/soru-search.js"></script>',
    dialog: '<soru-search form="dialog" filters="topic" sort previews></soru-search>',
    page: '<soru-search form="page" filters="topic" sort previews></soru-search>',
    index: async (site) => {
      const facts = 'question,answer,source_url,checked_on\nWhat does a berth cost for a night?,"20 euros for a boat of up to 10 metres, 30 euros above",berths.html,2026-11-20\n'
      await writeFile(join(work, 'facts.csv'), facts)
      await writeFile(join(work, 'soru.toml'), '[site]\ntitle = "Harbour"\nlanguages = ["en"]\n\n[facts]\nfiles = ["facts.csv"]\n\n[input]\npreviews = true\n')
      await run(soru, ['build', site, '--config', join(work, 'soru.toml'), '--out', join(site, 'soru'), '--quiet'])
    },
    open: (page) => page.locator('soru-search').getByRole('button').first().click(),
    field: (page) => page.locator('soru-search').locator('input[type="search"], [role="combobox"]').first(),
    ready: (page) => page.locator('soru-search a[href]:visible').first().waitFor(),
  },
}

/** The views: which page, and what is typed there. */
const VIEWS = /** @type {const} */ ([['dialog', 'dialog', WORDS], ['page', 'page', WORDS], ['question', 'dialog', QUESTION]])

await rm(work, { recursive: true, force: true })
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM })
/** @type {Record<string, Record<string, Buffer>>} */
const shots = {}
try {
  for (const [name, box] of Object.entries(BOXES)) shots[name] = await photographed(name, box)
} finally {
  await browser.close()
}
await mkdir(out, { recursive: true })
for (const [view] of VIEWS) {
  for (const [size, width, height] of WIDTHS) {
    const key = `${view}-${size}`
    const both = Object.entries(BOXES).map(([name, box]) => ({ name: box.name, bytes: shots[name][key] }))
    await writeFile(join(out, `beside-pagefind-${key}.svg`), besideEachOther(both, width, height))
  }
}

/**
 * Writes, indexes and serves the site with a box, and takes all pictures of it.
 * @param {string} name
 * @param {typeof BOXES[string]} box
 */
async function photographed(name, box) {
  const site = join(String(work), name)
  for (const one of PAGES) {
    await mkdir(dirname(join(site, one.path)), { recursive: true })
    await writeFile(join(site, one.path), page(one, box.head, box.dialog))
    if (one.picture) await writeFile(join(site, `${one.picture}.svg`), picture(one.picture))
  }
  await writeFile(join(site, 'search.html'), searchPage(box.head, box.page))
  await box.index(site)
  const { address, close } = await serve(site)
  /** @type {Record<string, Buffer>} */
  const taken = {}
  try {
    for (const [size, width, height] of WIDTHS) {
      for (const [view, form, typed] of VIEWS) {
        const context = await browser.newContext({ viewport: { width, height } })
        const opened = await context.newPage()
        await opened.goto(`${address}${form === 'page' ? 'search.html' : 'index.html'}`)
        if (form === 'dialog') await box.open(opened)
        await box.field(opened).fill(typed)
        if (name === 'soru') await box.field(opened).press('Enter')
        await box.ready(opened)
        // Pictures and the texts of results come later.
        await opened.waitForLoadState('networkidle')
        await opened.waitForTimeout(800)
        taken[`${view}-${size}`] = await webp(opened)
        await context.close()
      }
    }
  } finally {
    close()
  }
  return taken
}

/** @param {Page} opened */
async function webp(opened) {
  const session = await opened.context().newCDPSession(opened)
  const { data } = await session.send('Page.captureScreenshot', { format: 'webp', quality: 75 })
  return Buffer.from(data, 'base64')
}

/** @param {string} hue */
function picture(hue) {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="320" height="200"><rect width="320" height="200" fill="${hue}"/><path d="M60 150h200l-30 30H90zM155 30v110l-70-10z" fill="#fff"/></svg>`
}

/**
 * @param {{ name: string, bytes: Buffer }[]} both
 * @param {number} width
 * @param {number} height
 */
function besideEachOther(both, width, height) {
  const parts = both.map(({ name, bytes }, at) => {
    const x = at * (width + GAP)
    return `<text x="${x + 4}" y="20" font-family="system-ui, sans-serif" font-size="18" fill="#555">${name}</text>`
      + `<image x="${x}" y="${CAPTION}" width="${width}" height="${height}" href="data:image/webp;base64,${bytes.toString('base64')}"/>`
      + `<rect x="${x + 0.5}" y="${CAPTION + 0.5}" width="${width - 1}" height="${height - 1}" fill="none" stroke="#999"/>`
  })
  const [all, tall] = [2 * width + GAP, height + CAPTION]
  const shown = width > 1000 ? 2 : 1
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${all / shown}" height="${tall / shown}" viewBox="0 0 ${all} ${tall}">${parts.join('')}</svg>\n`
}
