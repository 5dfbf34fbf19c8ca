/**
 * R41: the shipped box and its two engines, from a host that falls silent or is slow with the engines' code.
 */
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { askAlone, options, panel } from './fixtures/box.js'
import { halting, hurry, missing, silent, slow, startScriptedHost } from './fixtures/scripted-host.js'

/** @typedef {import('./fixtures/scripted-host.js').Behaviour} Behaviour */

const QUESTION = 'How much is a single room?'
const FULL = 'soru_engine_full_bg.wasm.bin'

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

/** @type {[string, string, Behaviour][]} */
const STALLED = [
  ['says nothing', 'soru_engine_bg.wasm', silent],
  ['stops in the middle of', 'soru_engine_bg.wasm', compressed(halting)],
  ['says nothing', 'soru_engine.js', silent],
  ['stops in the middle of', FULL, halting],
]

for (const [does, file, behave] of STALLED) {
  for (const worker of file.endsWith('.js') ? ['on'] : ['on', 'off']) {
    test(`R41: a host that ${does} ${file} is an error, and trying again mends it: worker ${worker}`, async ({ page }) => {
      host.behaviours.set(file, behave)
      await page.goto(host.url)
      await page.locator('soru-search').evaluate((box, worker) => box.setAttribute('worker', worker), worker)
      await askAlone(page, QUESTION, { debug: file === FULL })
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
  await askAlone(page, QUESTION)
  await expect(options(page).first()).toBeVisible()
  expect(host.asked.filter((name) => /^soru_engine_bg/.test(name)))
    .toEqual(['soru_engine_bg.wasm', 'soru_engine_bg.wasm.bin', 'soru_engine_bg.wasm'])
})

/** @type {[string, Behaviour][]} */
const SLOW = [
  ['soru_engine_bg.wasm', compressed(slow(10, 1000))],
  ['soru_engine_bg.wasm.bin', slow(10, 1000)],
  [FULL, slow(10, 1000)],
  ['manifest.msgpack', slow(10, 1000)],
]

for (const [file, behave] of SLOW) {
  test(`R41: a slow file does not time out: ${file}`, async ({ page }) => {
    host.behaviours.set(file, behave)
    await page.goto(host.url)
    const begun = Date.now()
    await askAlone(page, QUESTION, { debug: file === FULL })
    await expect(options(page).first()).toBeVisible()
    // Longer by far than a host is given that sends nothing.
    expect(Date.now() - begun).toBeGreaterThan(9000)
    expect(host.asked.filter((name) => name === file)).toHaveLength(1)
  })
}
