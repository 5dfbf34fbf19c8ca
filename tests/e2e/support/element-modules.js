/**
 * The element's modules without their types, as tests serve them: one for each in `www/element`.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))

export const MODULES = join(process.env.SORU_TARGET ?? join(ROOT, 'target'), 'element')

/** Writes them before all tests. */
export default function write() {
  const program = ['run', '--quiet', '--package', 'xtask-modules', '--', '--unjoined', 'www/element', MODULES]
  execFileSync('cargo', program, { cwd: ROOT, stdio: 'inherit' })
}
