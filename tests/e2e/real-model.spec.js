/**
 * A real server of a language model (llama.cpp) behind a real proxy (nginx), in front of the demo with the
 * policy of a strict site (R34): the instructions of the documentation suffice.
 */
import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { ask, panel } from './fixtures/box.js'
import { saying, startModel } from './fixtures/model-server.js'
import { KEY, startNginx, startRealModel } from './fixtures/real-servers.js'

const QUESTION = 'How do I get a room in a dormitory?'
const SAID = 'Apply in August [1]. It costs 98765 TL [1].'

/** @type {{ close: () => Promise<void> }[]} */
let servers = []
test.afterEach(async () => {
  for (const server of servers) await server.close()
  servers = []
})

/** @param {string} site */
async function start(site) {
  const model = await startRealModel(SAID)
  servers.unshift(model)
  const proxy = await startNginx(model.url, site)
  servers.unshift(proxy)
  return { model, proxy }
}

test('R34: through a proxy of the same origin, the box writes an answer under a strict policy', async ({ page, baseURL }) => {
  const { proxy } = await start(String(baseURL))
  /** @type {string[]} */
  const violations = []
  page.on('console', (message) => { if (/Content Security Policy/.test(message.text())) violations.push(message.text()) })
  await page.goto(`${proxy.url}/en/dormitories.html`)
  const policy = (await page.request.get(page.url())).headers()['content-security-policy']
  expect(policy).toContain("default-src 'self'")
  await page.locator('soru-search').first().evaluate((box) => {
    box.setAttribute('endpoint', '/llm')
    box.setAttribute('model', 'tiny')
  })
  await ask(page, QUESTION)
  const card = panel(page).locator('.generated')
  await expect(card.getByText(/Language models make mistakes/)).toBeVisible()
  await expect(card).toContainText('Apply in August')
  await expect(card.locator('sup a')).toHaveCount(2)
  await expect(card.locator('.flagged')).toContainText('98765 TL')
  expect(violations).toEqual([])
  expect(await page.content()).not.toContain(KEY)
})

test('R34: the proxy passes only the requests that the model needs', async ({ baseURL }) => {
  const { proxy } = await start(String(baseURL))
  const url = `${proxy.url}/llm/chat/completions`
  const body = JSON.stringify({ model: 'tiny', messages: [{ role: 'user', content: 'Hi' }], stream: true })
  const answer = await fetch(url, { method: 'POST', body, headers: { 'content-type': 'application/json' } })
  expect(answer.status).toBe(200)
  expect(await answer.text()).toContain('[DONE]')
  expect((await fetch(url)).status).toBe(403)
  expect((await fetch(`${proxy.url}/llm/models`)).status).toBe(404)
  const large = await fetch(url, { method: 'POST', body: 'x'.repeat(200_000) })
  expect(large.status).toBe(413)
  const answers = await Promise.all(Array.from({ length: 15 }, () => fetch(url, { method: 'POST', body: '{}' })))
  const statuses = new Set(answers.map(({ status }) => status))
  expect(statuses).toContain(429)
})

test('the proxy counts the questions, and the box shows why it refuses one', async ({ page, baseURL }) => {
  const model = await startModel(saying(SAID))
  servers.unshift({ close: async () => { await model.close() } })
  const proxy = await startNginx(model.url, String(baseURL))
  servers.unshift(proxy)
  await Promise.all(Array.from({ length: 15 }, () => fetch(`${proxy.url}/llm/chat/completions`, { method: 'POST', body: '{}' })))
  expect(model.asked.length).toBeLessThan(15)
  const before = model.asked.length
  await page.goto(`${proxy.url}/en/dormitories.html`)
  await page.locator('soru-search').first().evaluate((box) => {
    box.setAttribute('endpoint', '/llm')
    box.setAttribute('model', 'tiny')
  })
  await ask(page, QUESTION)
  await expect(panel(page).locator('.generated')).toContainText('Many questions have been asked here.')
  expect(model.asked).toHaveLength(before)
})

test('R34: a real server refuses a wrong key with an error, and accepts the right one', async ({ page, baseURL }) => {
  const { model } = await start(String(baseURL))
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Blank</title>' }))
  // The server lets no other origin in, so its address is the page's.
  await page.route('**/v1/chat/completions', async (route) => {
    const response = await route.fetch({ url: `${model.url}/chat/completions` })
    await route.fulfill({ response })
  })
  await page.goto('/blank')
  const last = (/** @type {string} */ key) => page.evaluate(async ([question, key]) => {
    const { open } = await import(new URL('/soru/soru.js', location.href).href)
    const soru = await open('/soru/')
    let last
    for await (const event of soru.generate(question, { endpoint: '/v1', model: 'tiny', key })) last = event
    await soru.close()
    return last
  }, [QUESTION, key])
  expect(await last('wrong')).toMatchObject({ type: 'error', code: 'MODEL_UNAUTHORISED' })
  expect(await last(KEY)).toMatchObject({ type: 'done', text: SAID, cited: [1] })
})

test('the documentation shows the proxy as it is tested', async () => {
  const root = new URL('../../', import.meta.url)
  const example = await readFile(new URL('examples/nginx/language-model.conf', root), 'utf8')
  expect(await readFile(new URL('www/docs/apis.md', root), 'utf8')).toContain(`\`\`\`nginx\n${example}\`\`\``)
})
