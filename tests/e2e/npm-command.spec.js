/**
 * The npm packages with the command, as a site's owner gets them: packed, installed without a network, used by `npx`
 * and from a program.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { startGateway } from './fixtures/gateway.js'

const run = promisify(execFile)
const PACKAGES = join(process.env.SORU_TARGET ?? '', 'packages')
const TSC = fileURLToPath(new URL('node_modules/.bin/tsc', import.meta.url))
const PAGE = '<!doctype html><html lang="en"><title>Fees</title><main><h1>Fees</h1>'
  + '<p>A library card costs 20 euros a year. It is paid in cash at the desk.</p></main></html>'

// The last test takes a package away.
test.describe.configure({ mode: 'serial' })

/** @type {string} */
let project
test.beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'soru-owner-'))
  const own = [/^soru-[\d.]+tgz$/, new RegExp(`^soru-${process.platform}-${process.arch}-`)]
  const packed = (await readdir(PACKAGES)).filter((name) => name.endsWith('.tgz') && own.some((pattern) => pattern.test(name)))
  expect(packed.length).toBe(2)
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'owner', private: true, type: 'module' }))
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', ...packed.map((name) => join(PACKAGES, name))], { cwd: project })
  await mkdir(join(project, 'site'))
  await writeFile(join(project, 'site/index.html'), PAGE)
})
test.afterAll(() => rm(project, { recursive: true, force: true }))

const soru = (/** @type {string[]} */ args, env = {}) =>
  run('npx', ['--no', '--', 'soru', ...args], { cwd: project, env: { ...process.env, ...env } })
    .then(({ stdout, stderr }) => ({ code: 0, stdout, stderr }), ({ code, stdout, stderr }) => ({ code, stdout, stderr }))

const program = (/** @type {string} */ text) => run('node', ['--input-type=module', '--no-warnings', '-e', text], { cwd: project })

test('npx builds a site, puts the bundle into it and answers', async () => {
  const built = await soru(['build', 'site'])
  expect(built.code, built.stderr).toBe(0)
  expect(built.stdout).toContain('<soru-search></soru-search>')
  expect(await readdir(join(project, 'site/soru'))).toContain('soru-search.js')
  const asked = await soru(['query', 'site/soru', 'what does a library card cost'])
  expect(asked.stdout).toContain('20 euros')
})

test('exit code and messages are those of the command', async () => {
  const { code, stderr } = await soru(['build', 'nowhere', '--out', 'out'])
  expect(code).toBe(1)
  expect(stderr).toContain('nowhere')
  const nowhere = await soru(['--version'], { SORU_BINARY_PATH: '/no/such/soru' })
  expect(nowhere.code).toBe(1)
  expect(nowhere.stderr).toContain('SORU_BINARY_PATH')
})

test('nothing runs when the packages are installed', async () => {
  for (const name of ['soru', '@soru/linux-x64']) {
    const description = JSON.parse(await readFile(join(project, 'node_modules', name, 'package.json'), 'utf8'))
    expect(description.scripts, name).toBeUndefined()
  }
})

test('a program builds a bundle of pages, folders and records', async () => {
  const { stdout } = await program(`
    import { createIndex } from 'soru/node'
    const index = await createIndex({ jobs: 1 })
    await index.addDirectory({ path: 'site' })
    await index.addHTML({ url: '/rooms/', content: ${JSON.stringify(PAGE.replaceAll('Fees', 'Rooms'))} })
    await index.addRecord({ url: '/exam', title: 'Exams', content: 'Exams begin on 4 January.', language: 'en', meta: { kind: 'news' } })
    const first = await index.writeBundle({ out: 'public/soru' })
    const again = await index.addHTML({ url: '/rooms/', content: '<p>twice' }).catch((error) => error.message)
    const field = await index.addRecord({ id: 'x', content: 'y', colour: 'red' }).catch((error) => error.message)
    await index.close()
    const closed = await index.writeBundle({ out: 'public/soru' }).catch((error) => error.message)
    console.log(JSON.stringify({ pages: first.pages, again, field, closed }))`)
  const told = JSON.parse(stdout)
  expect(told.pages).toBe(3)
  expect(told.again).toContain('/rooms/')
  expect(told.field).toContain('`colour`')
  expect(told.closed).toContain('closed')
  const asked = await soru(['query', 'public/soru', 'when do exams begin', '--json'])
  expect(JSON.parse(asked.stdout).hits[0].url).toBe('/exam')
  const rooms = await soru(['query', 'public/soru', 'rooms', '--json'])
  expect(JSON.parse(rooms.stdout).hits[0].url).toContain('rooms/')
})

test('a wrong record is refused with advice, and lists in its metadata are values of a filter', async () => {
  const { stdout } = await program(`
    import { createIndex } from 'soru/node'
    const index = await createIndex({ jobs: 1 })
    await index.addRecord({ url: '/exam', content: 'Exams begin on 4 January.', meta: { kind: ['news', 'dates'], year: 2026, note: null } })
    const wrong = [{ url: '/exam' }, { id: '/exam' }, { id: 'x', lang: 'en' }, { id: 'x', text: 'y' }, { id: 'x', meta: { kind: {} } }]
    const messages = []
    for (const record of wrong) await index.addRecord({ content: 'y', ...record }).catch((error) => messages.push(error.name + ' ' + error.message))
    await index.addRecord({ id: 'of the same page', url: '/exam', content: 'Exams end on 20 January.' })
    const report = await index.writeBundle({ out: 'records/soru' })
    await index.close()
    console.log(JSON.stringify({ messages, report }))`)
  const { messages, report } = JSON.parse(stdout)
  expect(messages).toEqual([
    'TypeError addRecord: `/exam` was added before',
    'TypeError addRecord: `/exam` was added before',
    'TypeError addRecord: unknown field `lang`; did you mean `language`?',
    'TypeError addRecord: unknown field `text`; did you mean `content`?',
    'TypeError addRecord: `meta.kind` must be a text, a number, true, false or a list of these',
  ])
  expect(report).toMatchObject({ pages: 2, skipped: [], warnings: [], files: expect.any(Number), bytes: expect.any(Number) })
  const asked = await soru(['query', 'records/soru', 'when do exams begin', '--json', '--filter', 'kind=dates'])
  expect(JSON.parse(asked.stdout).hits.map((/** @type {any} */ { meta }) => meta)).toEqual([{ kind: 'news, dates', year: '2026' }])
})

test('a program asks a bundle, and the cluster that has its pages', async () => {
  const gateway = await startGateway([{ id: 'kayak.html', title: 'Kayaks', text: 'A kayak costs four euros an hour.', meta: { section: 'Sports "and" more' } }])
  try {
    const { stdout } = await program(`
      import { ask, createIndex } from 'soru/node'
      const index = await createIndex({ jobs: 1, layout: 'remote' })
      await index.addDirectory({ path: 'site' })
      await index.writeBundle({ out: 'remote/soru' })
      await index.close()
      const question = 'What does a kayak cost?'
      const there = { gateway: '${gateway.url}' }
      const given = { filter: { section: ['Sports "and" more'] }, history: [{ role: 'user', content: 'Kayaks?' }], topK: 1 }
      const answers = [
        await ask('remote/soru', question, there),
        await ask('remote/soru', question, { ...there, ...given }),
        await ask('remote/soru', question, { gateway: 'http://127.0.0.1:9' }),
      ]
      const lacking = await ask('none', question).catch((error) => error.name)
      console.log(JSON.stringify({ answers, lacking }))`)
    const { answers: [found, filtered, own], lacking } = JSON.parse(stdout)
    expect(found.answer).toContain('four euros')
    expect(filtered.hits[0].url).toBe('kayak.html')
    expect(gateway.asked.map(({ filter }) => filter)).toEqual([undefined, { section: ['Sports "and" more'] }])
    expect(own.warnings.map((/** @type {any} */ { code }) => code)).toContain('gateway_failed')
    expect(lacking).toBe('BuildError')
  } finally {
    await gateway.stop()
  }
})

test('a program gets the errors of the command', async () => {
  const { stdout } = await program(`
    import { BuildError, createIndex } from 'soru/node'
    const index = await createIndex({ config: 'none.toml' })
    const empty = await index.writeBundle({ out: 'out' }).catch((error) => error.message)
    await index.addRecord({ id: 'one', content: 'Something.' })
    const error = await index.writeBundle({ out: 'out' }).catch((error) => error)
    await index.close()
    const option = await createIndex({ colour: 'red' }).catch((error) => error.message)
    console.log(JSON.stringify({ empty, is: error instanceof BuildError, code: error.exitCode, message: error.message, option }))`)
  const told = JSON.parse(stdout)
  expect(told).toMatchObject({ is: true, code: 1 })
  expect(told.message).toContain('none.toml')
  expect(told.empty).toContain('empty')
  expect(told.option).toContain('`colour`')
})

test('its types hold in strict mode', async () => {
  const right = `
    import { ask, createIndex, type Report } from 'soru/node'
    export async function build(): Promise<Report> {
      const { answer, hits } = await ask('out', 'fees', { gateway: 'https://search.example', topK: 3, rerankers: ['matching'] })
      console.log(answer?.length, hits[0]?.title)
      const index = await createIndex({ layout: 'remote' })
      await index.addRecord({ id: 'one', content: 'Something.', meta: { tags: ['a', 2], day: null } })
      const report = await index.writeBundle({ out: 'out' })
      const lost: string[] = report.skipped.filter(({ intended }) => !intended).flatMap(({ pages }) => pages)
      console.log(report.warnings.length, report.bytes + report.files, lost)
      return report
    }`
  const compile = async (/** @type {string} */ text) => {
    await writeFile(join(project, 'pipeline.ts'), text)
    const args = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022', '--lib', 'es2022,dom,esnext.disposable',
      '--types', '', '--module', 'nodenext', '--moduleResolution', 'nodenext', 'pipeline.ts']
    return run(TSC, args, { cwd: project }).then(() => '', ({ stdout }) => stdout)
  }
  expect(await compile(right)).toBe('')
  expect(await compile(right.replace("'remote'", "'round'"))).toContain('TS2322')
})

test('without the package of the platform npx names the package to install', async () => {
  await rm(join(project, 'node_modules/@soru'), { recursive: true })
  const { code, stderr } = await soru(['--version'])
  expect(code).toBe(1)
  expect(stderr).toContain('npm install @soru/')
})
