/**
 * Pages in a cluster: the box asks its gateway, and answers from the small index of the bundle when the gateway does not.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { answerCard, ask, expectAccessible, input, options, panel } from './fixtures/box.js'
import { SORU, buildSite, startBuiltSite } from './fixtures/built-site.js'
import { startGateway } from './fixtures/gateway.js'
import { watchTrouble } from './fixtures/site.js'

/** @typedef {import('@playwright/test').Page} Page */

const run = promisify(execFile)

const SECTIONS = ['Housing', 'Library', 'Sports']
const CHEAPEST = { id: 'boathouse.html', title: 'Boathouse', text: 'The boathouse rents kayaks to members. A kayak costs four euros an hour.' }
/** Pages that only the cluster has. */
const CLUSTER = [
  CHEAPEST,
  { id: 'sailing.html', title: 'Sailing school', text: 'The sailing school begins in May. A place in the sailing school costs ninety euros.' },
  ...Array.from({ length: 24 }, (_, n) => ({
    id: `room-${n}.html`, title: `Room ${n}`, text: `Room ${n} of the workshop has a lathe, and opens at ${n % 12 + 1} o’clock.`,
    meta: { section: SECTIONS[n % 3] },
  })),
]
const KAYAK = 'What does a kayak cost?'
const FACT = 'How much is a student card?'
/** A question that the bundle's own pages can answer. */
const SMALL = 'When does the canteen close?'

/** @param {string} [attributes] */
const page = (attributes = '') => `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Canteen</title><link rel="icon" href="icon.svg">
<script type="module" src="soru/soru-search.js"></script></head><body><soru-search ${attributes}></soru-search><main>
<h1>Canteen</h1><p>The canteen closes at three in the afternoon. It sells soup.</p></main></body></html>`

/** @type {Awaited<ReturnType<typeof startBuiltSite>>} */
let built
/** @type {Awaited<ReturnType<typeof startGateway>>} */
let gateway

test.describe.configure({ mode: 'default' })

test.beforeAll(async () => {
  gateway = await startGateway(CLUSTER)
  built = await startBuiltSite({
    'index.html': page(),
    'here.html': page('worker="off"'),
    'results.html': page('form="page"'),
    'elsewhere.html': page('gateway="http://127.0.0.1:9"'),
    'soru.toml': `[site]\nlanguages = ["en"]\n[facts]\nfiles = ["facts.json"]\n[indexing]\ngateway = "${gateway.url}/"\n`,
    'facts.json': JSON.stringify([{ question: FACT, answer: 'A student card is free.', source_url: 'index.html', lang: 'en' }]),
  })
  await built.build('--config', join(built.folder, 'soru.toml'), '--layout', 'remote')
})
test.afterAll(async () => {
  await built.close()
  await gateway.stop()
})
test.beforeEach(async () => {
  gateway.answers('well')
  gateway.asked.length = 0
})

const line = (/** @type {Page} */ page) => panel(page).locator('[part=few-pages]')

/**
 * @param {Page} page
 * @param {string} [path]
 */
async function open(page, path = '') {
  await page.goto(built.url + path)
  await page.locator('soru-search').evaluate((element) => customElements.whenDefined(element.localName))
}

/** The same without zeros below zero, which JSON does not have. @param {unknown} value */
const plain = (value) => JSON.parse(JSON.stringify(value))

/**
 * Asks a bundle by script.
 * @param {Page} page
 * @param {string} question
 * @param {object} [given]
 */
const asked = (page, question, given = {}) => page.evaluate(async ({ question, given }) => {
  const address = new URL('soru/soru.js', location.href).href
  const { open } = await import(address)
  const soru = await open('soru/')
  const answer = await soru.ask(question, { today: '2026-03-01', ...given })
  await soru.close()
  return answer
}, { question, given })

/**
 * @param {string} question
 * @param {string[]} more
 */
async function commanded(question, ...more) {
  const args = ['query', join(built.folder, 'soru'), question, '--json', '--option', 'today=2026-03-01', ...more]
  return JSON.parse((await run(SORU, args, { maxBuffer: 1 << 26 })).stdout)
}

test('a question is answered from a page that only the cluster has, and nothing is asked while it is typed', async ({ page }) => {
  const trouble = await watchTrouble(page)
  await open(page)
  await input(page).pressSequentially('canteen', { delay: 30 })
  await expect(options(page)).toHaveCount(1)
  await input(page).fill('')
  await input(page).pressSequentially(KAYAK, { delay: 10 })
  await page.waitForTimeout(500)
  expect(gateway.asked).toEqual([])
  await input(page).press('Enter')
  await expect(answerCard(page)).toContainText('A kayak costs four euros an hour.')
  await expect(answerCard(page).getByRole('link', { name: 'Boathouse' }).first()).toHaveAttribute('href', /boathouse\.html/)
  await expect(line(page)).toHaveCount(0)
  expect(gateway.asked).toHaveLength(1)
  expect(gateway.asked[0].words.map(({ word }) => word)).toContain('kayak')
  expect(JSON.stringify(gateway.asked)).not.toContain(KAYAK)
  expect(trouble).toEqual([])
})

test('an answer is that of the command', async ({ page }) => {
  await open(page)
  for (const [question, given, more] of /** @type {[string, object, string[]][]} */ ([
    [KAYAK, {}, []],
    ['Which room opens at 7?', {}, []],
    ['"sailing school"', {}, []],
    ['room -lathe', {}, []],
    ['What is the zebra crossing?', {}, []],
    [FACT, {}, []],
    ['lathe of a room', { filter: { section: ['Library', 'Sports'] }, topK: 8 }, ['--filter', 'section=Library', '--filter', 'section=Sports', '--top-k', '8']],
    ['And in May?', { history: [{ role: 'user', content: 'What does the sailing school cost?' }] }, ['--after', 'What does the sailing school cost?']],
  ])) {
    expect(plain(await asked(page, question, given)), question).toEqual(plain(await commanded(question, ...more)))
  }
  expect(gateway.asked.length).toBeGreaterThan(10)
})

test('functions of the page rank what the cluster found', async ({ page }) => {
  await open(page)
  const titles = await page.evaluate(async () => {
    const address = new URL('soru/soru.js', location.href).href
    const { open } = await import(address)
    const soru = await open('soru/')
    const last = (/** @type {string} */ _, /** @type {{ title: string }[]} */ hits) => hits.map(({ title }) => Number(title === 'Room 17'))
    const { hits, trace } = await soru.ask('lathe of a room', { rerankers: [last], trace: true })
    return [hits[0].title, Array.isArray(trace)]
  })
  expect(titles).toEqual(['Room 17', true])
})

test('a language model reads what the cluster found, which is asked once', async ({ page }) => {
  await open(page)
  const titles = await page.evaluate(async (question) => {
    const address = new URL('soru/soru.js', location.href).href
    const { open } = await import(address)
    const soru = await open('soru/')
    const generate = async () => 'Four euros [1].'
    await soru.ask(question)
    for await (const event of soru.generate(question, { generate })) {
      if (event.type === 'sources') return event.sources.map((/** @type {{ title: string }} */ { title }) => title)
    }
  }, KAYAK)
  expect(titles).toContain('Boathouse')
  expect(gateway.asked).toHaveLength(1)
})

test('a follow-up is asked as it was understood, and alone if the visitor wishes', async ({ page }) => {
  await open(page)
  await ask(page, 'What does the sailing school cost?')
  await expect(answerCard(page)).toContainText('ninety euros')
  await ask(page, 'and in May?')
  await expect(panel(page).locator('[part=understood]')).toContainText('sailing school')
  const [, second] = gateway.asked
  expect(second.words.map(({ word }) => word)).toEqual(expect.arrayContaining(['sailing', 'may']))
  await panel(page).locator('[part=alone]').click()
  await expect.poll(() => gateway.asked.length).toBe(3)
  expect(gateway.asked[2].words.map(({ word }) => word)).not.toContain('sailing')
})

test('filters of a page of results ask for their pages', async ({ page }) => {
  await open(page, 'results.html')
  await page.getByRole('searchbox').fill('lathe of a room')
  await page.getByRole('searchbox').press('Enter')
  await page.getByRole('group', { name: 'Section' }).getByRole('button', { name: /Library/ }).click()
  await expect.poll(() => gateway.asked.at(-1)?.filter).toEqual({ section: ['Library'] })
})

for (const how of /** @type {const} */ (['never', 'nonsense', 'busy', 'endless'])) {
  test(`a gateway that answers ${how} leaves facts and the most important pages, with a quiet line`, async ({ page }) => {
    await open(page)
    gateway.answers(how)
    await ask(page, SMALL)
    await expect(answerCard(page)).toContainText('three in the afternoon')
    await expect(line(page)).toHaveText('Only the most important pages could be searched just now. Ask again in a minute.')
    await ask(page, FACT)
    await expect(answerCard(page)).toContainText('A student card is free.')
    await expect(line(page)).toHaveCount(0)
    await ask(page, 'zebra crossing')
    await expect(panel(page).getByText('No answer found')).toBeVisible()
    await expect(panel(page).getByText('Nothing on this site')).toHaveCount(0)
    await expect(line(page)).toHaveText(/^Only the most important pages/)
    gateway.answers('well')
    await ask(page, KAYAK)
    await expect(line(page)).toBeVisible()
    expect(gateway.asked, 'it is left alone').toHaveLength(1)
  })
}

test('a silent gateway is waited for a second and a half', async ({ page }) => {
  await open(page)
  await asked(page, KAYAK)
  gateway.answers('never')
  const [millis, codes] = await page.evaluate(async () => {
    const address = new URL('soru/soru.js', location.href).href
    const { open } = await import(address)
    const soru = await open('soru/')
    await soru.search('canteen', { partial: true })
    const start = performance.now()
    const { warnings } = await soru.ask('When does the canteen close?')
    return [performance.now() - start, warnings.map((/** @type {{ code: string }} */ { code }) => code)]
  })
  expect(codes).toEqual(['gateway_failed'])
  expect(millis).toBeGreaterThanOrEqual(1490)
  expect(millis).toBeLessThan(6000)
})

test('on a slow line the first question does not wait for the module, and a later one has it', async ({ page }) => {
  await open(page)
  /** @type {() => void} */
  let arrive = () => {}
  const arriving = new Promise((resolve) => { arrive = () => resolve(undefined) })
  await page.route('**/soru_working_index_bg.wasm.bin', async (route) => {
    await arriving
    await route.continue()
  })
  await ask(page, SMALL)
  await expect(answerCard(page)).toContainText('three in the afternoon')
  await expect(line(page)).toBeVisible()
  expect(gateway.asked).toEqual([])
  arrive()
  await expect(async () => {
    await ask(page, KAYAK)
    await expect(answerCard(page)).toContainText('four euros', { timeout: 3000 })
  }).toPass()
})

test('a gateway that was down is asked again after half a minute, and not before', async ({ page }) => {
  await page.clock.install()
  await open(page, 'here.html')
  await gateway.stop()
  await ask(page, KAYAK)
  await expect(line(page)).toBeVisible()
  await gateway.start()
  await page.clock.fastForward(29_000)
  await ask(page, KAYAK)
  await expect(line(page)).toBeVisible()
  expect(gateway.asked).toEqual([])
  await page.clock.fastForward(2_000)
  await ask(page, KAYAK)
  await expect(answerCard(page)).toContainText('A kayak costs four euros an hour.')
  await expect(line(page)).toHaveCount(0)
  expect(gateway.asked).toHaveLength(1)
})

test('without a part of the cluster no page is asserted, and nothing is called absent', async ({ page }) => {
  await open(page)
  const whole = await asked(page, KAYAK)
  expect(whole.answer).toContain('four euros')
  gateway.answers('in part')
  const part = await asked(page, KAYAK)
  expect(part.answer).toBeNull()
  expect(part.hits[0].title).toBe('Boathouse')
  expect(plain(part)).toEqual(plain(await commanded(KAYAK)))
})

test('a filter that the gateway does not know is no reason to leave it alone', async ({ page }) => {
  await open(page)
  const codes = await page.evaluate(async (question) => {
    const address = new URL('soru/soru.js', location.href).href
    const { open } = await import(address)
    const soru = await open('soru/')
    const answers = [await soru.ask(question, { filter: { colour: 'blue' } }), await soru.ask(question)]
    return answers.map(({ warnings }) => warnings.map((/** @type {{ code: string }} */ { code }) => code))
  }, KAYAK)
  expect(codes[0]).toContain('gateway_failed')
  expect(codes[1]).toEqual([])
})

test('an attribute names another gateway', async ({ page }) => {
  await open(page, 'elsewhere.html')
  await ask(page, SMALL)
  await expect(line(page)).toBeVisible()
  expect(gateway.asked).toEqual([])
  await page.locator('soru-search').evaluate((box, url) => box.setAttribute('gateway', url), gateway.url)
  await ask(page, KAYAK)
  await expect(answerCard(page)).toContainText('four euros')
})

test('the quiet line is accessible, and said', async ({ page }) => {
  await open(page)
  gateway.answers('busy')
  await ask(page, SMALL)
  await expect(page.getByRole('status')).toHaveText(/Only the most important pages could be searched/)
  await expectAccessible(page, 'soru-search')
})

test('a bundle whose pages it has does not load the module', async ({ page }) => {
  /** @type {string[]} */
  const loaded = []
  page.on('request', (request) => loaded.push(request.url()))
  await buildSite(built.folder, join(built.folder, 'static'))
  await page.goto(built.url)
  await page.evaluate(async () => {
    const address = new URL('static/soru.js', location.href).href
    const { open } = await import(address)
    await (await open('static/')).ask('When does the canteen close?')
  })
  expect(loaded.filter((url) => url.includes('static/')).length).toBeGreaterThan(2)
  expect(loaded.filter((url) => /working_index|cluster/.test(url))).toEqual([])
})
