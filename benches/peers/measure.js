/**
 * Asks one engine in Chromium a visitor's questions.
 *
 * Every kind of question has a separate visitor with an empty cache. The first question pays for loading; each further
 * one is asked cold (parts of the index may have to be fetched, unless an earlier question did) and, after the visitor
 * has read for a while, twice more: once so that the engine finishes any remaining work, and once warm. Other visitors,
 * far from the host, read the first answer for a while and then ask all further questions once.
 */
import { LAUNCH } from '../../tests/e2e/support/launch.js'
import { chromium } from 'playwright-core'

/** Reading time of a visitor, in ms, in which an engine may prefetch. */
export const READING = 6000

/** Number of visitors who ask all questions of a kind cold. */
export const VISITORS = 3

/** Latency of the host for a distant visitor, in ms: about that of mobile networks. */
export const FAR = 100

/**
 * @typedef {Awaited<ReturnType<typeof import('./server.js').serve>>} Server
 * @typedef {{ p50: number, p95: number }} Percentiles
 * @typedef {{
 *   firstAnswerBytes: number, firstAnswerRequests: number, firstAnswerMs: number, loadMs: number,
 *   laterBytes: number, far: { firstAnswerMs: number, coldMs: Record<string, Percentiles> },
 *   kinds: Record<string, {
 *     asked: number, none: number, answered: number,
 *     firstIndexBytes: Percentiles, indexBytes: Percentiles, bytes: Percentiles, coldMs: Percentiles, warmMs: Percentiles
 *   }>,
 *   heap: { used: number, backing: number, wasm: number }
 * }} Measured
 */

/**
 * @param {Server} server
 * @param {string} engine
 * @param {Record<string, string[]>} kinds of questions; the first kind's first question gives the first answer
 * @returns {Promise<Measured>}
 */
export async function measure(server, engine, kinds) {
  const browser = await chromium.launch(LAUNCH)
  try {
    const asked = Object.entries(kinds)
    /** @type {[string, Awaited<ReturnType<typeof visit>>][]} */
    const visits = []
    for (const [kind, questions] of asked) visits.push([kind, await visit(browser, server, engine, questions)])
    /** @type {[string, Awaited<ReturnType<typeof far>>][]} */
    const distant = []
    for (const [kind, questions] of asked) distant.push([kind, await far(browser, server, engine, questions)])
    return {
      ...visits[0][1].first,
      far: {
        firstAnswerMs: distant[0][1].firstAnswerMs,
        coldMs: Object.fromEntries(distant.map(([kind, { coldMs }]) => [kind, coldMs])),
      },
      kinds: Object.fromEntries(visits.map(([kind, { further }]) => [kind, further])),
      heap: await heap(browser, server, engine, Object.values(kinds).flat()),
    }
  } finally {
    await browser.close()
  }
}

/**
 * Measures one visitor, who asks questions of one kind, and the waiting times of others.
 * @param {import('playwright-core').Browser} browser
 * @param {Server} server
 * @param {string} engine
 * @param {string[]} questions
 */
async function visit(browser, server, engine, [first, ...others]) {
  const { page, load, ask } = await open(browser, server, engine)
  const before = server.sent()
  const loadMs = await load(true)
  const { ms } = await ask(first)
  const after = server.sent()
  const [bytes, indexBytes, cold, warm] = [[], [], [], []].map(() => /** @type {number[]} */ ([]))
  let [none, answered] = [0, 0]
  for (const question of others) {
    const sent = server.sent()
    const reply = await ask(question)
    bytes.push(server.sent().bytes - sent.bytes)
    indexBytes.push(server.sent().indexBytes - sent.indexBytes)
    cold.push(reply.ms)
    none += Number(reply.found === 0)
    answered += Number(reply.answered)
  }
  const sent = server.sent().bytes
  await new Promise((resolve) => setTimeout(resolve, READING))
  const laterBytes = server.sent().bytes - sent
  for (const question of others) await ask(question)
  for (const question of others) warm.push((await ask(question)).ms)
  await page.close()
  const firstIndexBytes = await firsts(browser, server, engine, [first, ...others])
  for (let more = 1; more < VISITORS; more += 1) cold.push(...(await waits(browser, server, engine, [first, ...others])))
  return {
    first: {
      firstAnswerBytes: after.bytes - before.bytes,
      firstAnswerRequests: after.requests - before.requests,
      firstAnswerMs: loadMs + ms,
      loadMs,
      laterBytes,
    },
    further: {
      asked: others.length,
      none,
      answered,
      firstIndexBytes: percentiles(firstIndexBytes),
      indexBytes: percentiles(indexBytes),
      bytes: percentiles(bytes),
      coldMs: percentiles(cold),
      warmMs: percentiles(warm),
    },
  }
}

/**
 * Returns the bytes of the index that each question fetches as a visitor's first.
 * @param {import('playwright-core').Browser} browser
 * @param {Server} server
 * @param {string} engine
 * @param {string[]} questions
 */
async function firsts(browser, server, engine, questions) {
  const bytes = []
  for (const question of questions) {
    const { page, load, ask } = await open(browser, server, engine)
    const before = server.sent().indexBytes
    await load(true)
    await ask(question)
    bytes.push(server.sent().indexBytes - before)
    await page.close()
  }
  return bytes
}

/**
 * Returns another visitor's waiting time for each further question.
 * @param {import('playwright-core').Browser} browser
 * @param {Server} server
 * @param {string} engine
 * @param {string[]} questions of one kind
 */
async function waits(browser, server, engine, [first, ...others]) {
  const { page, load, ask } = await open(browser, server, engine)
  await load(true)
  await ask(first)
  const waited = []
  for (const question of others) waited.push((await ask(question)).ms)
  await page.close()
  return waited
}

/**
 * Opens a page for questions, in a separate browser context.
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
 * Measures the waiting times of a visitor with high latency; six requests run at a time (HTTP 1.1).
 * @param {import('playwright-core').Browser} browser
 * @param {Server} server
 * @param {string} engine
 * @param {string[]} questions of one kind
 */
async function far(browser, server, engine, [first, ...others]) {
  server.waitFor(FAR)
  try {
    const { page, load, ask } = await open(browser, server, engine)
    const firstAnswerMs = (await load(true)) + (await ask(first)).ms
    await new Promise((resolve) => setTimeout(resolve, READING))
    const cold = []
    for (const question of others) cold.push((await ask(question)).ms)
    await page.close()
    return { firstAnswerMs, coldMs: percentiles(cold) }
  } finally {
    server.waitFor(0)
  }
}

/** Runs in the page before anything else and records its wasm modules. */
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
 * Returns the heap after all questions, JavaScript and wasm, in MB; in a separate page without a
 * worker, whose heap cannot be measured.
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
