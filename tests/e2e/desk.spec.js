/**
 * The desk: its page answers questions by keyboard alone, in both languages; reports of a box on another origin reach
 * it, and nobody else's page does.
 */
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createServer } from 'node:http'
import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { SORU } from './fixtures/built-site.js'
import { ask, expectAccessible } from './fixtures/box.js'

const run = promisify(execFile)
const ENV = { ...process.env, SORU_ENCODERS: '/nonexistent' }
const TOKEN = '0123456789abcdef0123'
const DAY = new Date().toISOString().slice(0, 10)

const QUESTIONS = [
  'Where can I moor overnight?', 'Is there a crane?', 'Do you sell diesel?', 'Who repairs sails?', 'May dogs come aboard?',
  'Which ferry takes bicycles?', 'Can I rent a kayak?', 'Is the slipway free?', 'Where are the showers?', 'Do you store masts?',
]
const PAGES = {
  'mooring.html': ['Mooring', 'Guests moor at pontoon C overnight for 20 euros. The showers are beside the office.'],
  'services.html': ['Services', 'The crane lifts 12 tonnes. Diesel is sold at the quay. Sails are repaired by appointment.'],
  'ferry.html': ['Ferry', 'The ferry takes bicycles and dogs. Kayaks are rented in summer.'],
}
/** Kept as it is: a comment, quotation marks that nobody needs, and an order of its own. */
const FACTS = 'answer,question,source_url,valid_until\n"20 euros","What does a night cost?",mooring.html,\n\'x,"Is there a café?",services.html,2099-01-01\n'

/** @param {Record<string, unknown>} report */
const line = (report) => `${JSON.stringify({ day: DAY, language: 'en', ...report })}\n`

/** @type {string} */
let folder
/** @type {import('node:child_process').ChildProcess[]} */
let running = []

test.beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'soru-desk-'))
  await mkdir(join(folder, 'site'))
  for (const [name, [title, text]] of Object.entries(PAGES)) {
    await writeFile(join(folder, 'site', name), `<!doctype html><html lang="en"><title>${title}</title><main><h1>${title}</h1><p>${text}</p></main></html>`)
  }
  await writeFile(join(folder, 'soru.toml'), '[site]\nlanguages = ["en", "tr"]\n\n[facts]\nfiles = ["facts.csv"]\n')
  await writeFile(join(folder, 'facts.csv'), FACTS)
})

test.afterEach(async () => {
  for (const child of running) child.kill('SIGKILL')
  running = []
  await rm(folder, { recursive: true, force: true })
})

/** @param {string[]} args */
const soru = (...args) => run(SORU, args, { cwd: folder, env: ENV })

/**
 * Starts a desk, and returns its address once it listens.
 * @param {string[]} args
 */
async function desk(...args) {
  const child = spawn(SORU, ['desk', 'site', '--listen', '127.0.0.1:0', ...args], { cwd: folder, env: ENV })
  running.push(child)
  let said = ''
  child.stderr?.on('data', (data) => { said += data })
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', (data) => {
      said += data
      const found = /http:\/\/[\d.:]+/.exec(said)
      if (found) resolve(/** @type {string} */ (found[0]))
    })
    child.on('exit', () => reject(new Error(said)))
  })
}

/** @param {string[]} lines */
async function bring(lines) {
  await writeFile(join(folder, 'reports.jsonl'), lines.join(''))
  await soru('desk', 'import', 'reports.jsonl')
}

/** What browsers report as errors, under the page's own policy. @param {import('@playwright/test').Page} page */
function trouble(page) {
  /** @type {string[]} */
  const errors = []
  page.on('pageerror', (error) => errors.push(String(error)))
  page.on('console', (message) => { if (message.type() === 'error') errors.push(message.text()) })
  return errors
}

/** @param {import('@playwright/test').Page} page */
const focused = (page) => page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '')

/**
 * Presses Tab until the focus is on this.
 * @param {import('@playwright/test').Page} page
 * @param {RegExp} label
 */
async function tabTo(page, label) {
  for (let tries = 0; tries < 80; tries += 1) {
    if (label.test(await focused(page))) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`the focus never reached ${label}, it is on ${await focused(page)}`)
}

test('ten questions are answered by keyboard alone, and nothing else of the file changes', async ({ page }) => {
  const errors = trouble(page)
  await bring(QUESTIONS.flatMap((question, at) => Array.from({ length: 12 - at }, () => line({ question, state: 'nothing' }))))
  await page.goto(await desk())
  await expect(page.locator('#questions > li')).toHaveCount(QUESTIONS.length)
  await expectAccessible(page)
  for (const [at, question] of QUESTIONS.entries()) {
    if (at === 0) await tabTo(page, /^Answer this: /)
    await expect.poll(() => focused(page)).toBe(`Answer this: ${question}`)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog')).toBeVisible()
    await expect(page.getByLabel('Answer', { exact: true })).toBeFocused()
    if (at === 0) await expectAccessible(page)
    await page.keyboard.type(`Answer number ${at + 1}, "with" commas`)
    if (await page.locator('#pages input').first().waitFor({ timeout: 2000 }).then(() => true, () => false)) {
      await page.keyboard.press('Tab')
      await page.keyboard.press('Space')
    } else {
      await page.keyboard.press('Tab')
      await page.keyboard.type('services.html')
    }
    await page.keyboard.press('Control+Enter')
    await expect(page.getByRole('dialog')).toBeHidden()
    await expect(page.locator('#questions > li')).toHaveCount(at === QUESTIONS.length - 1 ? 1 : QUESTIONS.length - 1 - at)
  }
  await expect(page.locator('#questions')).toHaveText('No open question.')
  await expect(page.getByRole('status').first()).toHaveText('The site is built again.')
  const after = await readFile(join(folder, 'facts.csv'), 'utf8')
  const [head, ...rows] = FACTS.split('\n')
  expect(after.startsWith(`${head},`)).toBe(true)
  expect(after).toContain(`\n${rows.join('\n')}`)
  for (const [at, question] of QUESTIONS.entries()) expect(after).toContain(`"Answer number ${at + 1}, ""with"" commas",${question}`)
  const { stdout } = await soru('facts', 'check', 'site', '--config', 'soru.toml')
  expect(stdout).toContain(`${QUESTIONS.length + 2} facts in 1 file: 0 errors, 0 warnings`)
  expect(errors).toEqual([])
})

test('a question asks the box beside it, which knows the answer after it was written', async ({ page }) => {
  const errors = trouble(page)
  await bring([line({ question: 'Do you sell ice?', state: 'nothing' })])
  await page.goto(await desk())
  await page.getByRole('button', { name: 'Ask the box: Do you sell ice?' }).click()
  await expect(page.locator('soru-search').getByText('No answer found', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Answer this: Do you sell ice?' }).click()
  await page.getByLabel('Answer', { exact: true }).fill('Yes, at the quay')
  await page.getByLabel('Another address of a page').fill('services.html')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('status').first()).toHaveText('The site is built again.')
  await page.locator('soru-search').evaluate((/** @type {any} */ box) => box.ask('Do you sell ice?'))
  await expect(page.locator('soru-search').getByText('Yes, at the quay', { exact: true })).toBeVisible()
  expect(errors).toEqual([])
})

test('wordings are added one by one, and a mistake is said in words', async ({ page }) => {
  await bring([
    ...Array.from({ length: 3 }, () => line({ question: 'Is there parking for cars?', state: 'nothing' })),
    line({ question: 'parking for cars', state: 'nothing' }), line({ question: '=parking car for me', state: 'nothing', note: '<img src=x onerror=alert(1)>' }),
  ])
  await page.goto(await desk())
  await expect(page.locator('#questions > li')).toHaveCount(1)
  await page.locator('summary').click()
  await expect(page.getByText('<img src=x onerror=alert(1)>')).toBeVisible()
  await page.getByRole('button', { name: /^Answer this/ }).click()
  await page.getByLabel('Answer', { exact: true }).fill('Behind the office')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toHaveText('Fill in: Source')
  await page.getByLabel('Another address of a page').fill('javascript:alert(1)')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('alert')).toContainText('an http or https address or a path of the site')
  await page.getByLabel('Another address of a page').fill('services.html')
  expect(await page.getByRole('checkbox', { checked: true }).count()).toBe(0)
  await page.getByLabel('=parking car for me').check()
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('dialog')).toBeHidden()
  const row = (await readFile(join(folder, 'facts.csv'), 'utf8')).split('\n').find((text) => text.includes('Behind the office'))
  expect(row).toContain('parking car for me')
  expect(row).not.toContain('=')
  expect(row).not.toContain('parking for cars,')
})

test('suggested facts are accepted, edited or dropped, in the order of the file', async ({ page }) => {
  await writeFile(join(folder, 'facts-suggested.yaml'), [
    '# Mooring [asked 0123]', '- question: "What does a shower cost?"', '  answer: "Nothing"', '  source_url: "mooring.html"', '',
    '# Services [asked 4567]', '- question: "How much does the crane lift?"', '  aliases:', '    - "crane capacity"', '  answer: "12 tonnes"', '  source_url: "services.html"', '',
  ].join('\n'))
  await bring([line({ question: 'x y z', state: 'answered' })])
  await page.goto(await desk())
  const suggested = page.getByRole('region', { name: 'Suggested facts' })
  await suggested.getByRole('button', { name: 'Drop: What does a shower cost?' }).click()
  await expect(suggested.getByRole('listitem')).toHaveCount(1)
  await suggested.getByRole('button', { name: 'Edit and accept: How much does the crane lift?' }).click()
  await page.getByLabel('Answer', { exact: true }).fill('12 tonnes, by appointment')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(suggested).toBeHidden()
  expect(await readFile(join(folder, 'facts-suggested.yaml'), 'utf8')).toBe('# Mooring [asked 0123]\n\n# Services [asked 4567]\n')
  expect(await readFile(join(folder, 'facts.csv'), 'utf8')).toContain('"12 tonnes, by appointment",How much does the crane lift?,services.html')
})

test('questions proposed for sections are accepted as edited, or dropped, and the build uses them', async ({ page }) => {
  const asked = ['How heavy may a boat be for the crane?', 'When are kayaks rented?']
  const entries = asked.flatMap((question) => [0, 1].map((minute) => JSON.stringify({
    time: `${DAY}T10:0${minute}:00Z`, question, lang: 'en', routedTier: 2, tier: 2, confidence: 0.2, level: 'low', method: 'extractive', hits: 3, intent: 'unknown',
  })))
  await writeFile(join(folder, 'export.jsonl'), entries.join('\n'))
  await soru('questions', 'import', '--log', 'export.jsonl', 'site', '--config', 'soru.toml')
  await bring([line({ question: 'x y z', state: 'answered' })])
  await page.goto(await desk())
  const proposed = page.getByRole('region', { name: 'Questions proposed for sections' })
  await expect(proposed.getByRole('listitem')).toHaveCount(2)
  await expectAccessible(page)
  await proposed.getByLabel(asked[0], { exact: true }).fill('Which boats can the crane lift?')
  await proposed.getByRole('button', { name: `Accept: ${asked[0]}` }).click()
  await expect(proposed.getByRole('listitem')).toHaveCount(1)
  await proposed.getByRole('button', { name: `Drop: ${asked[1]}` }).click()
  await expect(proposed).toBeHidden()
  const kept = (await readFile(join(folder, 'questions.jsonl'), 'utf8')).trim().split('\n').map((text) => JSON.parse(text))
  expect(kept).toHaveLength(1)
  expect(JSON.stringify(kept[0].questions)).toBe('["Which boats can the crane lift?"]')
  expect(await readFile(join(folder, 'questions.review.jsonl'), 'utf8')).toBe('')
  await expect(page.getByRole('status').first()).toHaveText('The site is built again.')
  const { stdout } = await soru('build', 'site', '--config', 'soru.toml', '--index-only', '--json')
  expect(JSON.parse(stdout).warnings).toEqual([])
})

test('a fact that expires is renewed by keyboard, in its line alone', async ({ page }) => {
  const rows = ['question,answer,source_url,valid_until', `What is due?,"Fees, in cash",mooring.html,${DAY}`, '"Is there a café?",Yes,services.html,', '']
  await writeFile(join(folder, 'facts.csv'), rows.join('\n'))
  await bring([line({ question: 'x y z', state: 'answered' })])
  await page.goto(await desk())
  const expiring = page.getByRole('region', { name: 'Facts that expire soon' })
  await expect(expiring.getByRole('listitem')).toHaveCount(1)
  await tabTo(page, /^Change the fact: What is due\?/)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Change the fact' })).toBeVisible()
  await expect(page.getByLabel('Answer', { exact: true })).toHaveValue('Fees, in cash')
  await expectAccessible(page)
  await page.getByLabel('Valid until').fill('2020-06-30')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('alert')).toContainText('“Valid until” is before “Checked on”.')
  await page.getByLabel('Valid until').fill('2099-06-30')
  await page.keyboard.press('Control+Enter')
  await expect(expiring).toBeHidden()
  await expect(page.getByRole('heading', { name: 'Questions', exact: true })).toBeFocused()
  const today = new Date().toISOString().slice(0, 10)
  const changed = ['question,answer,source_url,valid_until,checked_on', `What is due?,"Fees, in cash",mooring.html,2099-06-30,${today}`, ...rows.slice(2)]
  expect(await readFile(join(folder, 'facts.csv'), 'utf8')).toBe(changed.join('\n'))
})

test('a question that has a fact changes it, with the wordings of visitors beside its own', async ({ page }) => {
  await writeFile(join(folder, 'facts.yaml'), '# By hand\n- question: Is there a café? # yes\n  aliases: [coffee]\n  answer: Closed\n  source_url: services.html\n')
  await writeFile(join(folder, 'soru.toml'), '[site]\nlanguages = ["en"]\n\n[facts]\nfiles = ["facts.yaml"]\n')
  await bring([line({ question: 'is there a CAFE', state: 'answered', thumb: 'down', note: 'It is open' })])
  await page.goto(await desk())
  await page.getByRole('button', { name: 'Change the fact: is there a CAFE' }).click()
  await expect(page.getByLabel('Question', { exact: true })).toHaveValue('Is there a café?')
  await expect(page.getByLabel('coffee')).toBeChecked()
  await page.getByLabel('Answer', { exact: true }).fill('Open in summer')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.locator('#questions')).toHaveText('No open question.')
  const today = new Date().toISOString().slice(0, 10)
  expect(await readFile(join(folder, 'facts.yaml'), 'utf8')).toBe(
    `# By hand\n- question: Is there a café? # yes\n  aliases: [coffee]\n  answer: "Open in summer"\n  source_url: services.html\n  checked_on: "${today}"\n`,
  )
})

test('questions that a language model wrote are accepted, edited or dropped by keyboard, section by section', async ({ page }) => {
  const sum = (/** @type {string[]} */ questions) => createHash('sha256').update(questions.join('\n')).digest('hex').slice(0, 8)
  const own = '{"page":"mooring.html",  "questions":["by hand?"]}'
  const written = (/** @type {string} */ of, /** @type {string[]} */ questions) => JSON.stringify({ page: of, questions, by: 'model:8b', sum: sum(questions) })
  const lines = [own, written('services.html', ['what can the crane lift', 'wrong question']), written('ferry.html', ['dogs on the ferry'])]
  await writeFile(join(folder, 'questions.jsonl'), `${lines.join('\n')}\n`)
  await bring([line({ question: 'x y z', state: 'answered' })])
  await page.goto(await desk())
  const region = page.getByRole('region', { name: 'Questions that a language model wrote' })
  await expect(region.getByRole('listitem')).toHaveCount(2)
  await expect(region).toContainText('Sections to review: 2.')
  await expectAccessible(page)
  await region.getByLabel('Questions of services.html').fill('How much can the crane lift?\n')
  await page.keyboard.press('Control+Enter')
  await expect(region.getByRole('listitem')).toHaveCount(1)
  await expect.poll(() => focused(page)).toBe('Accept: ferry.html')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(region).toBeHidden()
  const kept = (await readFile(join(folder, 'questions.jsonl'), 'utf8')).trim().split('\n')
  expect(kept[0]).toBe(own)
  expect(kept.slice(1).map((text) => JSON.parse(text))).toEqual([
    { page: 'services.html', questions: ['How much can the crane lift?'], by: 'model:8b' }, { page: 'ferry.html', questions: [], by: 'model:8b' },
  ])
  await expect(page.getByRole('status').first()).toHaveText('The site is built again.')
})

test('questions in other words that the site answers in one sentence are one entry', async ({ page }) => {
  await bring([
    ...Array.from({ length: 2 }, () => line({ question: 'How much does the crane lift?', state: 'listed' })),
    line({ question: 'crane tonnes', state: 'listed' }), line({ question: 'Who repairs sails?', state: 'listed' }),
  ])
  await page.goto(await desk())
  await expect(page.locator('#questions > li')).toHaveCount(2)
  await expect(page.locator('#questions > li').first()).toContainText('Asked: 3')
})

for (const [what, options] of /** @type {const} */ ([
  ['Turkish', { locale: 'tr-TR' }],
  ['narrow', { viewport: { width: 320, height: 700 } }],
  ['dark', { colorScheme: 'dark' }],
])) {
  test.describe(what, () => {
    test.use(options)
    test(`the page is accessible: ${what}`, async ({ page }) => {
      await bring([
        ...Array.from({ length: 3 }, () => line({ question: 'Gece konaklama nerede?', language: 'tr', state: 'listed' })),
        line({ question: 'When does the ferry leave?', state: 'answered', thumb: 'down', note: 'On Sundays' }),
      ])
      await writeFile(join(folder, 'facts.csv'), `question,answer,source_url,valid_until\nWhat is due?,Fees,mooring.html,${DAY}\n`)
      await page.goto(await desk())
      await expect(page.locator('#questions > li')).toHaveCount(2)
      await expect(page.locator('#questions > li').first()).toContainText('Gece konaklama nerede?')
      await expect(page.locator('#expiring > li')).toHaveCount(1)
      if (what === 'Turkish') await expect(page.getByRole('heading', { level: 1 })).toHaveText('Ziyaretçiler ne sordu')
      await expectAccessible(page)
      await page.locator('button.main').first().click()
      await expect(page.getByRole('dialog')).toBeVisible()
      await expectAccessible(page)
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true)
    })
  })
}

test('elsewhere nothing is shown and nothing is written without the token', async ({ page }) => {
  await bring([line({ question: 'Is it open?', state: 'nothing' })])
  const address = await desk('--token', TOKEN)
  expect((await fetch(`${address}/api/desk`)).status).toBe(401)
  expect((await fetch(`${address}/api/desk`, { headers: { authorization: `Bearer ${TOKEN}` } })).status).toBe(200)
  const change = { method: 'POST', body: JSON.stringify({ language: 'en', question: 'Is it open?' }) }
  const headers = { authorization: `Bearer ${TOKEN}`, 'content-type': 'application/json' }
  expect((await fetch(`${address}/api/done`, { ...change, headers })).status).toBe(403)
  expect((await fetch(`${address}/api/done`, { ...change, headers: { ...headers, origin: 'https://evil.example' } })).status).toBe(403)
  await page.goto(address)
  await expect(page.getByRole('status').first()).toContainText('The token is missing or wrong.')
  await page.goto(`${address}/#token=${TOKEN}`)
  await page.reload()
  await expect(page.locator('#questions > li')).toHaveCount(1)
  expect(page.url()).toBe(`${address}/`)
})

test('a box of another origin reports to the desk, and its page reads nothing there', async ({ page }) => {
  await soru('build', 'site', '--config', 'soru.toml', '--quiet')
  const site = createServer(async (request, response) => {
    const path = new URL(request.url ?? '/', 'http://a').pathname
    if (path === '/') {
      response.setHeader('content-type', 'text/html')
      return response.end(`<!doctype html><html lang="en"><title>a</title><script type="module" src="/soru/soru-search.js"></script><soru-search report="${address}/reports"></soru-search>`)
    }
    const content = await readFile(join(folder, 'site', path)).catch(() => null)
    response.setHeader('content-type', path.endsWith('.js') ? 'text/javascript' : path.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream')
    response.statusCode = content ? 200 : 404
    response.end(content)
  })
  await new Promise((resolve) => { site.listen(0, '127.0.0.1', () => resolve(null)) })
  const origin = `http://127.0.0.1:${/** @type {import('node:net').AddressInfo} */ (site.address()).port}`
  const address = await desk('--origin', origin)
  try {
    await page.goto(origin)
    await ask(page, 'Is there a sauna for member 1234567?')
    await page.getByRole('button', { name: 'No, it did not' }).click()
    await page.getByLabel('What is missing or wrong?').fill('I looked for a sauna')
    await page.getByRole('button', { name: 'Send' }).click()
    const read = await page.evaluate((url) => fetch(url).then((response) => response.text(), () => 'refused'), `${address}/api/desk`)
    expect(read).toBe('refused')
    await page.goto('about:blank')
    // The beacon is sent while the page is left, and arrives some time later.
    const count = async () => (await (await fetch(`${address}/api/desk`)).json()).week.questions
    await expect.poll(count).toBe(1)
    await page.goto(address)
    await expect(page.locator('#questions > li')).toContainText('Is there a sauna for member [number]?')
    await page.locator('summary').click()
    await expect(page.getByText('I looked for a sauna')).toBeVisible()
  } finally {
    site.close()
  }
})
