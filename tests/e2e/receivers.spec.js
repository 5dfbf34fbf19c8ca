/**
 * The receivers in `examples/reports`, for PHP and for Cloudflare Workers, in their own runtimes: what they accept, refuse,
 * mask and forget is what the desk does, and it reads what they keep.
 */
import { execFile, spawn } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { Miniflare } from 'miniflare'
import { SORU } from './fixtures/built-site.js'

const run = promisify(execFile)
const EXAMPLES = fileURLToPath(new URL('../../examples/reports/', import.meta.url))
const CASES = JSON.parse(await readFile(new URL('../fixtures/masking.json', import.meta.url), 'utf8')).filter((/** @type {string[]} */ [text]) => text)
const ORIGIN = 'https://www.example.org'
const TOKEN = 'token of the test'
const GOOD = { question: 'When does it open?', language: 'en', state: 'nothing', page: 'https://www.example.org/a.html', thumb: 'down', note: 'On Sundays' }
const OLD = '2020-01-01'

/** @type {string} */
let folder
/** @type {(() => unknown)[]} */
let ends = []
test.beforeEach(async () => { folder = await mkdtemp(join(tmpdir(), 'soru-receiver-')) })
test.afterEach(async () => {
  for (const end of ends) await end()
  ends = []
  await rm(folder, { recursive: true, force: true })
})

/** @returns {Promise<number>} */
const freePort = () => new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
    server.close(() => resolve(port))
  })
})

/** A receiver that runs: where it is, what it keeps as lines, and how it forgets what is old. */
async function php() {
  const address = `127.0.0.1:${await freePort()}`
  const reports = join(folder, 'reports')
  const server = spawn('php', ['-S', address, join(EXAMPLES, 'reports.php')], { env: { ...process.env, REPORTS_FOLDER: reports }, stdio: 'ignore' })
  ends.push(() => server.kill())
  await expect.poll(() => fetch(`http://${address}/`).then(() => true, () => false)).toBe(true)
  return {
    url: `http://${address}/reports.php`,
    kept: async () => (await Promise.all((await readdir(reports)).map((file) => readFile(join(reports, file), 'utf8')))).join(''),
    age: () => writeFile(join(reports, `${OLD}.jsonl`), `${JSON.stringify({ day: OLD, question: 'old', language: 'en', state: 'nothing' })}\n`),
    forget: async () => { await send(`http://${address}/reports.php`, GOOD) },
  }
}

async function worker() {
  const flare = new Miniflare({ modules: true, script: await readFile(join(EXAMPLES, 'worker.js'), 'utf8'), compatibilityDate: '2026-04-01', bindings: { ORIGINS: `https://other.example ${ORIGIN}`, TOKEN }, d1Databases: { DB: 'reports' } })
  ends.push(() => flare.dispose())
  const url = (await flare.ready).href
  const database = await flare.getD1Database('DB')
  await database.exec('CREATE TABLE reports (day TEXT NOT NULL, report TEXT NOT NULL)')
  return {
    url,
    kept: async () => (await fetch(url, { headers: { authorization: `Bearer ${TOKEN}` } })).text(),
    age: () => database.prepare('INSERT INTO reports VALUES (?, ?)').bind(OLD, JSON.stringify({ day: OLD, question: 'old' })).run(),
    forget: async () => { await (await flare.getWorker()).scheduled({ cron: '17 3 * * *' }) },
  }
}

/**
 * Sends a report as a beacon does, and returns the reply's status.
 * @param {string} url
 * @param {unknown} report
 * @param {RequestInit} [more]
 */
async function send(url, report, more = {}) {
  const body = typeof report === 'string' ? report : JSON.stringify(report)
  const response = await fetch(url, { method: 'POST', headers: { origin: ORIGIN, 'content-type': 'text/plain;charset=UTF-8' }, body, ...more })
  return response.status
}

for (const [name, start] of /** @type {const} */ ([['PHP', php], ['Cloudflare Workers', worker]])) {
  test.describe(name, () => {
    test('the example has at most 60 lines', async () => {
      const text = await readFile(join(EXAMPLES, name === 'PHP' ? 'reports.php' : 'worker.js'), 'utf8')
      expect(text.trimEnd().split('\n').length).toBeLessThanOrEqual(60)
    })

    test('reports are kept, masked, with their day alone, and the desk reads them', async () => {
      const { url, kept } = await start()
      expect(await send(url, GOOD)).toBe(204)
      for (const [text] of CASES) expect(await send(url, { question: text, language: 'tr-TR', state: 'listed' }), text).toBe(204)
      const lines = (await kept()).trim().split('\n').map((line) => JSON.parse(line))
      expect(lines[0]).toEqual({ day: new Date().toISOString().slice(0, 10), ...GOOD })
      expect(lines.slice(1).map(({ question }) => question)).toEqual(CASES.map((/** @type {string[]} */ [, masked]) => masked))
      await writeFile(join(folder, 'kept.jsonl'), await kept())
      const { stdout, stderr } = await run(SORU, ['desk', 'import', 'kept.jsonl'], { cwd: folder })
      expect(stdout + stderr).toBe(`${CASES.length + 1} reports imported\n`)
    })

    test('what a box does not send is refused', async () => {
      const { url, kept } = await start()
      await send(url, GOOD)
      const before = await kept()
      for (const wrong of [
        '', '{', '[]', 'null', '"a"', {}, { ...GOOD, question: '' }, { ...GOOD, question: ' ' }, { ...GOOD, question: 5 }, { ...GOOD, question: ['a'] }, { ...GOOD, question: 'a'.repeat(501) },
        { ...GOOD, state: 'other' }, { ...GOOD, page: 'javascript:alert(1)' }, { ...GOOD, page: 'https://a.example/?visitor=1' }, { ...GOOD, visitor: '1' },
        { question: 'a', language: 'en' }, '\u0000\uffff', `{"question":"${'a'.repeat(30_000)}"}`,
      ]) {
        const status = await send(url, wrong)
        expect(status >= 400 && status < 500, `${JSON.stringify(wrong).slice(0, 80)}: ${status}`).toBe(true)
      }
      expect(await send(url, GOOD, { headers: { origin: 'https://evil.example', 'content-type': 'text/plain' } })).toBe(403)
      expect(await send(url, GOOD, { headers: { 'content-type': 'text/plain' } })).toBe(403)
      expect((await fetch(url, { headers: { origin: ORIGIN } })).status).toBe(405)
      expect((await fetch(url, { headers: { authorization: 'Bearer ' } })).status).toBe(403)
      expect(await kept()).toBe(before)
    })

    test('what is older than 90 days is deleted', async () => {
      const { url, kept, age, forget } = await start()
      await send(url, GOOD)
      await age()
      expect(await kept()).toContain(OLD)
      await forget()
      expect(await kept()).not.toContain(OLD)
      expect(await kept()).toContain(GOOD.question)
    })
  })
}
