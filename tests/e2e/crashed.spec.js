/**
 * R41: the shipped box and an engine that crashes, or a worker that the browser ends: another one is started, which
 * gets the question again, once. If it ends as well, the box says what to do, and a new attempt starts another.
 */
import { expect, test } from '@playwright/test'
import { askAlone, options, panel } from './fixtures/box.js'
import { altered, missing, startScriptedHost } from './fixtures/scripted-host.js'

/** @type {Awaited<ReturnType<typeof startScriptedHost>>} */
let host
test.beforeEach(async ({ baseURL }) => {
  host = await startScriptedHost(String(baseURL))
  // Results from before the engine started would look like its results.
  host.behaviours.set('outline.json.bin', missing)
})
test.afterEach(() => host.close())

/** Stops at the first question, as a panic does, and at everything from then on. */
const crashing = altered((body) => `${body}
{
  let hasCrashed = false
  const stops = (own, isFatal) => function (...given) {
    hasCrashed ||= isFatal(...given)
    if (hasCrashed) throw new WebAssembly.RuntimeError('unreachable')
    return own.apply(this, given)
  }
  let isQuestion = false
  const { begin } = Engine.prototype
  Engine.prototype.begin = function (method, ...given) {
    isQuestion = method === 'ask'
    return stops(begin, () => false).call(this, method, ...given)
  }
  Call.prototype.step = stops(Call.prototype.step, () => isQuestion)
  for (const held of [Engine, Call]) held.prototype.free = stops(held.prototype.free, () => false)
}`)

for (const worker of ['on', 'off']) {
  test(`R41: after a crash trying again begins with a new engine, and nothing is left of the old: worker ${worker}`, async ({ page }) => {
    /** @type {Error[]} */
    const errors = []
    page.on('pageerror', (error) => errors.push(error))
    host.behaviours.set('soru_engine.js', crashing)
    await page.goto(host.url)
    await page.locator('soru-search').evaluate((box, worker) => box.setAttribute('worker', worker), worker)
    await askAlone(page, 'How much is a single room?')
    await expect(panel(page).getByText(/^ENGINE_CRASHED unreachable/)).toBeAttached()
    host.behaviours.delete('soru_engine.js')
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect(options(page).first()).toBeVisible()
    await expect.poll(() => page.workers().length).toBe(worker === 'on' ? 1 : 0)
    expect(errors).toEqual([])
  })
}

/**
 * Gives the test the workers of a page, and shortens the wait for a silent one.
 * @param {import('@playwright/test').Page} page
 */
const watchWorkers = (page) => page.addInitScript(() => {
  const own = /** @type {any} */ (globalThis)
  const { setTimeout, Worker } = own
  own.setTimeout = (/** @type {any} */ run, /** @type {number} */ millis, /** @type {any[]} */ ...more) =>
    setTimeout(run, millis === 4000 ? 800 : millis, ...more)
  own.workers = []
  own.Worker = class extends Worker {
    /** @param {any[]} given */
    constructor(...given) {
      super(...given)
      own.workers.push(this)
    }
  }
})

/** Ends each worker that gets a question, as often as is said. @param {number} times */
const endAsked = (times) => {
  const { postMessage } = Worker.prototype
  Worker.prototype.postMessage = function (/** @type {any} */ message, /** @type {any[]} */ ...more) {
    if (message.method === 'ask' && times-- > 0) this.terminate()
    return /** @type {any} */ (postMessage).call(this, message, ...more)
  }
}

test('R41: a worker that was ended between two questions is replaced, and the question asked again', async ({ page }) => {
  await watchWorkers(page)
  await page.goto(host.url)
  await askAlone(page, 'How much is a single room?')
  await expect(options(page).first()).toBeVisible()
  await page.evaluate(() => /** @type {any} */ (globalThis).workers[0].terminate())
  await askAlone(page, 'When does the library open?')
  await expect(options(page).first()).toBeVisible()
  await expect(panel(page).locator('[part~=error]')).toHaveCount(0)
  expect(await page.evaluate(() => /** @type {any} */ (globalThis).workers.length)).toBe(2)
  await expect.poll(() => page.workers().length).toBe(1)
})

test('R41: a worker that reports an error is replaced, and the question asked again', async ({ page }) => {
  await watchWorkers(page)
  let isFirst = true
  host.behaviours.set('soru-worker.js', altered((body) => {
    const end = "addEventListener('message', ({ data }) => { if (data.method === 'ask') throw new Error('no memory') });"
    const code = isFirst ? `${end}${body}` : body
    isFirst = false
    return code
  }))
  await page.goto(host.url)
  await askAlone(page, 'How much is a single room?')
  await expect(options(page).first()).toBeVisible()
  await expect(panel(page).locator('[part~=error]')).toHaveCount(0)
  await expect.poll(() => page.workers().length).toBe(1)
})

test('R41: a question that ends two workers is an error that says what to do, and trying again starts another', async ({ page }) => {
  await watchWorkers(page)
  await page.goto(host.url)
  await page.evaluate(endAsked, 2)
  await askAlone(page, 'How much is a single room?')
  const error = panel(page).locator('[part~=error]')
  await expect(error.getByText(/Please try again/)).toBeVisible()
  await expect(error.locator('details p')).toHaveText(/^ENGINE_CRASHED .*does not respond\. Ask again, or reload the page/)
  expect(await page.evaluate(() => /** @type {any} */ (globalThis).workers.length)).toBe(2)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(options(page).first()).toBeVisible()
  await expect.poll(() => page.workers().length).toBe(1)
})
