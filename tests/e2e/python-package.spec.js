/**
 * The wheel, as a site's owner gets it: installed without an index of packages, used as a command and from a program.
 */
import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { startGateway } from './fixtures/gateway.js'

const run = promisify(execFile)
const PACKAGES = join(process.env.SORU_TARGET ?? '', 'packages')
const PAGE = '<!doctype html><html lang="en"><title>Fees</title><main><h1>Fees</h1>'
  + '<p>A library card costs 20 euros a year. It is paid in cash at the desk.</p></main></html>'

/** @type {string} */
let project
test.beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'soru-owner-'))
  await run('python3', ['-m', 'venv', join(project, '.venv')])
  await run(python(), ['-m', 'pip', 'install', '--quiet', '--disable-pip-version-check', '--no-index', '--find-links', PACKAGES, 'soru'])
  await mkdir(join(project, 'site'))
  await writeFile(join(project, 'site/index.html'), PAGE)
})
test.afterAll(() => rm(project, { recursive: true, force: true }))

const python = () => join(project, '.venv/bin/python')
// The command is that of the wheel and no other.
const environment = { ...process.env, SORU_BINARY_PATH: '', PYTHONPATH: '', PATH: '/usr/bin:/bin' }
const program = (/** @type {string} */ text, env = {}) => run(python(), ['-c', text], { cwd: project, env: { ...environment, ...env } })

test('pip installs the command', async () => {
  const soru = join(project, '.venv/bin/soru')
  const { stdout } = await run(soru, ['build', 'site'], { cwd: project })
  expect(stdout).toContain('<soru-search></soru-search>')
  expect(await readdir(join(project, 'site/soru'))).toContain('soru-search.js')
})

test('a program builds a bundle of pages, folders and records', async () => {
  const { stdout } = await program(`
import json, soru
with soru.create_index(jobs=1) as index:
    index.add_directory("site")
    index.add_html("/rooms/", ${JSON.stringify(PAGE.replaceAll('Fees', 'Rooms'))})
    index.add_record("Exams begin on 4 January.", url="/exam", title="Exams", language="en", meta={"kind": ["news", "dates"]})
    report = index.write_bundle("public/soru")
    errors = []
    for wrong in (lambda: index.add_html("/rooms/", "<p>twice"), lambda: index.add_html("/../x", "<p>out"),
                  lambda: index.add_record("no address"), lambda: index.add_record("twice", id="/exam"),
                  lambda: index.add_record("no list", id="x", meta={"kind": {}})):
        try:
            wrong()
        except ValueError as error:
            errors.append(str(error))
try:
    index.write_bundle("public/soru")
except ValueError as error:
    errors.append(str(error))
print(json.dumps({"pages": report["pages"], "errors": errors}))`)
  const told = JSON.parse(stdout)
  expect(told.pages).toBe(3)
  for (const [at, part] of ['added before', 'no address within', '`id` or `url`', '`/exam` was added before', "`meta['kind']` must be", 'closed'].entries()) expect(told.errors[at]).toContain(part)
  const asked = await run(join(project, '.venv/bin/soru'), ['query', 'public/soru', 'when do exams begin', '--json', '--filter', 'kind=dates'], { cwd: project })
  expect(JSON.parse(asked.stdout).hits[0].url).toBe('/exam')
})

test('a program asks a bundle, and the cluster that has its pages', async () => {
  const gateway = await startGateway([{ id: 'kayak.html', title: 'Kayaks', text: 'A kayak costs four euros an hour.', meta: { section: 'Sports "and" more' } }])
  try {
    const { stdout } = await program(`
import json, soru
with soru.create_index(jobs=1, layout="remote") as index:
    index.add_directory("site")
    index.write_bundle("remote/soru")
question = "What does a kayak cost?"
found = soru.ask("remote/soru", question, gateway="${gateway.url}", filter={"section": ['Sports "and" more']}, top_k=1, history=[{"role": "user", "content": "Kayaks?"}])
own = soru.ask("remote/soru", question, gateway="http://127.0.0.1:9")
try:
    soru.ask("none", question)
except soru.BuildError as error:
    print(json.dumps({"found": found, "own": own, "error": str(error)}))`)
    const { found, own, error } = JSON.parse(stdout)
    expect(found.hits[0].url).toBe('kayak.html')
    expect(gateway.asked.map(({ filter }) => filter)).toEqual([{ section: ['Sports "and" more'] }])
    expect(own.warnings.map((/** @type {any} */ { code }) => code)).toContain('gateway_failed')
    expect(error).toContain('none')
  } finally {
    await gateway.stop()
  }
})

test('a program gets the errors of the command', async () => {
  const { stdout } = await program(`
import soru
try:
    with soru.create_index(config="none.toml") as index:
        index.add_record("Something.", id="one")
        index.write_bundle("out")
except soru.BuildError as error:
    print(error.exit_code, error)`)
  expect(stdout).toMatch(/^1 .*none\.toml/)
  const { stdout: missing } = await program('import soru\ntry:\n soru.binary_path()\nexcept FileNotFoundError as error: print(error)', { SORU_BINARY_PATH: '/no/such/soru' })
  expect(missing).toContain('SORU_BINARY_PATH')
})

test('the package declares its types', async () => {
  const { stdout } = await program('import soru, pathlib; print((pathlib.Path(soru.__file__).parent / "py.typed").is_file())')
  expect(stdout.trim()).toBe('True')
})
