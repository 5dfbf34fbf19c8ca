/**
 * R41: the shipped box and its two engines, from a host that falls silent or is slow with the engines' code.
 */
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { askAlone, options, panel } from './fixtures/box.js'
import { halting, hurry, missing, silent, slow, startScriptedHost } from './fixtures/scripted-host.js'

/** @typedef {import('./fixtures/scripted-host.js').Behaviour} Behaviour */

const ESSENTIAL = 'How much is a single room?'
/** Words that must follow each other need the text of pages, which the essential engine does not read. */
const FULL = '"single room"'

/** @type {Awaited<ReturnType<typeof startScriptedHost>>} */
let host
test.beforeEach(async ({ page, baseURL }) => {
  host = await startScriptedHost(String(baseURL))
  // Results from before the engine started would look like its results.
  host.behaviours.set('outline.json.bin', missing)
  await page.addInitScript(hurry)
})
test.afterEach(() => host.close())

/**
 * As a host does that compresses the engine.
 * @param {Behaviour} behave
 * @returns {Behaviour}
 */
const compressed = (behave) => (answer, body) => {
  answer.setHeader('content-encoding', 'gzip')
  return behave(answer, gzipSync(body))
}

/** @type {[string, string, Behaviour, string][]} */
const STALLED = [
  ['says nothing', 'soru_engine_bg.wasm', silent, ESSENTIAL],
  ['stops in the middle of', 'soru_engine_bg.wasm', compressed(halting), ESSENTIAL],
  ['says nothing', 'soru_engine.js', silent, ESSENTIAL],
  ['stops in the middle of', 'soru_engine_full_bg.wasm.bin', halting, FULL],
]

for (const [does, file, behave, question] of STALLED) {
  for (const worker of file.endsWith('.js') ? ['on'] : ['on', 'off']) {
    test(`R41: a host that ${does} ${file} is an error, and trying again mends it: worker ${worker}`, async ({ page }) => {
      host.behaviours.set(file, behave)
      await page.goto(host.url)
      await page.locator('soru-search').evaluate((box, worker) => box.setAttribute('worker', worker), worker)
      await askAlone(page, question)
      await expect(panel(page).getByText('Part of the search could not be loaded')).toBeVisible()
      const said = new RegExp(`FETCH_FAILED .*${file} could not be fetched: the server stopped responding. Check that the file is there`)
      await expect(panel(page).getByText(said)).toBeAttached()
      host.behaviours.delete(file)
      await page.getByRole('button', { name: 'Try again' }).click()
      await expect(options(page).first()).toBeVisible()
    })
  }
}

test('R41: if the compressed engine stalls, the plain one is requested', async ({ page }) => {
  host.behaviours.set('soru_engine_bg.wasm.bin', halting)
  await page.goto(host.url)
  await askAlone(page, ESSENTIAL)
  await expect(options(page).first()).toBeVisible()
  expect(host.asked.filter((name) => /^soru_engine_bg/.test(name)))
    .toEqual(['soru_engine_bg.wasm', 'soru_engine_bg.wasm.bin', 'soru_engine_bg.wasm'])
})

/** @type {[string, Behaviour, string][]} */
const SLOW = [
  ['soru_engine_bg.wasm', compressed(slow(10, 1000)), ESSENTIAL],
  ['soru_engine_bg.wasm.bin', slow(10, 1000), ESSENTIAL],
  ['soru_engine_full_bg.wasm.bin', slow(10, 1000), FULL],
  ['manifest.msgpack', slow(10, 1000), ESSENTIAL],
]

for (const [file, behave, question] of SLOW) {
  test(`R41: a slow file does not time out: ${file}`, async ({ page }) => {
    host.behaviours.set(file, behave)
    await page.goto(host.url)
    const begun = Date.now()
    await askAlone(page, question)
    await expect(options(page).first()).toBeVisible()
    // Longer by far than a host is given that sends nothing.
    expect(Date.now() - begun).toBeGreaterThan(9000)
    expect(host.asked.filter((name) => name === file)).toHaveLength(1)
  })
}
