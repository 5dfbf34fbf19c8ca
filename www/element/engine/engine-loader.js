/**
 * Starts WebAssembly engines in any thread that imports this module, and opens bundles with them. Both the worker and
 * the main-thread fallback use it.
 *
 * There are two: `soru_engine`, which a first question waits for, and `soru_engine_full`, which is loaded when a call
 * needs more features.
 */
import { ESSENTIAL_CODE, FULL_CODE, essentialCode, packed } from './code.js'
import { OpenedEngine } from './opened-engine.js'
import { failures, failed, startModule } from './starting.js'

/** @typedef {import('./opened-engine.js').MakeEngine} MakeEngine */

/**
 * The part of the wasm-bindgen module that is used here.
 * @typedef {object} EngineModule
 * @property {(options: { module_or_path: WebAssembly.Module }) => Promise<unknown>} default
 * @property {new (manifest: Uint8Array) => import('./opened-engine.js').Engine} Engine
 */

const ESSENTIAL = 'soru_engine'
const FULL = 'soru_engine_full'

/**
 * Downloads that start before the engine's thread. A failed one gives null.
 * @typedef {{ code: Promise<WebAssembly.Module | null>, manifest: Promise<Uint8Array | null> }} Ahead `code` is that
 *   of the essential engine
 */

/** @type {Map<string, Promise<MakeEngine>>} by name */
const started = new Map()

/**
 * @param {string} baseUrl absolute URL of the bundle folder, with a slash at its end
 * @param {(progress: import('../soru.js').Progress) => void} [onProgress]
 * @param {AbortSignal} [signal]
 * @param {Ahead} [ahead] running downloads
 */
export function openEngine(baseUrl, onProgress, signal, ahead) {
  const start = (/** @type {boolean} */ full) => startEngine(full, ahead?.code)
  return OpenedEngine.open(start, baseUrl, onProgress, signal, ahead?.manifest, forget)
}

/** After a crash, started code may be in an invalid state: the next bundle starts it again. */
function forget() {
  started.clear()
  failed()
}

/**
 * The essential engine, or the full one; always the full one if it has been started. A failed start is dropped, so that
 * a later attempt can succeed once the connection is back.
 * @param {boolean} full
 * @param {Promise<WebAssembly.Module | null>} [code]
 */
function startEngine(full, code) {
  const name = full || started.has(FULL) ? FULL : ESSENTIAL
  let starting = started.get(name)
  if (!starting) {
    starting = start(name, name === ESSENTIAL && !failures() ? code : undefined).catch((thrown) => {
      started.delete(name)
      throw thrown
    })
    started.set(name, starting)
  }
  return starting
}

/**
 * @param {string} name
 * @param {Promise<WebAssembly.Module | null>} [code]
 * @returns {Promise<MakeEngine>}
 */
async function start(name, code) {
  const url = name === FULL ? FULL_CODE : ESSENTIAL_CODE
  const compile = async () => await code ?? await (name === FULL ? packed(FULL_CODE) : essentialCode())
  /** @type {EngineModule} */
  const module = await startModule(name, url, compile)
  return (manifest) => new module.Engine(manifest)
}
