/**
 * R41: compressed files of the engine that a host sends without end, or that inflate to far more than an engine.
 */
import { setTimeout } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { askAlone, options } from './fixtures/box.js'
import { missing, startScriptedHost } from './fixtures/scripted-host.js'

/** @typedef {import('./fixtures/scripted-host.js').Behaviour} Behaviour */

const MEGABYTE = 1 << 20

/** The maximum that `unpack.js` reads, plus the buffers of the connection. */
const MOST = (16 + 24) * MEGABYTE

/** Bytes that hosts have sent without end. */
let sent = 0

/** Begins like a file and never ends. @type {Behaviour} */
const endless = async (answer) => {
  const piece = Buffer.alloc(MEGABYTE, 0x1f)
  while (!answer.destroyed && sent < 4 * MOST) {
    sent += piece.length
    answer.write(piece)
    while (answer.writableNeedDrain && !answer.destroyed) await setTimeout(5)
  }
  answer.end()
}

/** Some 60 KB that inflate to four times the limit. Made once: a host that compresses meanwhile seems silent. */
const BOMB = gzipSync(Buffer.alloc(64 * MEGABYTE))

/** @type {Behaviour} */
const bomb = (answer) => answer.end(BOMB)

/** @type {Awaited<ReturnType<typeof startScriptedHost>>} */
let host
test.beforeEach(async ({ baseURL }) => {
  sent = 0
  host = await startScriptedHost(String(baseURL))
  // Results from before the engine started would look like its results.
  host.behaviours.set('outline.json.bin', missing)
})
test.afterEach(() => host.close())

for (const [name, behave] of /** @type {[string, Behaviour][]} */ ([['is endless', endless], ['inflates without measure', bomb]])) {
  test(`R41: if the compressed engine ${name}, the plain one is requested`, async ({ page }) => {
    host.behaviours.set('soru_engine_bg.wasm.bin', behave)
    await page.goto(host.url)
    await askAlone(page, 'How much is a single room?')
    await expect(options(page).first()).toBeVisible()
    expect(host.asked.filter((name) => /^soru_engine_bg/.test(name)))
      .toEqual(['soru_engine_bg.wasm', 'soru_engine_bg.wasm.bin', 'soru_engine_bg.wasm'])
    expect(sent).toBeLessThan(MOST)
  })

  test(`R41: where the full engine ${name} the error names it, and the next question works`, async ({ page }) => {
    host.behaviours.set('soru_engine_full_bg.wasm.bin', behave)
    await page.goto(host.url)
    const [code, message, answer] = await page.evaluate(async () => {
      const { open } = await import(new URL('soru/soru.js', location.href).href)
      const soru = await open('./soru/')
      const refused = await soru.ask('single room', { trace: true }).then(() => ['', ''], (/** @type {any} */ thrown) => [thrown.code, thrown.message])
      const { answer } = await soru.ask('How much is a single room?')
      return [...refused, answer]
    })
    expect(code).not.toBe('')
    expect(message).toMatch(/soru_engine_full_bg\.wasm\.bin/)
    expect(message).toMatch(/longer than expected/)
    expect(answer).toBeTruthy()
    expect(sent).toBeLessThan(MOST)
  })
}
