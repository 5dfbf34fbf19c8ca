/**
 * A search passes nine functions before the engine works (docs/design/loading.md): each has something to add, and none
 * only hands it on. They are read from the stack, so a tenth fails this test.
 */
import { expect, test } from '@playwright/test'
import { input } from './fixtures/box.js'
import { openSite } from './fixtures/site.js'

/** Notes the functions on the stack in `globalThis.stops`, the last one first, if it has this name. */
const NOTE = `
  Error.stackTraceLimit = 50
  globalThis.stops = {}
  globalThis.note = (last) => {
    const lines = new Error().stack.split('\\n').filter((line) => line.includes('/soru/'))
    const names = lines.map((line) => /at (?:async )?(?:\\w+\\.)?(#?\\w+) /.exec(line)?.[1]).filter((name) => name && name !== 'Promise')
    if (names[0] === last) globalThis.stops[last] ??= names
  }`

test('a search while typing makes nine stops before the engine works', async ({ page }) => {
  await openSite(page, { unjoined: true })
  await input(page).focus()
  await expect.poll(() => page.workers().length).toBe(1)
  const [worker] = page.workers()
  const address = new URL('/soru/engine/opened-engine.js', page.url()).href
  await page.evaluate(NOTE)
  await page.evaluate(() => {
    const { note } = /** @type {any} */ (globalThis)
    const { now } = Performance.prototype
    // Asked for the delay of the timer, after which the search begins.
    performance.now = function () { note('#untilSearch'); return now.call(this) }
    const { postMessage } = Worker.prototype
    Worker.prototype.postMessage = function (/** @type {any[]} */ ...given) {
      if (given[0].method === 'search') note('call')
      return postMessage.apply(this, /** @type {any} */ (given))
    }
  })
  await worker.evaluate(NOTE)
  await worker.evaluate(async (address) => {
    const { OpenedEngine } = await import(address)
    const { call } = OpenedEngine.prototype
    OpenedEngine.prototype.call = function (/** @type {any[]} */ ...given) {
      if (given[0] === 'search') /** @type {any} */ (globalThis).note('answer')
      return call.apply(this, given)
    }
  }, address)
  await input(page).pressSequentially('h1b')
  const noted = (/** @type {import('@playwright/test').Page | import('@playwright/test').Worker} */ where) =>
    where.evaluate(() => /** @type {any} */ (globalThis).stops)
  await expect.poll(async () => Object.keys(await noted(worker))).toEqual(['answer'])
  const { '#untilSearch': delay, call } = await noted(page)
  const { answer } = await noted(worker)
  const stops = [...delay.slice(1).reverse(), ...call.reverse(), ...answer.reverse(), 'call']
  expect(stops).toEqual(['typed', 'typed', '#search', '#run', 'call', '#once', 'call', 'answer', 'call'])
})
