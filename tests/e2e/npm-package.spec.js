/**
 * The npm package as a project gets it: packed, installed without a network, imported without a DOM,
 * and checked by the TypeScript compiler as strictly as it can.
 */
import { execFile } from 'node:child_process'
import { mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'

const run = promisify(execFile)
const PKG = fileURLToPath(new URL('../../pkg/', import.meta.url))
const TSC = fileURLToPath(new URL('node_modules/.bin/tsc', import.meta.url))

/** @type {string} */
let project
test.beforeAll(async () => {
  project = await mkdtemp(join(tmpdir(), 'soru-consumer-'))
  await run('npm', ['pack', '--pack-destination', project], { cwd: PKG })
  const [tarball] = (await readdir(project)).filter((name) => name.endsWith('.tgz'))
  await writeFile(join(project, 'package.json'), JSON.stringify({ name: 'consumer', private: true, type: 'module' }))
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', `./${tarball}`], { cwd: project })
})
test.afterAll(() => rm(project, { recursive: true, force: true }))

const installed = (/** @type {string} */ file) => readFile(join(project, 'node_modules/soru', file), 'utf8')

test('it holds licences, a note of its use, and every file that it names', async () => {
  const description = JSON.parse(await installed('package.json'))
  for (const file of ['LICENSE-MIT', 'LICENSE-APACHE', 'soru_engine_bg.wasm', description.main, description.types, description.customElements]) {
    expect((await installed(file)).length, file).toBeGreaterThan(0)
  }
  expect(await installed('README.md')).toContain("import { open } from 'soru'")
  const targets = Object.values(description.exports).flatMap((target) => typeof target === 'string' ? [target] : Object.values(target))
  for (const target of targets) await installed(target)
  for (const file of description.sideEffects) await installed(file)
})

test('its manifest describes the tag that its module registers', async () => {
  const manifest = JSON.parse(await installed('custom-elements.json'))
  expect(manifest.schemaVersion).toBe('2.1.0')
  const exported = manifest.modules.flatMap((/** @type {any} */ module) => module.exports)
  const definition = exported.find((/** @type {any} */ one) => one.kind === 'custom-element-definition')
  expect(definition).toMatchObject({ name: 'soru-search', declaration: { name: 'SoruSearchElement', module: 'soru-search-element.js' } })
  await installed(definition.declaration.module)
})

test('a site generator can import it without a DOM', async () => {
  const script = `
    const { open, SoruError } = await import('soru')
    const { SoruSearchElement } = await import('soru/soru-search.js')
    const same = await import('soru/soru-search-element.js')
    await import('soru/offline.js')
    const { default: manifest } = await import('soru/custom-elements.json', { with: { type: 'json' } })
    const hidden = await import('soru/no-such-module.js').catch((error) => error.code)
    console.log([typeof open, new SoruError('A', 'b').name, SoruSearchElement === same.SoruSearchElement, manifest.schemaVersion, hidden].join(' '))`
  const { stdout } = await run('node', ['--input-type=module', '--no-warnings', '-e', script], { cwd: project })
  expect(stdout.trim()).toBe('function SoruError true 2.1.0 ERR_PACKAGE_PATH_NOT_EXPORTED')
})

for (const [module, moduleResolution] of [['nodenext', 'nodenext'], ['esnext', 'bundler']]) {
  test(`its types hold in strict mode, resolved as ${moduleResolution} does`, async () => {
    const right = `
      import { open, type Answer, type Soru } from 'soru'
      import { SoruSearchElement } from 'soru/soru-search.js'
      export async function ask(question: string): Promise<string | null> {
        const soru: Soru = await open('/soru/', { worker: true })
        const answer: Answer = await soru.ask(question, { topK: 3 })
        return answer.answer
      }
      export const box: SoruSearchElement | null = document.querySelector('soru-search')
      document.addEventListener('soru-answer', ({ detail }) => console.log(detail.confidence.toFixed(2)))`
    const compile = async (/** @type {string} */ text) => {
      await writeFile(join(project, 'app.ts'), text)
      const args = ['--noEmit', '--strict', '--skipLibCheck', 'false', '--target', 'es2022', '--lib', 'es2022,dom,dom.iterable',
        '--types', '', '--module', module, '--moduleResolution', moduleResolution, 'app.ts']
      return run(TSC, args, { cwd: project }).then(() => '', ({ stdout }) => stdout)
    }
    expect(await compile(right)).toBe('')
    expect(await compile(right.replace('topK: 3', "topK: 'three'"))).toContain('TS2322')
  })
}
