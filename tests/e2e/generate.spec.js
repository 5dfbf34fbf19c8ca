/**
 * Answers in a language model's words (R31, R33, R34, R35), from the demo's index with the real engine, by
 * servers that a test makes up.
 */
import { expect, test } from '@playwright/test'
import { LAUNCH } from './support/launch.js'
import { chunk, refusing, saying, sayingInLines, startModel } from './fixtures/model-server.js'

// A page that a test creates has no address, so Chromium treats the servers of this machine as those of
// another network.
test.use({ launchOptions: { ...LAUNCH, args: [...LAUNCH.args, '--disable-features=LocalNetworkAccessChecks'] } })

const KEY = 'sk-0123/456-secret'
/** Pages answer it, and no fact does. */
const QUESTION = 'Can I change employers?'

/** @type {{ close: () => Promise<unknown> }[]} */
let servers = []
test.afterEach(async () => {
  await Promise.all(servers.map((server) => server.close()))
  servers = []
})

/** @param {Parameters<typeof startModel>} given */
async function model(...given) {
  const server = await startModel(...given)
  servers.push(server)
  return server
}

/**
 * All events of a question. `own` replaces functions, since functions cannot be sent.
 * @param {import('@playwright/test').Page} page
 * @param {any} options
 * @param {{ question?: string, worker?: boolean, own?: string[], abortAfter?: string }} [how]
 */
async function events(page, options, how = {}) {
  // A page without a policy, so that other hosts may be asked.
  await page.route('**/blank', (route) => route.fulfill({ contentType: 'text/html', body: '<title>Blank</title>' }))
  await page.goto('/blank')
  return page.evaluate(async ([question, given, { worker = true, own, abortAfter }]) => {
    const { open } = await import(new URL('/soru/soru.js', location.href).href)
    const soru = await open('/soru/', { worker })
    const controller = new AbortController()
    const generate = own && (async function* () { yield* own })
    const seen = []
    try {
      for await (const event of soru.generate(question, { ...given, generate, signal: controller.signal })) {
        seen.push(event)
        if (event.type === abortAfter) controller.abort(new Error('enough'))
      }
    } catch (thrown) {
      seen.push({ type: 'thrown', code: thrown.code, message: thrown.message })
    } finally {
      await soru.close()
    }
    return seen
  }, /** @type {[string, any, any]} */ ([how.question ?? QUESTION, options, how]))
}

/** @param {any[]} seen */
const text = (seen) => seen
  .map((event) => event.type === 'token' ? event.text : event.type === 'citation' ? `[${event.number}]` : '')
  .join('')

/** @param {any[]} seen */
const types = (seen) => seen.map(({ type }) => type)

for (const worker of [true, false]) {
  const where = worker ? 'in the worker' : 'on the main thread'

  test(`R33, R34: an OpenAI-compatible server is given sources, and streams an answer, ${where}`, async ({ page }) => {
    const server = await model(saying('Apply in **August**, ğ 😀 [1].\n\n- Then pay [2, 77].'))
    const seen = await events(page, { endpoint: `${server.url}/v1`, model: 'small', key: 'visitor-key' }, { worker })
    expect(types(seen)[0]).toBe('sources')
    expect(types(seen).at(-1)).toBe('done')
    const [{ answer, sources }] = seen
    expect(answer.method).toBe('extractive')
    expect(sources[0]).toMatchObject({ number: 1, title: expect.any(String), url: expect.any(String), preview: expect.any(String) })
    expect(text(seen)).toBe('Apply in **August**, ğ 😀 [1].\n\n- Then pay [2].')
    expect(seen.at(-1)).toMatchObject({ text: text(seen), cited: [1, 2] })
    expect(seen.filter(({ type }) => type === 'token').length).toBeGreaterThan(3)
    expect(seen.filter(({ code }) => code === 'unknown_citation')).toHaveLength(1)
    const [{ path, headers, body }] = server.asked
    expect([path, headers.authorization, body.model, body.stream]).toEqual(['/v1/chat/completions', 'Bearer visitor-key', 'small', true])
    expect(body.messages.at(-1).content).toContain(`[Source 1] ${sources[0].title}`)
    expect(body.messages.at(-1).content).toContain(QUESTION)
  })
}

test('R34: Ollama is spoken to as it wants', async ({ page }) => {
  const server = await model(sayingInLines('Apply in August [1].'))
  const history = [{ role: 'user', content: 'Hello' }, { role: 'assistant', content: 'Hi' }]
  const seen = await events(page, { endpoint: server.url, model: 'small', api: 'ollama', history })
  expect(seen.at(-1)).toMatchObject({ type: 'done', text: 'Apply in August [1].' })
  expect(server.asked[0].path).toBe('/api/chat')
  expect(server.asked[0].body.messages.slice(1, 3)).toEqual(history)
})

test('R33: every question has its own delimiter', async ({ page }) => {
  const server = await model(saying('Yes [1].'))
  const given = { endpoint: server.url, model: 'small' }
  await events(page, given)
  await events(page, given)
  const [one, two] = server.asked.map(({ body }) => body.messages.at(-1).content.match(/<<<(\w{32}) source 1>>>/)?.[1])
  expect(one).toBeTruthy()
  expect(two).toBeTruthy()
  expect(one).not.toBe(two)
})

test('R31: facts, greetings and unanswerable questions never reach a model', async ({ page }) => {
  const server = await model(saying('No.'))
  for (const [question, reason] of [
    ['What is the H-1B cap?', 'fact'],
    ['zzyzx qwxq vrrp', 'no_answer'],
    ['Thank you!', 'small_talk'],
  ]) {
    const seen = await events(page, { endpoint: server.url, model: 'small' }, { question })
    expect(types(seen)).toEqual(['sources', 'skipped'])
    expect(seen[1].reason).toBe(reason)
  }
  expect(server.asked).toEqual([])
})

test('R35: values that no cited source contains are flagged, and links lead to known hosts only', async ({ page }) => {
  const server = await model(saying('It costs 98765 TL [1]. See [this](https://evil.example/x) ![i](https://evil.example/p).'))
  const seen = await events(page, { endpoint: server.url, model: 'small' })
  const { flagged, text: said } = seen.at(-1)
  expect(flagged.map((/** @type {any} */ { kind, value }) => [kind, value])).toEqual([
    ['amount', '98765 TL'], ['address', 'https://evil.example/x'], ['address', 'https://evil.example/p'],
  ])
  expect(said.slice(flagged[0].start, flagged[0].end)).toBe('98765 TL')
  const shown = JSON.stringify(seen.filter(({ type }) => type === 'content').at(-1).blocks)
  expect(shown).toContain('"flagged"')
  expect(shown).not.toContain('evil')
})

/** @type {[string, string, import('./fixtures/model-server.js').Script, string][]} */
const FAULTS = [
  ['a refused key', 'MODEL_UNAUTHORISED', refusing(401, 'bad key'), 'bad key'],
  ['an unknown model', 'MODEL_NOT_FOUND', refusing(404, 'no model small'), 'no model small'],
  ['a server that stays busy', 'MODEL_BUSY', refusing(429, 'slow down', { 'retry-after': '0' }), 'slow down'],
  ['a broken server', 'MODEL_FAILED', refusing(500, 'oops'), 'oops'],
  ['a page instead of a stream', 'MODEL_NOT_A_STREAM', (response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><p>Hello')
  }, 'text/html'],
  ['a stream that breaks off', 'MODEL_CUT', async (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write(chunk('Half of'))
    await new Promise((resolve) => setTimeout(resolve, 50))
    response.destroy()
  }, ''],
  ['a stream that ends early', 'MODEL_CUT', (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(chunk('Half of'))
  }, ''],
  ['an error in the stream', 'MODEL_FAILED', (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(`${chunk('Half of')}data: {"error":{"message":"out of memory"}}\n\n`)
  }, 'out of memory'],
  ['a model that says nothing', 'MODEL_EMPTY', saying(''), ''],
]

for (const [what, code, script, said] of FAULTS) {
  test(`R34: ${what} is an error with advice, never text`, async ({ page }) => {
    const server = await model(script)
    const seen = await events(page, { endpoint: server.url, model: 'small' })
    expect(types(seen)[0]).toBe('sources')
    expect(seen.at(-1)).toMatchObject({ type: 'error', code })
    expect(seen.at(-1).message).toContain(said)
    expect(types(seen)).not.toContain('done')
    expect(text(seen)).not.toContain(seen.at(-1).message)
    if (code === 'MODEL_BUSY') expect(server.asked).toHaveLength(3)
  })
}

test('R34: a busy server is asked again when it wants to be', async ({ page }) => {
  const server = await model((response, times, asked) => times === 0
    ? refusing(503, '', { 'retry-after': '1' })(response, times, asked)
    : saying('Yes [1].')(response, times, asked))
  const seen = await events(page, { endpoint: server.url, model: 'small' })
  expect(seen[1]).toMatchObject({ type: 'warning', code: 'waiting' })
  expect(seen.at(-1)).toMatchObject({ type: 'done', text: 'Yes [1].' })
  expect(server.asked).toHaveLength(2)
})

test('R34: a server that lets no other site in, and one that is not there', async ({ page }) => {
  const server = await model(saying('Yes.'), { cors: false })
  for (const endpoint of [server.url, 'http://127.0.0.1:9']) {
    const seen = await events(page, { endpoint, model: 'small' })
    expect(seen.at(-1)).toMatchObject({ type: 'error', code: 'MODEL_UNREACHABLE' })
    expect(seen.at(-1).message).toContain('Access-Control-Allow-Origin')
  }
})

// A model's address has been chosen by the site; where it points to, nobody has chosen.
test('a server that redirects gets the question, and no other one does', async ({ page }) => {
  const other = await model(saying('Yes.'))
  const server = await model((response) => response.writeHead(307, { location: other.url }).end())
  const seen = await events(page, { endpoint: server.url, model: 'small', headers: { 'x-own': 'secret' } })
  expect(seen.at(-1)).toMatchObject({ type: 'error', code: 'MODEL_UNREACHABLE' })
  expect(seen.at(-1).message).toContain('redirect')
  expect(server.asked).toHaveLength(1)
  expect(other.asked).toHaveLength(0)
})

test('of an endless error only the message is read', async ({ page }) => {
  let isOver = false
  const server = await model((response) => {
    response.on('close', () => { isOver = true })
    response.writeHead(500, { 'content-type': 'text/plain' }).write('out of memory ')
    const more = () => { if (!isOver) response.write('x'.repeat(65_536), () => setTimeout(more, 5)) }
    more()
  })
  const seen = await events(page, { endpoint: server.url, model: 'small' })
  expect(seen.at(-1)).toMatchObject({ type: 'error', code: 'MODEL_FAILED' })
  expect(seen.at(-1).message).toContain('out of memory')
  await expect.poll(() => isOver).toBe(true)
})

test('R34: a slow model times out, before its first word and after', async ({ page }) => {
  const silent = await model(() => {})
  const limits = { generation: { model: { firstTokenMillis: 200, pauseMillis: 200 } } }
  const seen = await events(page, { endpoint: silent.url, model: 'small', ...limits })
  expect(seen.at(-1)).toMatchObject({ type: 'error', code: 'MODEL_TIMED_OUT' })
  const stuck = await model((response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk('Half of '))
  })
  // Here it is the pause after the first word that ends it.
  const pauses = { generation: { model: { firstTokenMillis: 20_000, pauseMillis: 200 } } }
  const half = await events(page, { endpoint: stuck.url, model: 'small', ...pauses })
  expect(text(half)).toBe('Half of')
  expect(half.at(-1)).toMatchObject({ type: 'error', code: 'MODEL_TIMED_OUT' })
})

test('R34: an aborted signal ends the answer and the connection', async ({ page }) => {
  let closed = false
  const server = await model((response) => {
    response.on('close', () => { closed = true })
    response.writeHead(200, { 'content-type': 'text/event-stream' }).write(chunk('One two '))
  })
  const seen = await events(page, { endpoint: server.url, model: 'small' }, { abortAfter: 'token' })
  expect(seen.at(-1)).toMatchObject({ type: 'thrown', message: 'enough' })
  await expect.poll(() => closed).toBe(true)
})

test('R34: a function of the page is a model too', async ({ page }) => {
  const seen = await events(page, {}, { own: ['See \uD83D', '\uDE00 [', '1].'] })
  expect(seen.at(-1)).toMatchObject({ type: 'done', text: 'See 😀 [1].', cited: [1] })
})

test("R34: the browser's own model answers where there is one, and is missed where not", async ({ page }) => {
  await page.addInitScript(() => { delete (/** @type {any} */ (globalThis).LanguageModel) })
  const missing = await events(page, { api: 'browser' })
  expect(missing.at(-1)).toMatchObject({ type: 'error', code: 'MODEL_UNAVAILABLE' })
  await page.addInitScript(() => {
    /** @type {any} */ (globalThis).LanguageModel = {
      availability: async () => 'available',
      create: async (/** @type {any} */ { initialPrompts }) => ({
        promptStreaming: (/** @type {string} */ prompt) => new ReadableStream({
          start(controller) {
            controller.enqueue(`${initialPrompts[0].role} `)
            controller.enqueue(prompt.includes('[Source 1]') ? 'Yes [1].' : 'No.')
            controller.close()
          },
        }),
        destroy: () => {},
      }),
    }
  })
  const seen = await events(page, { api: 'browser' })
  expect(seen.at(-1)).toMatchObject({ type: 'done', text: 'system Yes [1].' })
})

// A server may repeat the request in an error, a model may be led to repeat it, and JSON has two ways to write a slash.
for (const [what, code, script] of /** @type {[string, string, import('./fixtures/model-server.js').Script][]} */ ([
  ['a refusal', 'MODEL_UNAUTHORISED', refusing(401, `Incorrect key: ${KEY}. Given: Bearer ${KEY}`)],
  ['an escaped refusal', 'MODEL_REFUSED', (response) => {
    response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error: { message: `Key ${KEY}` } }).replaceAll('/', '\\/'))
  }],
  ['a page of errors', 'MODEL_FAILED', (response) => { response.writeHead(500).end(`${'x'.repeat(190)} ${KEY}`) }],
  ['a content type', 'MODEL_NOT_A_STREAM', (response) => { response.writeHead(200, { 'content-type': `text/html; key=${KEY}` }).end('Hello') }],
  ['a time to wait', 'MODEL_BUSY', refusing(503, 'busy', { 'retry-after': KEY })],
  ['an error in the stream', 'MODEL_FAILED', (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' }).end(`data: {"error":{"message":"${KEY} is out of credit"}}\n\n`)
  }],
  ['an answer', '', saying(`The key is ${KEY} [1].`)],
  ['pieces of an answer', '', (response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const letter of `The key is ${KEY} [1].`) response.write(chunk(letter))
    response.end('data: [DONE]\n\n')
  }],
])) {
  for (const [how, given] of /** @type {[string, any][]} */ ([['key', { key: KEY }], ['header', { headers: { 'X-Api-Key': KEY } }], ['scheme', { headers: { Authorization: `Bearer ${KEY}` } }]])) {
    test(`R34: no event has the visitor's key that ${what} repeats, given as ${how}`, async ({ page }) => {
      const server = await model(script)
      const seen = await events(page, { endpoint: server.url, model: 'small', ...given, generation: { model: { retries: 0 } } })
      const { headers } = server.asked[0]
      expect([headers.authorization, headers['x-api-key']].join()).toContain(KEY)
      if (code) expect(seen.at(-1)).toMatchObject({ type: 'error', code })
      else expect(text(seen)).toBe('The key is *** [1].')
      expect(JSON.stringify(seen)).not.toContain(KEY.slice(0, 8))
      if (!['a time to wait'].includes(what)) expect(JSON.stringify(seen)).toContain('***')
    })
  }
}

test('R34: a key that cannot be sent is not shown either', async ({ page }) => {
  const seen = await events(page, { endpoint: 'http://127.0.0.1:9', model: 'small', key: 'ğizli-anahtar' })
  expect(seen.at(-1)).toMatchObject({ type: 'error', code: 'MODEL_UNREACHABLE' })
  expect(JSON.stringify(seen)).not.toContain('ğizli')
})

test("a server that counts the questions says so in its own words, and is not asked again", async ({ page }) => {
  const server = await model((response) => {
    response.writeHead(429, { 'content-type': 'application/json', 'retry-after': '0' })
    response.end('{"error":{"code":"daily_limit","message":"Yarın yeniden sorun."}}')
  })
  const seen = await events(page, { endpoint: server.url, model: 'small' })
  expect(seen.at(-1)).toEqual({ type: 'error', code: 'MODEL_LIMIT', message: 'Yarın yeniden sorun.' })
  expect(server.asked).toHaveLength(1)
})

test('the number of questions that a site allows comes with the sources', async ({ page }) => {
  const server = await model(saying('Yes [1].'))
  const limit = async (/** @type {any} */ options) => (await events(page, { endpoint: server.url, model: 'small', ...options }))[0].dailyLimit
  expect(await limit({})).toBe(50)
  expect(await limit({ dailyLimit: 3 })).toBe(3)
  expect(await limit({ generation: { model: { dailyLimit: 0 } } })).toBe(0)
})

test('R34: a missing configuration is an error that names it', async ({ page }) => {
  const seen = await events(page, {})
  expect(seen).toEqual([{ type: 'thrown', code: 'INVALID_OPTION', message: expect.stringContaining('endpoint') }])
})
