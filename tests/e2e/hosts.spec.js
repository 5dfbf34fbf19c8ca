/**
 * R41: hosts that send files as something else than they are.
 */
import { expect, test } from '@playwright/test'
import { ask, options } from './fixtures/box.js'
import { ORIGIN, openSite } from './fixtures/site.js'

test('R41: a host that does not know .wasm serves the engine all the same', async ({ page }) => {
  let served = 0
  await page.route('**/*.wasm', async (route) => {
    served += 1
    const response = await route.fetch({ maxRetries: 3 })
    await route.fulfill({ response, headers: { ...response.headers(), 'content-type': 'application/octet-stream' } })
  })
  await page.goto('./')
  await ask(page, 'How much is a single room?')
  await expect(options(page).first()).toBeVisible()
  expect(served).toBeGreaterThan(0)
})

// Browsers run no module that is sent as text, and say so in their console only: none of our code can.
test('R41: where modules are sent as plain text, visitors see what stands between the tags', async ({ page }) => {
  await page.route(`${ORIGIN}/**`, (route) => route.request().url().endsWith('.js')
    ? route.fulfill({ contentType: 'text/plain', body: 'throw 1' })
    : route.fulfill({ contentType: 'text/html', body: `<!doctype html><title>x</title><script type="module" src="/soru/soru-search.js"></script>
        <soru-search><a href="/pages.html">All pages</a></soru-search>` }))
  const told = page.waitForEvent('console', (message) => /text\/plain/.test(message.text()))
  await page.goto(`${ORIGIN}/`)
  await expect(page.getByRole('link', { name: 'All pages' })).toBeVisible()
  await told
})

test('R41: with the box there, what stands between the tags is not shown', async ({ page }) => {
  await openSite(page, { body: '<soru-search><a href="/pages.html">All pages</a></soru-search>' })
  await expect(page.getByRole('combobox')).toBeVisible()
  await expect(page.getByRole('link', { name: 'All pages' })).toBeHidden()
})
