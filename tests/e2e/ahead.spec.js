/**
 * R29: the page requests the files of every question before the engine needs them. From a distant host, files
 * requested one after the other cost a visitor a round trip each.
 */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startBuiltSite } from './fixtures/built-site.js'
import { largeSite } from './fixtures/letters-site.js'
import { startScriptedHost } from './fixtures/scripted-host.js'
import { openSite } from './fixtures/site.js'

const PAGE = '<!doctype html><html lang="en"><title>Start</title><main><h1>Start</h1><p>Some text.</p></main>'
const QUIET = '[site]\nlanguages = ["en", "tr"]\n[indexing.related]\nenabled = false\n'

/** The core of an index, and directories, by their names. @param {string} name */
const isNeeded = (name) => /^(core|files)-/.test(name)

test('R29: a large site fetches its core and its word directory while the engine loads', async ({ page }) => {
  const { files } = largeSite()
  const site = await startBuiltSite({ 'index.html': PAGE, 'soru.toml': QUIET, ...files })
  await site.build(join(site.folder, 'documents.jsonl'), '--config', join(site.folder, 'soru.toml'))
  const host = await startScriptedHost(site.url)
  /** @type {() => void} */
  let release = () => {}
  const released = new Promise((resolve) => { release = () => resolve(undefined) })
  host.behaviours.set('soru_engine.js', (answer, body) => released.then(() => answer.end(body)))
  try {
    await page.goto(new URL(new URL(site.url).pathname, host.url).href)
    const opened = page.evaluate(async () => {
      const { open } = await import(new URL('soru/soru.js', location.href).href)
      await open('soru/')
    })
    await expect.poll(() => host.asked.filter(isNeeded).length).toBe(2)
    const early = host.asked.filter(isNeeded).map((name) => name.split('-')[0]).sort()
    expect(early).toEqual(['core', 'files'])
    release()
    await opened
    // Nothing else was needed, and nothing twice.
    expect(host.asked.filter((name) => name.endsWith('.msgpack.bin')).length).toBe(2)
  } finally {
    release()
    await Promise.all([host.close(), site.close()])
  }
})

test('R29: a manifest that is damaged names no file', async ({ page }) => {
  await openSite(page)
  const manifest = await readFile(new URL('../../www/demo/soru/manifest.msgpack', import.meta.url))
  const endless = [0x94, 0xa0, 1, 0xa0, 0xc4, 7, 0x92, 0xa0, 0xdd, 255, 255, 255, 255]
  const others = [endless, [...Buffer.from('<!doctype html><title>core-')], [0xc1], []]
  const [needed, cut, strange] = await page.evaluate(async ([whole, others]) => {
    const { neededIn } = await import(new URL('/soru/real/bundle-files.js', location.href).href)
    const of = (/** @type {number[]} */ bytes) => neededIn(Uint8Array.from(bytes))
    return [of(whole), whole.map((_, length) => of(whole.slice(0, length))), others.map(of)]
  }, /** @type {[number[], number[][]]} */ ([[...manifest], others]))
  expect(needed).toEqual([{ name: expect.stringMatching(/^core-[0-9a-f]{16}\.msgpack\.bin$/), size: expect.any(Number) }])
  expect(new Set(cut.map((/** @type {unknown} */ found) => JSON.stringify(found)))).toEqual(new Set(['[]']))
  expect(strange).toEqual(others.map(() => []))
})
