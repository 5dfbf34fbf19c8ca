/**
 * Writes the custom elements manifest (schema 2.1.0) of the element's source to a file: `cargo xtask element`.
 * Paths in it are those of the package.
 */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
// @ts-ignore: it brings no types
import { cli } from '@custom-elements-manifest/analyzer/cli.js'

const ELEMENT = fileURLToPath(new URL('../../../www/element/', import.meta.url))
const CLASS = 'soru-search-element'
const REGISTERS = 'soru-search'
const TAG = 'soru-search'

/** Properties that the class sets on its root, and a callback that the analyzer does not know as one of the browser. */
const NOT_ITS_OWN = ['adoptedStyleSheets', 'connectedMoveCallback']

// With a configuration, the analyzer would look for a package.json in the root of the checkout, which has
// none.
const argv = ['analyze', '--globs', `${CLASS}.ts`, '--globs', `${REGISTERS}.ts`, '--quiet']
const out = resolve(process.argv[2])
// It writes into the package.json of the folder in which it runs, so it gets one for itself.
const scratch = await mkdtemp(join(tmpdir(), 'soru-manifest-'))
await writeFile(join(scratch, 'package.json'), '{}')
process.chdir(scratch)
const manifest = await cli({ argv, cwd: ELEMENT, noWrite: true })
await rm(scratch, { recursive: true })
const [declaring, registering] = manifest.modules
const declaration = declaring.declarations.find(({ name }) => name === 'SoruSearchElement')
declaration.members = declaration.members.filter(({ name, privacy }) => privacy !== 'private' && !NOT_ITS_OWN.includes(name))
Object.assign(declaration, { superclass: { name: 'HTMLElement' }, customElement: true, tagName: TAG })
Object.assign(declaring, { path: `${CLASS}.js` })
Object.assign(registering, { path: `${REGISTERS}.js` })
const reference = { name: 'SoruSearchElement', module: `${CLASS}.js` }
const exported = { kind: 'js', name: 'SoruSearchElement', declaration: reference }
declaring.exports = [exported]
registering.exports = [exported, { kind: 'custom-element-definition', name: TAG, declaration: reference }]
await writeFile(out, `${JSON.stringify({ ...manifest, schemaVersion: '2.1.0' }, null, 2)}\n`)
