/**
 * The element on the demo site, with the real engine and the demo's own index.
 */
import { expect, test } from '@playwright/test'
import { answerCard, ask, expectAccessible, input, options, panel } from './fixtures/box.js'
import { watchTrouble } from './fixtures/site.js'

/** The question, the text of the card, and the name of the source. */
const CAP_QUESTIONS = /** @type {const} */ ([
  ['What is the H-1B cap?', /85,000|65,000/],
  ['h1b cap', /85,000|65,000/],
  ['How many H1Bs are issued?', /85,000|65,000/],
  ['H-1B kontenjanı kaç?', /85\.000|65\.000/],
])

// Requests that are still running when the page closes are not failures.
test.afterEach(({ page }) => page.unrouteAll({ behavior: 'ignoreErrors' }))

for (const [question, amount] of CAP_QUESTIONS) {
  test(`R14, R35: "${question}" is answered by a checked fact with source and date`, async ({ page }) => {
    await page.goto('./')
    await ask(page, question)
    const card = page.getByRole('region', { name: 'Checked answer' })
    await expect(card).toContainText(amount)
    await expect(card.getByRole('link')).toHaveAttribute('href', /^https?:\/\//)
    await expect(card.locator('time').first()).toHaveAttribute('datetime', /^20\d\d-\d\d-\d\d$/)
  })
}

test('R32: a Turkish question about internships finds the page on internships', async ({ page }) => {
  await page.goto('./tr/')
  await ask(page, 'staj başvurusu nasıl yapılır?')
  await expect(answerCard(page)).toBeVisible()
  await expect(options(page).and(page.locator('[href*="/tr/staj"]')).first()).toBeVisible()
})

test('R4: pages are found while typing, without diacritics too', async ({ page }) => {
  await page.goto('./tr/')
  await input(page).pressSequentially('staj basvurusu')
  await expect(options(page).and(page.locator('[href*="/tr/staj"]')).first()).toBeVisible()
})

test('R31: a question outside the site is not answered', async ({ page }) => {
  await page.goto('./')
  await ask(page, 'Who won the football match yesterday?')
  await expect(panel(page).getByText('No answer found')).toBeVisible()
})

test('a question that is like the visitor’s is shown with its section, and answered when it is asked', async ({ page }) => {
  await page.goto('./tr/')
  await ask(page, 'staj yaparken maaş verilir mi')
  await options(page).filter({ hasText: 'Benzer soru: Stajda maaş alabilir miyim?' }).click()
  await expect(input(page)).toHaveValue('Stajda maaş alabilir miyim?')
  await expect(answerCard(page)).toContainText('Ücretli staj yapmak serbesttir')
})

test('prepared questions complete the typed text', async ({ page }) => {
  await page.goto('./en/')
  const arrived = page.waitForResponse(/suggest-[0-9a-f]{16}\.msgpack\.bin$/)
  await input(page).pressSequentially('bring to an ex')
  expect((await (await arrived).body()).length).toBeLessThan(16_384)
  await expect(options(page).first()).toHaveText('What do I need to bring to an exam?')
})

test('R9: a greeting is not searched for', async ({ page }) => {
  await page.goto('./tr/')
  await ask(page, 'Merhaba hocam')
  await expect(panel(page).getByText('Sorunuzu yazın')).toBeVisible()
  await expect(options(page)).toHaveCount(0)
})

test('a sample question of the page is asked by a click', async ({ page }) => {
  await page.goto('./')
  await page.getByRole('link', { name: 'What is the H-1B cap?' }).click()
  await expect(page.getByRole('region', { name: 'Checked answer' })).toContainText(/85,000|65,000/)
})

test('a result opens a page that exists', async ({ page }) => {
  await page.goto('./tr/')
  await input(page).pressSequentially('yurt ücreti')
  const result = page.locator('soru-search a[role=option]').first()
  await expect(result).toBeVisible()
  const response = await page.goto(String(await result.getAttribute('href')))
  expect(response?.status()).toBe(200)
})

test('a missing bundle is reported with advice, and with its code for developers', async ({ page }) => {
  await page.goto('./')
  await page.locator('soru-search').evaluate((box) => box.setAttribute('bundle', 'nowhere/'))
  await ask(page, 'What is the H-1B cap?')
  await expect(panel(page).getByText('let the people who run this site know')).toBeVisible()
  await panel(page).getByText('Technical details').click()
  await expect(panel(page).getByText(/FETCH_FAILED .*nowhere\/manifest\.msgpack/)).toBeVisible()
})

test('the answered box has no accessibility violations, and the page causes no trouble', async ({ page }) => {
  const trouble = await watchTrouble(page)
  await page.route('**/favicon.ico', (route) => route.fulfill({ status: 204 }))
  await page.goto('./')
  await ask(page, 'What is the H-1B cap?')
  await expect(page.getByRole('region', { name: 'Checked answer' })).toBeVisible()
  await expectAccessible(page, 'soru-search')
  expect(trouble).toEqual([])
})

test('R41: once open, the box answers without a network', async ({ page, context }) => {
  await page.goto('./')
  await ask(page, 'What is the H-1B cap?')
  await expect(page.getByRole('region', { name: 'Checked answer' })).toBeVisible()
  await context.setOffline(true)
  await ask(page, 'How much is a single room?')
  await expect(answerCard(page)).toContainText('single room')
  await expect(panel(page).getByText('You seem to be offline')).toHaveCount(0)
})

test('R41: the site works below a folder', async ({ page, baseURL }) => {
  // The same server, as if the site were one folder further down.
  await page.route('**/below/a/folder/**', async (route) => {
    const url = route.request().url().replace('/below/a/folder/', '/')
    await route.fulfill({ response: await route.fetch({ url, maxRetries: 3 }) })
  })
  await page.goto('./below/a/folder/')
  await ask(page, 'staj başvurusu nasıl yapılır?')
  await expect(options(page).first()).toHaveAttribute('href', new RegExp(`^${new URL('below/a/folder/', baseURL)}`))
})

test('R3, R38: with ?debug the demo shows every stage and compares all methods', async ({ page }) => {
  const trouble = await watchTrouble(page)
  await page.goto('./')
  await page.getByRole('link', { name: 'See how answers are found' }).click()
  await ask(page, 'Can I change employers?')
  await panel(page).getByText('How this was found').click()
  for (const stage of ['pre-retrieval', 'retrieval', 'post-retrieval']) {
    await expect(page.getByRole('table', { name: 'Steps' }).getByText(stage, { exact: true }).first()).toBeVisible()
  }
  await expect(page.getByRole('table', { name: 'Search terms' })).toContainText('employers')
  await page.getByRole('button', { name: 'Compare methods' }).click()
  const methods = page.getByRole('table', { name: 'Methods side by side' })
  await expect(methods.getByRole('columnheader', { name: 'bm25 + matching' })).toBeVisible()
  await expect(methods.getByRole('row').nth(5)).toContainText(/\d×/)
  await expectAccessible(page, 'soru-search')
  expect(trouble).toEqual([])
})

test('R37: open() answers from a script, in the worker and on the main thread alike', async ({ page }) => {
  await page.goto('./')
  const [inWorker, here] = await page.evaluate(async () => {
    const { open } = await import(new URL('soru/soru.js', document.baseURI).href)
    const answers = []
    for (const worker of [true, false]) {
      const soru = await open('soru/', { worker })
      answers.push(await soru.ask('What is the H-1B cap?', { topK: 3 }))
      await soru.close()
    }
    return answers
  })
  expect(inWorker).toEqual(here)
  expect(here).toMatchObject({ tier: 1, method: 'fact_exact', confidence: 1 })
  for (const key of ['answer', 'sources', 'level', 'intent', 'hits', 'route']) expect(here).toHaveProperty(key)
})

test('R23, R28: a page reranks with its own functions, in the worker and on the main thread', async ({ page }) => {
  await page.goto('./')
  const [inWorker, here] = await page.evaluate(async () => {
    const { open } = await import(new URL('soru/soru.js', document.baseURI).href)
    /** @typedef {{ url: string, text: string }} Hit */
    const shortFirst = async (/** @type {string} */ query, /** @type {Hit[]} */ hits) => {
      if (query !== 'staj başvurusu') throw new Error(query)
      return hits.map(({ text }) => -text.length)
    }
    const broken = () => { throw new TypeError('no model') }
    const strange = () => [() => 1]
    const results = []
    for (const worker of [true, false]) {
      const soru = await open('soru/', { worker })
      const search = async (/** @type {unknown[]} */ ...rerankers) => {
        const ranking = { maxPerDocument: 0 }
        const found = await soru.search('staj başvurusu', { rerankers, topK: 50, ranking })
        return { ...found, urls: found.hits.map((/** @type {Hit} */ { url }) => url) }
      }
      results.push({
        plain: await search('matching'),
        short: await search('matching', shortFirst),
        broken: await search('matching', broken),
        strange: await search('matching', strange),
      })
      await soru.close()
    }
    return results
  })
  for (const { plain, short, broken, strange } of [inWorker, here]) {
    expect(short.rerankFailed).toBe(false)
    const lengths = short.hits.map((/** @type {{ text: string }} */ { text }) => text.length)
    expect(lengths).toEqual([...lengths].sort((a, b) => a - b))
    expect(short.hits[0].scores.shortFirst).toBe(-lengths[0])
    expect(short.urls).not.toEqual(plain.urls)
    expect(broken).toMatchObject({ rerankFailed: true, urls: plain.urls })
    expect(broken.warnings[0].message).toContain('`broken` failed: no model')
    expect(strange).toMatchObject({ rerankFailed: true, urls: plain.urls })
  }
  expect(inWorker.short.hits).toEqual(here.short.hits)
})

test('R38: compare() gives every method, in the worker and on the main thread alike', async ({ page }) => {
  await page.goto('./')
  const [inWorker, here] = await page.evaluate(async () => {
    const { open } = await import(new URL('soru/soru.js', document.baseURI).href)
    const results = []
    for (const worker of [true, false]) {
      const soru = await open('soru/', { worker })
      results.push(await soru.compare('What is the H-1B cap?', { topK: 2 }))
      await soru.close()
    }
    // Times differ.
    return results.map((result) => JSON.parse(JSON.stringify(result, (key, value) => key === 'ms' ? undefined : value)))
  })
  expect(inWorker).toEqual(here)
  expect(here.tier1).toMatchObject({ method: 'fact_exact', confidence: 1 })
  expect(here.methods.map((/** @type {{ method: string }} */ { method }) => method)).toContain('bm25 + matching + passage')
})

/**
 * The files that the page and its workers request from now on, by name.
 * @param {import('@playwright/test').BrowserContext} context
 */
function requests(context) {
  /** @type {string[]} */
  const names = []
  context.on('request', (request) => names.push(new URL(request.url()).pathname.split('/').at(-1) ?? ''))
  return names
}

for (const worker of [true, false]) {
  const where = worker ? 'in the worker' : 'on the main thread'
  test(`the full engine is loaded when a call needs it, and no earlier, ${where}`, async ({ page, context }) => {
    const names = requests(context)
    await page.goto('./')
    const open = (/** @type {boolean} */ inWorker) => page.evaluate(async (worker) => {
      const { open } = await import(new URL('soru/soru.js', location.href).href)
      const soru = await open('./soru/', { worker })
      Object.assign(globalThis, { soru })
    }, inWorker)
    const ask = (/** @type {string} */ question, options = {}) => page.evaluate(async ([question, options]) => {
      const { soru } = /** @type {any} */ (globalThis)
      return soru.ask(question, { today: '2026-01-01', ...options })
    }, /** @type {const} */ ([question, options]))

    await open(worker)
    const first = await ask('How much is a single room?')
    expect(first.hits.length).toBeGreaterThan(0)
    expect(names).toContain('soru_engine_bg.wasm')
    expect(names).not.toContain('soru_engine_full_bg.wasm.bin')

    // R11: correcting a word needs nothing else.
    const repaired = await ask('tuitoin fees')
    expect(repaired.corrections[0]).toMatchObject({ from: 'tuitoin', to: 'tuition' })
    expect(names).not.toContain('soru_engine_full_bg.wasm.bin')

    // Phrases, exclusions and filters are for visitors.
    const restricted = await ask('"single room" -visa', { filter: { lang: 'en' } })
    expect(restricted.hits.length).toBeGreaterThan(0)
    expect(names).not.toContain('soru_engine_full_bg.wasm.bin')

    expect((await ask('How much is a single room?', { trace: true })).trace.length).toBeGreaterThan(3)
    expect(names).toContain('soru_engine_full_bg.wasm.bin')
    // R2: both engines answer alike, to the last bit of a score.
    expect(await ask('How much is a single room?')).toEqual(first)
    expect(await ask('"single room" -visa', { filter: { lang: 'en' } })).toEqual(restricted)
    expect(names.filter((name) => name === 'manifest.msgpack').length).toBe(1)
  })
}

test('R29: a first answer loads at most twelve modules, and none of what it does not need', async ({ page, context }) => {
  const names = requests(context)
  await page.goto('./')
  await ask(page, 'How much is a single room?')
  await expect(answerCard(page)).toBeVisible()
  await page.waitForLoadState('networkidle')
  // Chromium reads a policy from the headers of a module in its cache, and reports that as a request.
  const modules = [...new Set(names.filter((name) => name.endsWith('.js') && name !== 'demo.js'))]
  expect(modules).toEqual(expect.arrayContaining(['soru-search.js', 'soru-worker.js', 'soru_engine.js']))
  expect(modules.length, modules.join(' ')).toBeLessThanOrEqual(12)
  const optional = /^(view-debug|chat-session|generat|form-|offline|service-worker|soru-related|query-log|rerankers|engine-loader)/
  expect(modules.filter((name) => optional.test(name))).toEqual([])
})

test('R29: code and manifest are on their way before the worker is there', async ({ page, context }) => {
  const names = requests(context)
  let held = false
  await context.route('**/soru-worker.js', async (route) => {
    await expect.poll(() => names).toEqual(expect.arrayContaining(['manifest.msgpack', 'soru_engine_bg.wasm']))
    held = true
    await route.continue()
  })
  await page.goto('./')
  await ask(page, 'How much is a single room?')
  await expect(answerCard(page)).toBeVisible()
  expect(held).toBe(true)
  expect(names.filter((name) => name === 'manifest.msgpack').length).toBe(1)
})

test('R41: a manifest that fails to load with the worker is requested again', async ({ page, context }) => {
  const names = requests(context)
  await context.route('**/manifest.msgpack', (route) => route.abort(), { times: 1 })
  await page.goto('./')
  await ask(page, 'How much is a single room?')
  await expect(answerCard(page)).toBeVisible()
  expect(names.filter((name) => name === 'manifest.msgpack').length).toBe(2)
})

test('R29: a visit of several questions loads no other engine', async ({ page, context }) => {
  const names = requests(context)
  await page.goto('./')
  for (const question of ['How much is a single room?', 'and a double room?', 'zzyzx', 'How much is a ticket?']) {
    await ask(page, question)
    await page.waitForLoadState('networkidle')
  }
  expect(names).toContain('soru_engine_bg.wasm')
  expect(names.filter((name) => name.startsWith('soru_engine_full'))).toEqual([])
})

for (const [folder, button, question, checked] of /** @type {const} */ ([
  ['visa/en/', 'Search', 'What is the H-1B cap?', 'Checked answer'],
  ['visa/tr/', 'Ara', 'H-1B kontenjanı kaç?', 'Doğrulanmış yanıt'],
])) {
  test(`R14: the visa guide asks in a dialog, and leads to all results: ${folder}`, async ({ page }) => {
    await page.goto(`./${folder}`)
    await expect(page.getByRole('button', { name: button })).toBeVisible()
    await expect(async () => {
      await page.keyboard.press('Control+k')
      await expect(page.getByRole('dialog')).toBeVisible({ timeout: 500 })
    }).toPass()
    await ask(page, question)
    await expect(page.getByRole('region', { name: checked })).toContainText(/85[.,]000|65[.,]000/)
    await expectAccessible(page, 'soru-search')
    await page.locator('soru-search a.all').click()
    await expect(page.getByRole('searchbox')).toHaveValue(question)
    await expect(page.getByRole('region', { name: checked })).toContainText(/85[.,]000|65[.,]000/)
    await expect(page.getByRole('heading', { level: 3 }).first()).toBeVisible()
    await expectAccessible(page)
  })
}

test('R8: the page of results filters by language and section, and shows more', async ({ page }) => {
  await page.goto('./search.html?q=H-1B+cap')
  const titles = page.getByRole('heading', { level: 3 })
  await expect(titles.first()).toBeVisible()
  const button = (/** @type {string} */ group, /** @type {RegExp} */ name) => page.getByRole('group', { name: group }).getByRole('button', { name })
  const allBelow = (/** @type {string} */ folder) => expect.poll(() => titles.getByRole('link').evaluateAll((links, folder) => links.length > 0
    && links.every((link) => /** @type {HTMLAnchorElement} */ (link).href.includes(folder)), folder)).toBe(true)
  await button('Section', /^Visa Guide/).click()
  await allBelow('/visa/en/')
  await button('Section', /^All/).click()
  await button('Language', /^Turkish/).click()
  await expect(page).toHaveURL(/q-lang=tr/)
  await allBelow('/tr/')
  await button('Language', /^All/).click()
  const before = await titles.count()
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => titles.count()).toBeGreaterThan(before)
})

test('without scripting the page of results leads on', async ({ browser, baseURL }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL })
  const page = await context.newPage()
  await page.goto('./ara.html')
  await page.getByRole('link', { name: 'Vize Rehberi' }).click()
  await page.getByRole('link', { name: 'Ara', exact: true }).click()
  await expect(page).toHaveURL(/ara\.html$/)
  await context.close()
})
