/**
 * R41: the shipped box and its two engines, on a host with other content instead of the manifest, a data file
 * or the engine. The essential engine only reports that it needs the full one, and the full engine describes
 * the fault.
 */
import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { askAlone, options, panel } from './fixtures/box.js'
import { altered, flipped, half, missing, startScriptedHost } from './fixtures/scripted-host.js'

/** @typedef {import('./fixtures/scripted-host.js').Behaviour} Behaviour */

const BUNDLE = fileURLToPath(new URL('../../www/demo/soru/', import.meta.url))
const MANIFEST = 'manifest.msgpack'
const manifest = await readFile(BUNDLE + MANIFEST)
const [CORE = ''] = /core-[0-9a-f]{16}\.msgpack\.bin/.exec(manifest.toString('latin1')) ?? []
const [OTHER = ''] = /related-[0-9a-f]{16}\.msgpack\.bin/.exec(manifest.toString('latin1')) ?? []
const other = await readFile(BUNDLE + OTHER)
const PAGE = '<!doctype html><title>Not found</title>'
const ENGINE = 'soru_engine_bg.wasm'
const FULL = 'soru_engine_full_bg.wasm.bin'

const QUESTION = 'How much is a single room?'

// An array of the magic, as a short text, and the version.
const newer = (/** @type {Buffer} */ body) => Buffer.concat([body.subarray(0, 6), Buffer.of(99), body.subarray(7)])
// The kind of the first section, after the header of eight bytes; no kind has this number.
const unreadable = (/** @type {Buffer} */ body) => Buffer.concat([body.subarray(0, 8), Buffer.of(99), body.subarray(9)])
// As the engine of another release has it: functions of the glue are imported by another name.
const released = (/** @type {Buffer} */ body) => {
  const [{ module }] = WebAssembly.Module.imports(new WebAssembly.Module(new Uint8Array(body)))
  return Buffer.from(body.toString('latin1').replaceAll(module, 'x'.repeat(module.length)), 'latin1')
}
const packed = (/** @type {(body: Buffer) => Buffer} */ change) => (/** @type {Buffer} */ body) => gzipSync(change(gunzipSync(body)))

const ADVICE = {
  CORRUPT_INDEX: 'Please try again. If this keeps happening, let the people who run this site know.',
  FETCH_FAILED: 'Part of the search could not be loaded. Check your connection and try again.',
  NOT_AN_INDEX: 'Please try again. If this keeps happening, let the people who run this site know.',
  UNSUPPORTED_VERSION: 'The search was updated. Reload the page to use the new version.',
}

/** @typedef {[string, string, Behaviour, keyof typeof ADVICE, RegExp]} Row with what the message names, and says to do */

/** Files that an engine reads. @type {Row[]} */
const OF_THE_INDEX = [
  [CORE, 'cut off', altered(half), 'CORRUPT_INDEX', /core-.* bytes instead of .*Upload the whole bundle again/],
  [CORE, 'with a bit turned', altered(flipped), 'CORRUPT_INDEX', /core-.* differs from the build.*Upload the whole bundle again/],
  [CORE, 'another file', altered(() => other), 'CORRUPT_INDEX', /core-.*Upload the whole bundle again/],
  [CORE, 'a page', altered(() => PAGE), 'CORRUPT_INDEX', /core-.*Upload the whole bundle again/],
  [MANIFEST, 'cut off', altered(half), 'CORRUPT_INDEX', /manifest\.msgpack.*Upload the whole bundle again/],
  [MANIFEST, 'with a bit turned', altered(flipped), 'CORRUPT_INDEX', /manifest\.msgpack.*Upload the whole bundle again/],
  [MANIFEST, 'another file', altered(() => other), 'NOT_AN_INDEX', /manifest\.msgpack is not a Soru index.*look at what it returns/],
  [MANIFEST, 'a page', altered(() => PAGE), 'NOT_AN_INDEX', /manifest\.msgpack is not a Soru index.*look at what it returns/],
  [MANIFEST, 'of a newer version', altered(newer), 'UNSUPPORTED_VERSION', /99/],
]

/** Files that no engine reads, and the engines themselves. @type {Row[]} */
const BEFORE_IT = [
  [CORE, 'a long page', altered((body) => PAGE.repeat(body.length / 20)), 'CORRUPT_INDEX', /core-.*longer.*Upload the whole bundle again/],
  [CORE, 'missing', missing, 'FETCH_FAILED', /core-.*answered 404.*Check that the file is there/],
  [MANIFEST, 'missing', missing, 'FETCH_FAILED', /manifest\.msgpack.*answered 404.*Check that the file is there/],
  [ENGINE, 'missing', missing, 'FETCH_FAILED', /soru_engine_bg\.wasm .*answered 404.*Check that the file is there/],
  [ENGINE, 'a page', altered(() => PAGE), 'FETCH_FAILED', /soru_engine_bg\.wasm .*Check that the file is there/],
  [ENGINE, 'cut off', altered(half), 'CORRUPT_INDEX', /soru_engine_bg\.wasm is damaged.*Upload the whole bundle again/],
  [ENGINE, 'with bits turned', altered(unreadable), 'CORRUPT_INDEX', /soru_engine_bg\.wasm is damaged.*Upload the whole bundle again/],
  [ENGINE, 'of another release', altered(released), 'CORRUPT_INDEX', /soru_engine_bg\.wasm is damaged.*Upload the whole bundle again/],
  [FULL, 'a page', altered(() => PAGE), 'FETCH_FAILED', /soru_engine_full_bg\.wasm\.bin .*Check that the file is there/],
  [FULL, 'cut off', altered(half), 'CORRUPT_INDEX', /soru_engine_full_bg\.wasm\.bin is damaged.*Upload the whole bundle again/],
  [FULL, 'with a bit turned', altered(flipped), 'CORRUPT_INDEX', /soru_engine_full_bg\.wasm\.bin is damaged.*Upload the whole bundle again/],
  [FULL, 'of another release', altered(packed(released)), 'CORRUPT_INDEX', /soru_engine_full_bg\.wasm\.bin is damaged.*Upload the whole bundle again/],
]

/** @type {Awaited<ReturnType<typeof startScriptedHost>>} */
let host
test.beforeEach(async ({ baseURL }) => {
  host = await startScriptedHost(String(baseURL))
  // Results from before the engine started would look like its results.
  host.behaviours.set('outline.json.bin', missing)
  host.behaviours.set('soru_engine_bg.wasm.bin', missing)
})
test.afterEach(() => host.close())

for (const [file, how, behave, code, message] of [...OF_THE_INDEX, ...BEFORE_IT]) {
  const name = file === CORE ? 'a data file' : file
  test(`R41: ${name}, ${how}: ${code} with advice, and another attempt succeeds`, async ({ page }) => {
    host.behaviours.set(file, behave)
    await page.goto(host.url)
    await askAlone(page, QUESTION, { debug: file === FULL })
    const error = panel(page).locator('[part~=error]')
    // A response of the host proves that the network works.
    const advice = /answered/.test(message.source) ? ADVICE.CORRUPT_INDEX : ADVICE[code]
    await expect(error.getByText(advice)).toBeVisible()
    await expect(error.locator('details p')).toHaveText(new RegExp(`^${code} .*${message.source}`))
    // Errors that the essential engine cannot describe.
    const isSeen = OF_THE_INDEX.some(([, , own]) => own === behave)
    expect(host.asked.includes(FULL)).toBe(isSeen || file === FULL)
    host.behaviours.delete(file)
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(options(page).first()).toBeVisible()
  })
}

for (const [how, change] of Object.entries({ 'cut off': half, 'with a bit turned': flipped })) {
  test(`R41: if the compressed engine is ${how}, the plain one is requested`, async ({ page }) => {
    host.behaviours.set(`${ENGINE}.bin`, altered(change))
    await page.goto(host.url)
    await askAlone(page, QUESTION)
    await expect(options(page).first()).toBeVisible()
    expect(host.asked.filter((name) => name.startsWith(ENGINE))).toEqual([ENGINE, `${ENGINE}.bin`, ENGINE])
  })
}
