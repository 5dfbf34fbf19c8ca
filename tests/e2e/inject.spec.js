/**
 * R41: pages that `soru build --inject` put the box into, and modules that browsers refuse because they
 * are not those that were built.
 */
import { appendFile, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { ask, options } from './fixtures/box.js'
import { startBuiltSite } from './fixtures/built-site.js'

/** @param {string} text @param {string} [body] attributes */
const plain = (text, body = '') => `<!doctype html><html lang="en"><head><title>Harbour</title></head>
<body${body}><main><h1>Harbour</h1><p>${text}</p><div data-soru-box></div></main></body></html>`

const PAGES = {
  'index.html': plain('The ferry leaves from pier seven.'),
  'en/boats.html': plain('Boats are painted in April.'),
  'none.html': plain('Nothing goes into this page.', ' data-soru-no-inject'),
}
const PIER = 'Where does the ferry leave from?'

/** @type {Awaited<ReturnType<typeof startBuiltSite>>} */
let site
test.afterEach(async ({ page }) => {
  // Requests that are still running when the page closes are not failures.
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await site.close()
})

/**
 * The file of a module: in the folder of its version, if there is one, else the one that pages name.
 * @param {string} name
 */
async function moduleFile(name) {
  const bundle = join(site.folder, 'soru')
  const files = (await readdir(bundle, { recursive: true })).filter((file) => basename(file) === name)
  return join(bundle, files.find((file) => file !== name) ?? name)
}

test('R41: pages get the box where they ask for it, below any path and under a strict policy', async ({ page }) => {
  site = await startBuiltSite(PAGES)
  await site.build('--inject')
  await site.build('--inject')
  for (const path of ['', 'en/boats.html']) {
    await page.goto(site.url + path)
    await expect(page.locator('[data-soru-box] > soru-search')).toHaveCount(1)
    await ask(page, PIER)
    await expect(options(page).first()).toHaveAttribute('href', new RegExp(`^${site.url}`))
  }
  await page.goto(`${site.url}none.html`)
  await expect(page.locator('soru-search')).toHaveCount(0)
})

test('R41: in other pages the button in the header opens the box, in the place of the search that was there', async ({ page }) => {
  const header = '<header><a href="/">Harbour</a><form class="find"><input type="search"></form><nav><a href="a">A</a><a href="b">B</a></nav></header>'
  const pages = { 'index.html': plain('The ferry leaves from pier seven.').replace('<main>', `${header}<main>`).replace(/<div data-soru-box><.div>/, '') }
  site = await startBuiltSite({ ...pages, 'soru.toml': '[inject]\nreplace = "form.find"\n' })
  await site.build('--inject', '--config', join(site.folder, 'soru.toml'))
  await page.goto(site.url)
  await expect(page.locator('form.find')).toBeHidden()
  await page.locator('header').getByRole('button', { name: /^Search/ }).click()
  await ask(page, PIER)
  await expect(options(page).first()).toHaveAttribute('href', new RegExp(`^${site.url}`))
})

for (const module of ['soru-search.js', 'soru-search-element.js', 'view-debug.js']) {
  test(`R41: with --integrity, a ${module} that was altered is not run`, async ({ page }) => {
    site = await startBuiltSite(PAGES, ['--csp', 'off'])
    await site.build('--inject', '--integrity')
    const refused = /Failed to find a valid digest in the 'integrity' attribute/
    /** @type {string[]} */
    const said = []
    page.on('console', (message) => { said.push(message.text()) })
    await page.goto(site.url)
    await page.locator('soru-search').evaluate((element) => { element.setAttribute('debug', '') })
    await ask(page, PIER)
    await expect(page.getByText('How this was found')).toBeVisible()
    expect(said.filter((text) => refused.test(text))).toEqual([])
    await appendFile(await moduleFile(module), '\nglobalThis.altered = true\n')
    await page.reload()
    if (module === 'view-debug.js') {
      await page.locator('soru-search').evaluate((element) => { element.setAttribute('debug', '') })
      await ask(page, PIER)
      await expect(options(page).first()).toBeVisible()
    }
    await expect.poll(() => said.filter((text) => refused.test(text)).length).toBeGreaterThan(0)
    expect(await page.evaluate(() => 'altered' in globalThis)).toBe(false)
    expect(await page.evaluate(() => !customElements.get('soru-search'))).toBe(module !== 'view-debug.js')
  })
}

test('R41: the import map runs under a policy that names its hash, and under no other without it', async ({ page }) => {
  site = await startBuiltSite(PAGES, ['--csp', 'off'])
  const told = await site.build('--integrity', '--json')
  const { integrity } = JSON.parse(told.stdout)
  expect(integrity.modules.map(([/** @type {string} */ name]) => name)).toContainEqual(expect.stringMatching(/^engine-[0-9a-f]{16}\/soru-search-element\.js$/))
  const printed = (await site.buildAloud('--integrity')).stdout
  const [, head] = /Paste into a page:\n {2}(.*)\n/.exec(printed) ?? []
  const [, hash] = /\n {2}('sha256-[^\n]*)/.exec(printed) ?? []
  const below = new URL(site.url).pathname
  // The printed lines are for a site at the root of its host; this one is in a folder.
  await page.route('**/soru/**', async (route) => {
    const url = route.request().url().replace(/\/soru\//, `${below}soru/`)
    await route.fulfill({ response: await route.fetch({ url, maxRetries: 3 }) })
  })
  for (const [allowed, works] of /** @type {const} */ ([[hash, true], ['', false]])) {
    const csp = `script-src 'self' 'wasm-unsafe-eval' ${allowed}`
    const body = `<!doctype html><html><head><title>x</title>${head}</head><body><soru-search></soru-search></body></html>`
    await page.route('**/page.html', (route) => route.fulfill({ contentType: 'text/html', headers: { 'content-security-policy': csp }, body }))
    /** @type {string[]} */
    const said = []
    page.on('console', (message) => { said.push(message.text()) })
    await page.goto(new URL('/page.html', site.url).href)
    await expect(page.getByRole('combobox')).toBeVisible()
    await expect.poll(() => said.some((text) => /Content Security Policy/.test(text))).toBe(!works)
  }
})
