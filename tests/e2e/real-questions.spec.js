/**
 * A round trip with a real server of a language model (llama.cpp): it writes the questions of a site, the
 * file is checked, and a build answers with them. The replies of the model are fixed; the server, its
 * protocol and its timing are real.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { SORU } from './fixtures/built-site.js'
import { startRealModel } from './fixtures/real-servers.js'

const run = promisify(execFile)

const WRITTEN = ['when do I get my salary', 'is my wage paid twice', 'who earned 98765 TL']
const PAGE = `<!doctype html><html lang="en"><title>Remuneration</title><h1>Remuneration</h1>
<p>Employees receive their remuneration on the last working day of every month, by bank transfer.</p></html>`
const OTHER = `<!doctype html><html lang="en"><title>Garden</title><h1>Garden</h1>
<p>The garden is open by day, and visits that are paid end at noon. Old money is on show there.</p></html>`

test('R18: a local model writes the questions of a site, and a visitor finds the section by them', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'soru-questions-'))
  const model = await startRealModel(JSON.stringify(WRITTEN))
  const soru = (/** @type {string[]} */ ...args) => run(SORU, args, {
    cwd: folder, env: { ...process.env, SORU_API_KEY: 'test-key' },
  })
  try {
    await mkdir(join(folder, 'site'))
    await writeFile(join(folder, 'site/pay.html'), PAGE)
    const file = ['--questions', 'questions.jsonl']
    const server = ['--endpoint', model.url, '--model', 'tiny']
    const dry = await soru('questions', 'write', 'site', ...file, ...server, '--dry-run')
    expect(dry.stdout).toContain('1 of 1 have no questions')
    await soru('questions', 'write', 'site', ...file, ...server)

    const kept = await readFile(join(folder, 'questions.jsonl'), 'utf8')
    const lines = kept.trim().split('\n').map((line) => JSON.parse(line))
    // The figure is not on the page.
    expect(lines.map(({ questions, by }) => ({ questions, by }))).toEqual([{ questions: WRITTEN.slice(0, 2), by: 'tiny' }])
    expect(kept).not.toContain('test-key')
    await soru('questions', 'check', 'site', ...file)

    await writeFile(join(folder, 'site/garden.html'), OTHER)
    await soru('build', 'site', ...file, '--out', 'bundle', '--quiet')
    const { stdout } = await soru('query', 'bundle', 'When do I get my salary?', '--json')
    const [first] = JSON.parse(stdout).hits
    expect([first.id, first.question]).toEqual(['pay.html', WRITTEN[0]])
  } finally {
    await model.close()
    await rm(folder, { recursive: true, force: true })
  }
})
