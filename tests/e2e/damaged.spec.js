/**
 * R41: the shipped box and its two engines, from a host with something else in the place of the manifest, a data
 * file or the engine: the essential engine says only that it needs the full one, and that one says what is wrong.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { expect, test } from '@playwright/test'
import { askAlone, options, panel } from './fixtures/box.js'
import { altered, missing, startScriptedHost } from './fixtures/scripted-host.js'

/** @typedef {import('./fixtures/scripted-host.js').Behaviour} Behaviour */

const BUNDLE = fileURLToPath(new URL('../../www/demo/soru/', import.meta.url))
const MANIFEST = 'manifest.msgpack'
const manifest = await readFile(BUNDLE + MANIFEST)
const [CORE = ''] = /core-[0-9a-f]{16}\.msgpack\.gz/.exec(manifest.toString('latin1')) ?? []
const [OTHER = ''] = /related-[0-9a-f]{16}\.msgpack\.gz/.exec(manifest.toString('latin1')) ?? []
const other = await readFile(BUNDLE + OTHER)
const PAGE = '<!doctype html><title>Not found</title>'
const FULL = 'soru_engine_full_bg.wasm.gz'

const half = (/** @type {Buffer} */ body) => body.subarray(0, body.length / 2)
const flipped = (/** @type {Buffer} */ body) => {
  const copy = Buffer.from(body)
  copy[body.length >> 1] ^= 1
  return copy
}
// An array of the magic, as a short text, and the version.
const newer = (/** @type {Buffer} */ body) => Buffer.concat([body.subarray(0, 6), Buffer.of(99), body.subarray(7)])

const ADVICE = {
  CORRUPT_INDEX: 'Please try again. If it goes on, tell the people who run this site.',
  FETCH_FAILED: 'Part of the search could not be loaded. Check your connection and try again.',
  NOT_AN_INDEX: 'Please try again. If it goes on, tell the people who run this site.',
  UNSUPPORTED_VERSION: 'The search was updated. Reload the page to use the new version.',
}

/** @type {[string, string, Behaviour, keyof typeof ADVICE, RegExp][]} what the message names, and says to do */
const DAMAGED = [
  [CORE, 'cut off', altered(half), 'CORRUPT_INDEX', /core-.* bytes instead of .*Upload the whole bundle again/],
  [CORE, 'with a bit turned', altered(flipped), 'CORRUPT_INDEX', /core-.* not what was built.*Upload the whole bundle again/],
  [CORE, 'another file', altered(() => other), 'CORRUPT_INDEX', /core-.*Upload the whole bundle again/],
  [CORE, 'a page', altered(() => PAGE), 'CORRUPT_INDEX', /core-.*Upload the whole bundle again/],
  [CORE, 'a long page', altered((body) => PAGE.repeat(body.length / 20)), 'CORRUPT_INDEX', /core-.*longer.*Upload the whole bundle again/],
  [CORE, 'missing', missing, 'FETCH_FAILED', /core-.*answered 404.*Check that the file is there/],
  [MANIFEST, 'cut off', altered(half), 'CORRUPT_INDEX', /manifest\.msgpack.*Upload the whole bundle again/],
  [MANIFEST, 'with a bit turned', altered(flipped), 'CORRUPT_INDEX', /manifest\.msgpack.*Upload the whole bundle again/],
  [MANIFEST, 'another file', altered(() => other), 'NOT_AN_INDEX', /manifest\.msgpack is not a Soru index.*look at what it returns/],
  [MANIFEST, 'a page', altered(() => PAGE), 'NOT_AN_INDEX', /manifest\.msgpack is not a Soru index.*look at what it returns/],
  [MANIFEST, 'of a newer version', altered(newer), 'UNSUPPORTED_VERSION', /99/],
  [MANIFEST, 'missing', missing, 'FETCH_FAILED', /manifest\.msgpack.*answered 404.*Check that the file is there/],
  ['soru_engine_bg.wasm', 'a page', altered(() => PAGE), 'FETCH_FAILED', /soru_engine_bg\.wasm .*Check that the file is there/],
]

/** @type {Awaited<ReturnType<typeof startScriptedHost>>} */
let host
test.beforeEach(async ({ baseURL }) => {
  host = await startScriptedHost(String(baseURL))
  // What is found before the engine is there would be taken for its results.
  host.behaviours.set('outline.json.gz', missing)
  host.behaviours.set('soru_engine_bg.wasm.gz', missing)
})
test.afterEach(() => host.close())

for (const [file, how, behave, code, message] of DAMAGED) {
  const name = file === CORE ? 'a data file' : file
  test(`R41: ${name}, ${how}: ${code}, what to do, and trying again mends it`, async ({ page }) => {
    host.behaviours.set(file, behave)
    await page.goto(host.url)
    await askAlone(page, 'How much is a single room?')
    const error = panel(page).locator('[part~=error]')
    await expect(error.getByText(ADVICE[code])).toBeVisible()
    await expect(error.locator('details p')).toHaveText(new RegExp(`^${code} .*${message.source}`))
    // What the essential engine has no words for. What is missing or too long neither of the two has seen.
    expect(host.asked.includes(FULL)).toBe(code !== 'FETCH_FAILED' && how !== 'a long page')
    host.behaviours.delete(file)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(options(page).first()).toBeVisible()
  })
}
