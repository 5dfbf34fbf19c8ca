/**
 * The element's modules as tests serve them: each without its types, and all joined into the files of the
 * package, with the fake engine in place of the real one.
 */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const TARGET = process.env.SORU_TARGET ?? join(ROOT, 'target')
const ELEMENT = 'www/element'

export const MODULES = join(TARGET, 'element')
export const JOINED = join(TARGET, 'element-joined')

/** The JavaScript of the engines, of which the fake one needs none. */
const ENGINES = ['soru_engine', 'soru_engine_full', 'soru_language_model', 'soru_working_index']

/** Writes them before all tests. */
export default function write() {
  make('--unjoined', ELEMENT, MODULES)
  const faked = join(TARGET, 'element-faked')
  rmSync(faked, { recursive: true, force: true })
  cpSync(join(ROOT, ELEMENT), faked, { recursive: true })
  rmSync(join(faked, 'engine/opened-engine.ts'))
  cpSync(fileURLToPath(new URL('../fixtures/fake-engine.js', import.meta.url)), join(faked, 'engine/opened-engine.js'))
  mkdirSync(join(faked, 'glue'))
  for (const name of ENGINES) writeFileSync(join(faked, `glue/${name}.js`), 'export default async () => {}')
  make(faked, JOINED)
}

/** @param {string[]} args */
function make(...args) {
  execFileSync('cargo', ['run', '--quiet', '--package', 'xtask-modules', '--', ...args], { cwd: ROOT, stdio: 'inherit' })
}
