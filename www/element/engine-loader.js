/**
 * Starts WebAssembly engines in whichever thread imports this module, and
 * opens bundles with them. Both the worker and the main-thread fallback use it.
 *
 * There are two: `soru_engine`, which a first question waits for, and
 * `soru_engine_full`, which is loaded when a call needs more than that one can do.
 */
import { ESSENTIAL_CODE, FULL_CODE, essentialCode, fullCode } from './code.js'
import { SoruError } from './errors.js'
import { OpenedEngine } from './opened-engine.js'

/** @typedef {import('./opened-engine.js').MakeEngine} MakeEngine */

/**
 * The part of the wasm-bindgen module that is used here.
 * @typedef {object} EngineModule
 * @property {(options: { module_or_path: Promise<Response | WebAssembly.Module> }) => Promise<unknown>} default
 * @property {new (manifest: Uint8Array) => import('./opened-engine.js').Engine} Engine
 */

const ESSENTIAL = 'soru_engine'
const FULL = 'soru_engine_full'

/**
 * What is fetched before there is a thread for the engine. Nothing comes of what cannot be had.
 * @typedef {{ code: Promise<WebAssembly.Module | null>, manifest: Promise<Uint8Array | null> }} Ahead `code` is that
 *   of the essential engine
 */

/** @type {Map<string, Promise<MakeEngine>>} by name */
const started = new Map()

/**
 * @param {string} baseUrl absolute URL of the bundle folder, with a slash at its end
 * @param {(progress: import('./soru.js').Progress) => void} [onProgress]
 * @param {AbortSignal} [signal]
 * @param {Ahead} [ahead] what somebody is fetching already
 */
export function openEngine(baseUrl, onProgress, signal, ahead) {
  return OpenedEngine.open((full) => startEngine(full, ahead?.code), baseUrl, onProgress, signal, ahead?.manifest)
}

/**
 * The essential engine, or the full one; that one anyhow where it has been started. A failed start
 * is forgotten, so that a later try can succeed once the connection is back.
 * @param {boolean} full
 * @param {Promise<WebAssembly.Module | null>} [code]
 */
function startEngine(full, code) {
  const name = full || started.has(FULL) ? FULL : ESSENTIAL
  let starting = started.get(name)
  if (!starting) {
    starting = start(name, name === ESSENTIAL && !failures ? code : undefined).catch((thrown) => {
      started.delete(name)
      failures += 1
      throw thrown
    })
    started.set(name, starting)
  }
  return starting
}

// Browsers may keep a failed import; hence the number.
let failures = 0

/**
 * @param {string} name
 * @param {Promise<WebAssembly.Module | null>} [code]
 * @returns {Promise<MakeEngine>}
 */
async function start(name, code) {
  // The module and its code are fetched side by side, not one after the other.
  const wasm = (code ?? Promise.resolve(null)).then((compiled) => compiled ?? fetchWasm(name))
  wasm.catch(() => {}) // reported below; not also as an unhandled rejection
  try {
    /** @type {EngineModule} */
    const module = await import(`./${name}.js${failures ? `?retry=${failures}` : ''}`)
    await module.default({ module_or_path: wasm })
    return (manifest) => new module.Engine(manifest)
  } catch (thrown) {
    throw startError(thrown)
  }
}

/** @param {string} name */
async function fetchWasm(name) {
  const [url, fetching] = name === FULL ? [FULL_CODE, fullCode()] : [ESSENTIAL_CODE, essentialCode()]
  const response = await fetching.catch((cause) => {
    throw fetchFailed(url, cause)
  })
  if (!response.ok) throw fetchFailed(url, `status ${response.status}`)
  return response
}

/**
 * @param {URL} url
 * @param {unknown} cause
 */
function fetchFailed(url, cause) {
  const advice = url.protocol === 'file:'
    ? 'Browsers do not load WebAssembly from file: pages; open the site through a web server, for example `soru serve`.'
    : 'Check the connection, and that the file is deployed.'
  return new SoruError('FETCH_FAILED', `Could not load ${url.href} (${cause}). ${advice}`, { cause })
}

/** @param {unknown} thrown */
function startError(thrown) {
  if (thrown instanceof SoruError) return thrown
  const compileBlocked = thrown instanceof WebAssembly.CompileError && /unsafe-eval/.test(thrown.message)
  if (compileBlocked) {
    return new SoruError(
      'WASM_BLOCKED',
      "The page's content security policy forbids WebAssembly. Add 'wasm-unsafe-eval' to its script-src.",
      { cause: thrown },
    )
  }
  return SoruError.from(thrown, thrown instanceof TypeError ? 'FETCH_FAILED' : 'ENGINE_CRASHED')
}
