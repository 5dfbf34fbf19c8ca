/**
 * Asks one engine in Chromium what a visitor would.
 *
 * A fresh browser profile: nothing is kept from before. The first question pays for loading; each
 * further one is asked cold (its parts of the index may have to be fetched) and, after the visitor has
 * read for a while, again: once for what an engine still has to do, and once warm. A second visitor, far from
 * the host, reads the first answer for a while and then asks all further questions once.
 */
import { LAUNCH } from '../../tests/e2e/support/launch.js'
import { chromium } from 'playwright-core'

/** How long a visitor reads, in ms: time in which an engine may fetch what it may need later. */
export const READING = 6000

/** How long the host's answer takes to one who is far away, in ms: about what mobile networks add. */
export const FAR = 100

/**
 * @typedef {Awaited<ReturnType<typeof import('./server.js').serve>>} Server
 * @typedef {{ p50: number, p95: number }} Percentiles
 * @typedef {{
 *   firstAnswerBytes: number, firstAnswerRequests: number, firstAnswerMs: number, loadMs: number,
 *   laterBytes: number, far: { firstAnswerMs: number, coldMs: Record<string, Percentiles> },
 *   kinds: Record<string, {
 *     asked: number, none: number, answered: number,
 *     bytes: Percentiles, coldMs: Percentiles, warmMs: Percentiles
 *   }>,
 *   heap: { used: number, backing: number, wasm: number }
 * }} Measured
 */

/**
 * @param {Server} server
 * @param {string} engine
 * @param {Record<string, string[]>} kinds of questions, the first one's first question being the first
 * @returns {Promise<Measured>}
 */
export async function measure(server, engine, kinds) {
  const browser = await chromium.launch(LAUNCH)
  try {
    const { load, ask } = await open(browser, server, engine)
    const before = server.sent()
    const loadMs = await load(true)
    const [first] = Object.values(kinds)[0]
    const asked = await ask(first)
    const after = server.sent()
    /** @type {Measured['kinds']} */
    const measured = {}
    let laterBytes = 0
    for (const [kind, questions] of Object.entries(kinds)) {
      const [bytes, cold, warm] = [[], [], []].map(() => /** @type {number[]} */ ([]))
      let [none, answered] = [0, 0]
      for (const question of questions.slice(1)) {
        const sent = server.sent().bytes
        const reply = await ask(question)
        bytes.push(server.sent().bytes - sent)
        cold.push(reply.ms)
        none += Number(reply.found === 0)
        answered += Number(reply.answered)
      }
      const sent = server.sent().bytes
      await new Promise((resolve) => setTimeout(resolve, READING))
      laterBytes += server.sent().bytes - sent
      for (const question of questions.slice(1)) await ask(question)
      for (const question of questions.slice(1)) warm.push((await ask(question)).ms)
      measured[kind] = {
        asked: questions.length - 1,
        none,
        answered,
        bytes: percentiles(bytes),
        coldMs: percentiles(cold),
        warmMs: percentiles(warm),
      }
    }
    return {
      firstAnswerBytes: after.bytes - before.bytes,
      firstAnswerRequests: after.requests - before.requests,
      firstAnswerMs: loadMs + asked.ms,
      loadMs,
      laterBytes,
      far: await far(browser, server, engine, kinds),
      kinds: measured,
      heap: await heap(browser, server, engine, Object.values(kinds).flat()),
    }
  } finally {
    await browser.close()
  }
}

/**
 * A page that can be asked.
 * @param {import('playwright-core').Browser} browser
 * @param {{ address: string }} server
 * @param {string} engine
 */
async function open(browser, { address }, engine) {
  const page = await browser.newPage()
  await page.addInitScript(noteWasm)
  await page.goto(`${address}blank.html`)
  const load = (/** @type {boolean} */ worker) =>
    page.evaluate(async ({ engine, worker }) => {
      const start = performance.now()
      const { load } = await import(`/engines/${engine}.js`)
      await load(`/${engine}/`, { worker })
      return performance.now() - start
    }, { engine, worker })
  const ask = (/** @type {string} */ question) =>
    page.evaluate(async ({ engine, question }) => {
      const start = performance.now()
      const { ask } = await import(`/engines/${engine}.js`)
      const { titles, answered } = await ask(question)
      return { ms: performance.now() - start, found: titles.length, answered }
    }, { engine, question })
  return { page, load, ask }
}

/**
 * What a visitor waits for whose every request takes a while; six run at a time (HTTP 1.1).
 * @param {import('playwright-core').Browser} browser
 * @param {Server} server
 * @param {string} engine
 * @param {Record<string, string[]>} kinds
 */
async function far(browser, server, engine, kinds) {
  server.waitFor(FAR)
  try {
    // A page of its own has a cache of its own.
    const { page, load, ask } = await open(browser, server, engine)
    const [first] = Object.values(kinds)[0]
    const firstAnswerMs = (await load(true)) + (await ask(first)).ms
    await new Promise((resolve) => setTimeout(resolve, READING))
    /** @type {Record<string, Percentiles>} */
    const coldMs = {}
    for (const [kind, questions] of Object.entries(kinds)) {
      const cold = []
      for (const question of questions.slice(1)) cold.push((await ask(question)).ms)
      coldMs[kind] = percentiles(cold)
    }
    await page.close()
    return { firstAnswerMs, coldMs }
  } finally {
    server.waitFor(0)
  }
}

/** Runs in the page before anything else: which wasm modules there are. */
function noteWasm() {
  const noted = /** @type {WebAssembly.Instance[]} */ ((/** @type {any} */ (window).wasm = []))
  for (const name of /** @type {const} */ (['instantiate', 'instantiateStreaming'])) {
    const original = /** @type {any} */ (WebAssembly[name])
    WebAssembly[name] = async (/** @type {any[]} */ ...given) => {
      const made = await original.apply(WebAssembly, given)
      noted.push(made.instance ?? made)
      return made
    }
  }
}

/**
 * The heap after all questions, JavaScript and wasm, in MB; in a page of its own without a
 * worker, whose heap cannot be told.
 * @param {import('playwright-core').Browser} browser
 * @param {{ address: string }} server
 * @param {string} engine
 * @param {string[]} questions
 */
async function heap(browser, server, engine, questions) {
  const { page, load, ask } = await open(browser, server, engine)
  await load(false)
  for (const question of questions) await ask(question)
  const session = await page.context().newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize, backingStorageSize } = /** @type {any} */ (await session.send('Runtime.getHeapUsage'))
  const wasm = await page.evaluate(() =>
    /** @type {any} */ (window).wasm
      .flatMap((/** @type {WebAssembly.Instance} */ instance) => Object.values(instance.exports))
      .filter((/** @type {unknown} */ value) => value instanceof WebAssembly.Memory)
      .reduce((/** @type {number} */ sum, /** @type {WebAssembly.Memory} */ memory) => sum + memory.buffer.byteLength, 0),
  )
  return { used: usedSize / 1e6, backing: (backingStorageSize ?? 0) / 1e6, wasm: wasm / 1e6 }
}

/**
 * @param {number[]} values
 * @returns {Percentiles}
 */
function percentiles(values) {
  const ascending = [...values].sort((a, b) => a - b)
  const at = (/** @type {number} */ share) => ascending[Math.ceil(share * ascending.length) - 1] ?? 0
  return { p50: at(0.5), p95: at(0.95) }
}
