/**
 * The box of a site with a language model (R33, R34, R35): the card in which an answer is written. The
 * engine is the real one, on the demo's index; the model's server is made up.
 */
import { expect, test } from '@playwright/test'
import { LAUNCH } from './support/launch.js'
import { ask, expectAccessible, panel, recordEvents } from './fixtures/box.js'
import { chunk, refusing, saying, startModel } from './fixtures/model-server.js'

// See generate.spec.js.
test.use({ launchOptions: { ...LAUNCH, args: [...LAUNCH.args, '--disable-features=LocalNetworkAccessChecks'] } })

const QUESTION = 'Can I change employers?'
const TURKISH_QUESTION = 'Staj başvurusu nasıl yapılır?'

/** @type {{ close: () => Promise<unknown> }[]} */
let servers = []
test.afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  servers = []
})

/**
 * A page with a box whose model does this.
 * @param {import('@playwright/test').Page} page
 * @param {import('./fixtures/model-server.js').Script} script
 * @param {string} [lang]
 * @param {string} [attributes]
 * @param {string} [style]
 */
async function openBox(page, script, lang = 'en', attributes = '', style = '') {
  const server = await startModel(script)
  servers.push(server)
  const body = `<!doctype html><html lang="${lang}"><title>Box</title>${style}<main><h1>Box</h1>
    <soru-search endpoint="${server.url}" model="small" ${attributes}></soru-search></main>
    <script type="module" src="/soru/soru-search.js"></script>`
  await page.route('**/box.html', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body }))
  await page.goto('/box.html')
  return server
}

/** @param {import('@playwright/test').Page} page */
const card = (page) => panel(page).locator('.generated')

test('R33: below the quotation an answer is written, with citations that lead to their pages', async ({ page }) => {
  await openBox(page, saying('Apply **in August** [1].\n\n1. First [2]\n2. Then `pay`'))
  await ask(page, QUESTION)
  await expect(panel(page).locator('.card.quote')).toBeVisible()
  await expect(card(page)).toContainText('Apply in August')
  await expect(card(page).getByText(/Language models make mistakes/)).toBeVisible()
  await expect(card(page).locator('strong')).toHaveText('in August')
  await expect(card(page).locator('.generated-text ol li')).toHaveCount(2)
  await expect(card(page).locator('sup a').first()).toHaveAttribute('href', /^http.*\.html/)
  await expect(card(page).locator('.generated-sources li')).toHaveCount(2)
  await expect(card(page)).not.toHaveAttribute('aria-busy', 'true')
  await expectAccessible(page, 'main')
})

for (const form of /** @type {const} */ (['dialog', 'page'])) {
  test(`R33: the same is written in a ${form}, in Turkish and dark`, async ({ page }) => {
    const style = '<style>html { color-scheme: dark; background: #101217; color: #eee }</style>'
    await openBox(page, saying('It costs 98765 TL [1].'), 'tr', `form="${form}" feedback`, style)
    await page.locator('soru-search').evaluate((/** @type {any} */ box, question) => box.ask(question), TURKISH_QUESTION)
    const written = page.locator('soru-search .generated')
    await expect(written.getByText(/Dil modelleri yanılabilir:/)).toBeVisible()
    await expect(written.locator('.flagged').first()).toContainText('98765 TL')
    await expect(page.locator('soru-search .card.quote')).toBeVisible()
    await expectAccessible(page)
  })
}

test('R35: a value that no cited source contains is flagged, and nothing becomes markup', async ({ page }) => {
  await openBox(page, saying('It costs 98765 TL [1]. <img src=x onerror="document.title=1"> ![x](https://evil.example/p) [y](javascript:alert(1))'))
  await ask(page, QUESTION)
  await expect(card(page).locator('.flagged').first()).toContainText('98765 TL')
  await expect(card(page).locator('.flagged').first()).toContainText('not in the pages cited')
  await expect(card(page).locator('img')).toHaveCount(0)
  await expect(card(page).locator('.generated-text p a:not(sup a)')).toHaveCount(0)
  await expect(page).toHaveTitle('Box')
  await expectAccessible(page, 'main')
})

test('R34: a failure differs from an answer, and can be tried again', async ({ page }) => {
  const server = await openBox(page, (response, times, asked) => times === 0
    ? refusing(500, 'out of memory')(response, times, asked)
    : saying('Apply in August [1].')(response, times, asked))
  await ask(page, QUESTION)
  await expect(card(page)).toContainText('The model gave no answer')
  await expect(panel(page).locator('.card.quote')).toBeVisible()
  await card(page).getByRole('button', { name: 'Try again' }).click()
  await expect(card(page)).toContainText('Apply in August')
  expect(server.asked).toHaveLength(2)
})

test('R34: an answer that is being written can be stopped', async ({ page }) => {
  await openBox(page, (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk('Apply in '))
  })
  await ask(page, QUESTION)
  await expect(card(page)).toContainText('Apply in')
  await card(page).getByRole('button', { name: 'Stop' }).click()
  await expect(card(page)).toContainText('was not checked')
  await expect(card(page).getByRole('button', { name: 'Try again' })).toBeVisible()
})

test('R31: a checked answer, and none, need no model', async ({ page }) => {
  const server = await openBox(page, saying('No.'))
  await ask(page, 'What is the H-1B cap?')
  await expect(panel(page).locator('.card.fact')).toBeVisible()
  await expect(card(page)).toHaveCount(0)
  await ask(page, 'zzyzx qwxq vrrp')
  await expect(panel(page).locator('.state')).toBeVisible()
  expect(server.asked).toEqual([])
})

test('R33: the conversation of this tab is sent along, until the visitor clears it', async ({ page }) => {
  const server = await openBox(page, saying('August [1].'), 'tr')
  const messages = (/** @type {number} */ at) => server.asked[at].body.messages.slice(1, -1)
  await ask(page, TURKISH_QUESTION)
  await expect(card(page).getByText(/Dil modelleri yanılabilir:/)).toBeVisible()
  await page.reload()
  await ask(page, TURKISH_QUESTION)
  await expect(card(page).getByText(/Dil modelleri yanılabilir:/)).toBeVisible()
  expect(messages(0)).toEqual([])
  expect(messages(1)).toEqual([{ role: 'user', content: TURKISH_QUESTION }, { role: 'assistant', content: 'August [1].' }])
  await card(page).getByRole('button', { name: 'Konuşmayı temizle' }).click()
  await ask(page, `${TURKISH_QUESTION} `)
  await expect.poll(() => server.asked.length).toBe(3)
  expect(messages(2)).toEqual([])
})

test('R9: a follow-up question is searched as it is meant', async ({ page }) => {
  const server = await openBox(page, saying('Yes [1].'))
  await ask(page, QUESTION)
  await expect(card(page).getByText(/Language models make mistakes/)).toBeVisible()
  await ask(page, 'And how do I apply?')
  await expect.poll(() => server.asked.length).toBe(2)
  expect(server.asked[1].body.messages.at(-1).content).toMatch(/\[Source [12]\] .*[Ee]mployer/)
})

test('a visitor who has asked as often as the site allows is told so, until the next day', async ({ page }) => {
  await page.clock.install({ time: new Date('2026-03-01T23:00:00') })
  const server = await openBox(page, saying('August [1].'), 'en', 'daily-limit="2"')
  for (const [before, question] of [QUESTION, `${QUESTION} `].entries()) {
    await ask(page, question)
    // The card may still show the answer before.
    await expect.poll(() => server.asked.length).toBe(before + 1)
    await expect(card(page).getByText(/Language models make mistakes/)).toBeVisible()
  }
  await page.reload()
  const seen = await recordEvents(page)
  await ask(page, QUESTION)
  await expect(card(page).getByText(/limit of written answers has been reached/)).toBeVisible()
  await expect(panel(page).locator('.card.quote')).toBeVisible()
  await expect(card(page).getByRole('button', { name: 'Try again' })).toBeHidden()
  await expectAccessible(page, 'main')
  expect(server.asked).toHaveLength(2)
  // A question that needs no model counts for nothing.
  expect(await page.evaluate(() => Object.entries(localStorage))).toEqual([[expect.stringMatching(/^soru-asked http/), '2026-03-01 2']])
  await page.clock.setSystemTime(new Date('2026-03-02T00:30:00'))
  await ask(page, `${QUESTION}  `)
  await expect(card(page).getByText(/Language models make mistakes/)).toBeVisible()
  expect(server.asked).toHaveLength(3)
  expect(await seen('error')).toHaveLength(1)
})

test('the words of a proxy that refuses are shown', async ({ page }) => {
  await openBox(page, (response) => {
    response.writeHead(429, { 'content-type': 'application/json' })
    response.end('{"error":{"code":"daily_limit","message":"<b>Yarın</b> \\u202Enuros\\u202C."}}')
  }, 'tr')
  const seen = await recordEvents(page)
  await ask(page, TURKISH_QUESTION)
  await expect(card(page).getByText('<b>Yarın</b> nuros.')).toBeVisible()
  await expect(card(page).getByText(/yazma sınırına ulaşıldı/)).toBeVisible()
  await expect.poll(() => seen('error')).toHaveLength(1)
})

test("R34: a visitor's key is sent and kept nowhere", async ({ page }) => {
  const server = await openBox(page, saying('August [1].'))
  await page.evaluate(() => { /** @type {any} */ (document.querySelector('soru-search')).model = { key: 'my-key' } })
  await ask(page, QUESTION)
  await expect(card(page).getByText(/Language models make mistakes/)).toBeVisible()
  expect(server.asked[0].headers.authorization).toBe('Bearer my-key')
  const kept = await page.evaluate(() => JSON.stringify([{ ...sessionStorage }, { ...localStorage }, document.documentElement.outerHTML]))
  expect(kept).not.toContain('my-key')
})

test('R34: an error shows no key, in the box or in its events', async ({ page }) => {
  await openBox(page, refusing(401, 'The key my-own-key is wrong'))
  const seen = await recordEvents(page)
  await page.evaluate(() => { /** @type {any} */ (document.querySelector('soru-search')).model = { key: 'my-own-key' } })
  await ask(page, QUESTION)
  await expect(card(page).getByText(/The key \*\*\* is wrong/)).toBeAttached()
  expect(JSON.stringify(await seen('error'))).not.toContain('my-own-key')
  expect(await page.locator('soru-search').evaluate((box) => box.shadowRoot?.textContent)).not.toContain('my-own-key')
})
