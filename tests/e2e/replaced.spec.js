/**
 * A deployment while a tab has the site open: the folder of the bundle is emptied, as by a deployment from a
 * clean checkout, and the tab continues to ask.
 */
import { rename, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startBuiltSite } from './fixtures/built-site.js'
import { askAlone, options, panel } from './fixtures/box.js'

const PAGE = `<!doctype html><html lang="en"><title>Start</title><script type="module" src="soru/soru-search.js"></script>
<soru-search></soru-search><main><h1>Start</h1><p>Some text.</p></main>`
const QUIET = '[site]\nlanguages = ["en"]\n[indexing.related]\nenabled = false\n'
/** Enough pages that each word is in its own shard. */
const WORDS = Array.from({ length: 900 }, (_, number) => `w${number.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)])}word`)

/** @param {string} what the pages say */
function pages(what) {
  const lines = WORDS.map((word, number) => JSON.stringify({
    id: `${number}.html`, title: `Page of ${word}`, url: `${number}.html`, lang: 'en', text: `${what} ${word}, which stands here. ${`${word}s `.repeat(40)}`,
  }))
  return { 'documents.jsonl': lines.join('\n') }
}

/** @type {Awaited<ReturnType<typeof startBuiltSite>>} */
let site
/** @type {string[]} */
let build
test.beforeEach(async () => {
  site = await startBuiltSite({ 'index.html': PAGE, 'soru.toml': QUIET, ...pages('Before') })
  build = [join(site.folder, 'documents.jsonl'), '--config', join(site.folder, 'soru.toml'), '--layout', 'sharded']
  await site.build(...build)
})
test.afterEach(() => site.close())

/** @param {string[]} more */
async function deploy(...more) {
  const last = join(site.folder, '..', 'last')
  await rename(join(site.folder, 'soru'), last)
  await site.write(pages('Afterwards'))
  await site.build(...build, ...more.map((word) => word.replace('LAST', last)))
  await rm(last, { recursive: true })
}

for (const [how, more, said] of /** @type {const} */ ([
  ['is asked', [], 'Afterwards'],
  ['is there, with the files of the last one', ['--keep-from', 'LAST'], 'Before'],
])) {
  test(`an open tab continues to answer when a new build ${how}`, async ({ page }) => {
    /** @type {string[]} */
    const failed = []
    page.on('response', (response) => { if (response.status() === 404 && response.url().endsWith('.msgpack.bin')) failed.push(response.url()) })
    await page.goto(site.url)
    await askAlone(page, WORDS[3])
    await expect(options(page).first()).toContainText(WORDS[3])
    failed.length = 0
    await deploy(...more)
    await askAlone(page, WORDS[800])
    await expect(options(page).first()).toContainText(WORDS[800])
    await expect(panel(page)).toContainText(`${said} ${WORDS[800]}`)
    await expect(panel(page).getByText(/could not be loaded|not available/)).toHaveCount(0)
    expect(failed.length > 0).toBe(said === 'Afterwards')
  })
}

test('a removed bundle is not reported as a connection problem', async ({ page }) => {
  await page.goto(site.url)
  await askAlone(page, WORDS[3])
  await expect(options(page).first()).toBeVisible()
  await rm(join(site.folder, 'soru'), { recursive: true })
  await askAlone(page, WORDS[800])
  const error = panel(page).locator('[part~=error]')
  await expect(error.getByText('Please try again. If this keeps happening, let the people who run this site know.')).toBeVisible()
  await expect(error.locator('details p')).toHaveText(/^FETCH_FAILED .*answered 404.*upload all files of one build/)
})
