/**
 * The browser's own language model (`api="browser"`): it answers on the visitor's device, where there is one, from the
 * demo's index with the real engine.
 */
import { expect, test } from '@playwright/test'
import { ask, expectAccessible, panel, recordEvents } from './fixtures/box.js'
import { askedOf, fakeLanguageModel } from './fixtures/language-model.js'

/** Pages answer it, and no fact does. */
const QUESTION = 'Can I change employers?'
const TURKISH_QUESTION = 'Staj başvurusu nasıl yapılır?'
const HISTORY = [{ role: 'user', content: 'Hello' }, { role: 'assistant', content: 'Hi' }]

/**
 * All events of a question.
 * @param {import('@playwright/test').Page} page
 * @param {any} [options]
 * @param {{ question?: string, abortAfter?: string }} [how]
 */
async function events(page, options = {}, how = {}) {
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Blank</title>' }))
  await page.goto('/blank')
  return page.evaluate(async ([question, given, abortAfter]) => {
    const { open } = await import(new URL('/soru/soru.js', location.href).href)
    const soru = await open('/soru/')
    const controller = new AbortController()
    const seen = []
    try {
      for await (const event of soru.generate(question, { api: 'browser', ...given, signal: controller.signal })) {
        seen.push(event)
        if (event.type === abortAfter) controller.abort(new Error('enough'))
      }
    } catch (thrown) {
      seen.push({ type: 'thrown', message: thrown.message })
    } finally {
      await soru.close()
    }
    return seen
  }, /** @type {[string, any, any]} */ ([how.question ?? QUESTION, options, how.abortAfter]))
}

/** @param {any[]} seen */
const types = (seen) => seen.map(({ type }) => type)

/**
 * A page with a box that uses the browser's model.
 * @param {import('@playwright/test').Page} page
 * @param {string} [lang]
 * @param {string} [body]
 */
async function openBox(page, lang = 'en', body = '') {
  const content = `<!doctype html><html lang="${lang}"><title>Box</title><main><h1>Box</h1>
    <soru-search api="browser"></soru-search></main>${body}<script type="module" src="/soru/soru-search.js"></script>`
  await page.route('**/box.html', (route) => route.fulfill({ contentType: 'text/html; charset=utf-8', body: content }))
  await page.goto('/box.html')
  await page.locator('soru-search').evaluate((box) => customElements.whenDefined(box.localName))
}

/** @param {import('@playwright/test').Page} page */
const card = (page) => panel(page).locator('.generated')
/** @param {import('@playwright/test').Page} page */
const offer = (page) => card(page).getByRole('button', { name: /some gigabytes/ })

test('an available model is given the prompt, the sources and their languages, and its citations are checked', async ({ page }) => {
  await fakeLanguageModel(page, { says: ['Apply in August [1', '][77].'] })
  const seen = await events(page, { history: HISTORY })
  expect(seen[0]).toMatchObject({ type: 'sources', isAsked: true, dailyLimit: 0 })
  expect(seen.at(-1)).toMatchObject({ type: 'done', text: 'Apply in August [1].', cited: [1] })
  const { availability, create: [created], prompts, destroyed } = await askedOf(page)
  const { initialPrompts, ...languages } = created
  expect(languages).toEqual({
    expectedInputs: [{ type: 'text', languages: ['en'] }], expectedOutputs: [{ type: 'text', languages: ['en'] }],
  })
  expect(availability).toEqual([languages])
  expect(initialPrompts.map(({ role }) => role)).toEqual(['system', 'user', 'assistant'])
  expect(initialPrompts.slice(1)).toEqual(HISTORY)
  expect(prompts[0]).toContain(`[Source 1] ${seen[0].sources[0].title}`)
  expect(destroyed).toBe(1)
})

test('a language that the browser does not list has no model, and nothing is created', async ({ page }) => {
  await fakeLanguageModel(page)
  const seen = await events(page, {}, { question: TURKISH_QUESTION })
  expect(seen[0]).toMatchObject({ type: 'sources', isAsked: false })
  expect(seen.slice(1)).toEqual([{ type: 'error', code: 'MODEL_UNAVAILABLE', message: expect.any(String) }])
  const { availability: [{ expectedInputs, expectedOutputs }], create } = await askedOf(page)
  expect(expectedInputs[0].languages).toContain('tr')
  expect(expectedOutputs[0].languages).toEqual(['tr'])
  expect(create).toEqual([])
})

test('a question that the site does not answer, or a fact does, never reaches the model', async ({ page }) => {
  await fakeLanguageModel(page)
  for (const question of ['zzyzx qwxq vrrp', 'What is the H-1B cap?']) {
    expect(types(await events(page, {}, { question }))).toEqual(['sources', 'skipped'])
  }
  expect((await askedOf(page)).availability).toEqual([])
})

for (const state of /** @type {const} */ (['downloadable', 'downloading'])) {
  test(`a ${state} model is loaded only on demand, with its progress, in any time`, async ({ page }) => {
    await fakeLanguageModel(page, { state, progress: [0.25, 0.5, 1] })
    expect((await events(page)).at(-1)).toEqual({ type: 'skipped', reason: 'download' })
    expect((await askedOf(page)).create).toEqual([])
    // The download takes four times as long.
    const limits = { generation: { model: { firstTokenMillis: 100, totalMillis: 100 } } }
    const seen = await events(page, { download: true, ...limits })
    const arrived = seen.filter(({ code }) => code === 'downloading').map(({ progress }) => progress)
    expect(arrived).toEqual([0, 0.25, 0.5, 1])
    expect(seen.at(-1)).toMatchObject({ type: 'done' })
  })
}

test('a conversation for which the model has no room is left out', async ({ page }) => {
  await fakeLanguageModel(page, { room: 2 })
  const seen = await events(page, { history: HISTORY })
  expect(seen.at(-1)).toMatchObject({ type: 'done', text: 'Apply in August [1].' })
  const { create, prompts, destroyed } = await askedOf(page)
  expect(create.map((/** @type {any} */ { initialPrompts }) => initialPrompts.length)).toEqual([3, 1])
  expect(prompts[1]).toBe(prompts[0])
  expect(destroyed).toBe(2)
})

for (const [what, behaviour, code] of /** @type {[string, import('./fixtures/language-model.js').Behaviour, string][]} */ ([
  ['no room for the sources', { room: 1 }, 'MODEL_NO_ROOM'],
  ['no room for the instruction', { createFails: 'QuotaExceededError' }, 'MODEL_NO_ROOM'],
  ['a model that was refused', { createFails: 'NotAllowedError' }, 'MODEL_UNAVAILABLE'],
  ['a model that cannot be started', { createFails: 'OperationError' }, 'MODEL_FAILED'],
  ['a model that fails', { promptFails: 'UnknownError' }, 'MODEL_FAILED'],
  ['a model that says nothing', { says: [] }, 'MODEL_EMPTY'],
])) {
  test(`${what} is an error with advice`, async ({ page }) => {
    await fakeLanguageModel(page, behaviour)
    const last = (await events(page)).at(-1)
    expect(last).toMatchObject({ type: 'error', code })
    const name = behaviour.createFails ?? behaviour.promptFails
    if (name) expect(last.message).toContain(`made up: ${name}`)
  })
}

test('an aborted signal ends the session', async ({ page }) => {
  await fakeLanguageModel(page, { hangs: 'prompt' })
  const seen = await events(page, {}, { abortAfter: 'token' })
  expect(seen.at(-1)).toEqual({ type: 'thrown', message: 'enough' })
  await expect.poll(() => askedOf(page)).toMatchObject({ aborted: 1, destroyed: 1 })
})

test('the box writes the answer of an available model, and sends nothing', async ({ page, baseURL }) => {
  await fakeLanguageModel(page)
  /** @type {string[]} */
  const sent = []
  page.on('request', (request) => { if (request.method() !== 'GET' || !request.url().startsWith(String(baseURL))) sent.push(request.url()) })
  await openBox(page)
  await ask(page, QUESTION)
  await expect(card(page)).toContainText('Apply in August')
  await expect(card(page).getByText(/Language models make mistakes/)).toBeVisible()
  await expect(card(page).locator('sup a')).toHaveCount(1)
  expect(sent.filter((url) => !url.startsWith('data:') && !url.startsWith('blob:'))).toEqual([])
})

test('the box offers a download in one line, loads it after a click, and says how far it is', async ({ page }) => {
  await fakeLanguageModel(page, { state: 'downloadable', progress: [0.25, 0.5, 0.75] })
  await openBox(page)
  await ask(page, QUESTION)
  await expect(offer(page)).toBeVisible()
  await expect(card(page).getByText('Written by a language model')).toBeHidden()
  await expectAccessible(page, 'main')
  expect((await askedOf(page)).create).toEqual([])
  const notes = await card(page).locator('.note').evaluateHandle((note) => {
    const said = /** @type {string[]} */ ([])
    new MutationObserver(() => said.push(String(note.textContent))).observe(note, { childList: true, characterData: true, subtree: true })
    return said
  })
  await offer(page).click()
  await expect(card(page)).toContainText('Apply in August')
  await expect(offer(page)).toBeHidden()
  expect(await notes.jsonValue()).toEqual(expect.arrayContaining(['25%', '50%', '75%'].map((part) => expect.stringContaining(part))))
  // Browsers demand it.
  expect((await askedOf(page)).clicked).toEqual([true])
})

test('a download that is stopped or fails leads back to the offer', async ({ page }) => {
  await fakeLanguageModel(page, { state: 'downloading', hangs: 'create' })
  await openBox(page)
  await ask(page, QUESTION)
  await offer(page).click()
  await expect(card(page).getByText('0%')).toBeVisible()
  await expect(card(page).getByRole('button', { name: 'Stop' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await askedOf(page)).aborted).toBe(1)
  await card(page).getByRole('button', { name: 'Try again' }).click()
  await expect(offer(page)).toBeVisible()
  expect((await askedOf(page)).create).toHaveLength(1)
})

for (const [what, behaviour, body] of /** @type {[string, import('./fixtures/language-model.js').Behaviour | null, string][]} */ ([
  ['no model', null, ''],
  ['an element of its name', null, '<form id="LanguageModel"><input name="create"></form>'],
  ['an unavailable model', { state: 'unavailable' }, ''],
  ['a model for other languages', { languages: ['ja'] }, ''],
])) {
  test(`in a browser with ${what} nothing hints at one`, async ({ page }) => {
    await page.addInitScript(() => { delete (/** @type {any} */ (globalThis).LanguageModel) })
    if (behaviour) await fakeLanguageModel(page, behaviour)
    await openBox(page, 'en', body)
    const seen = await recordEvents(page)
    const shown = await page.locator('soru-search').evaluateHandle((box) => {
      const found = /** @type {boolean[]} */ ([])
      const root = /** @type {ShadowRoot} */ (box.shadowRoot)
      new MutationObserver(() => found.push(Boolean(root.querySelector('.generated:not([hidden])'))))
        .observe(root, { childList: true, attributes: true, subtree: true })
      return found
    })
    await ask(page, QUESTION)
    await expect(panel(page).locator('.card.quote')).toBeVisible()
    if (behaviour) await expect.poll(async () => (await askedOf(page)).availability.length).toBe(1)
    await page.waitForTimeout(300)
    expect(await shown.jsonValue()).not.toContain(true)
    expect(await seen('error')).toEqual([])
    if (behaviour) expect((await askedOf(page)).create).toEqual([])
  })
}
