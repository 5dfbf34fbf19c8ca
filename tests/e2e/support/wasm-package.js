/**
 * Asks a question with the package of a plain `wasm-pack build`, as a bundler would load it:
 * node wasm-package.js FOLDER
 */
import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'

const [folder] = process.argv.slice(2).map((path) => resolve(path))
const bundle = join(import.meta.dirname, '../../fixtures/bundle-v2')

/** @param {string} name */
const read = (name) => readFile(join(folder, name))

const { name, main, sideEffects, types } = JSON.parse((await read('package.json')).toString())
assert.equal(name, 'soru')
assert.ok(sideEffects.length > 0, 'a bundler may drop the start of the module')
assert.match((await read(types)).toString(), /class Engine/)
assert.match((await read(main)).toString(), /soru_bg\.wasm/)

// Node.js 20 imports no WebAssembly, so this does what a bundler generates for that import.
const script = await import(pathToFileURL(join(folder, 'soru_bg.js')).href)
const { instance } = await WebAssembly.instantiate(await read('soru_bg.wasm'), { './soru_bg.js': script })
const start = /** @type {() => void} */ (instance.exports.__wbindgen_start)
script.__wbg_set_wasm(instance.exports)
start()

const engine = new script.Engine(await readFile(join(bundle, 'manifest.msgpack')))
const call = engine.begin('ask', 'H-1B kontenjanı kaç?', { today: '2026-11-20' }, {})
let step = call.step()
for (let round = 0; !step.done && round < 9; round++) {
  for (const { name: file } of step.files) {
    // The only file; the fixture has it without the hash in its name.
    const stored = await readFile(join(bundle, 'core.msgpack.bin'))
    engine.verify(file, stored)
    engine.supply(file, gunzipSync(stored))
  }
  step = call.step()
}
assert.equal(step.done.method, 'fact_exact')
assert.match(step.done.answer, /65\.000/)
