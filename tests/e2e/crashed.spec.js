/**
 * R41: the shipped box and an engine that crashes: the crashed engine is ended, and a new attempt starts
 * another.
 */
import { expect, test } from '@playwright/test'
import { askAlone, options, panel } from './fixtures/box.js'
import { altered, missing, startScriptedHost } from './fixtures/scripted-host.js'

/** @type {Awaited<ReturnType<typeof startScriptedHost>>} */
let host
test.beforeEach(async ({ baseURL }) => {
  host = await startScriptedHost(String(baseURL))
  // Results from before the engine started would look like its results.
  host.behaviours.set('outline.json.gz', missing)
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
  Engine.prototype.call = stops(Engine.prototype.call, (method) => method === 'ask')
  for (const method of ['rest', 'free']) Engine.prototype[method] = stops(Engine.prototype[method], () => false)
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
