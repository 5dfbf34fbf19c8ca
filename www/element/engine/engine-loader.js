/**
 * Starts WebAssembly engines in any thread that imports this module, and opens bundles with them. Both the worker and
 * the main-thread fallback use it.
 *
 * There are two: `soru_engine`, which a first question waits for, and `soru_engine_full`, which is loaded when a call
 * needs more features.
 */
import { damaged, fetchFailed, said } from './bundle-files.js'
import { ESSENTIAL_CODE, FULL_CODE, essentialCode, fullCode } from './code.js'
import { SoruError } from './errors.js'
import { OpenedEngine } from './opened-engine.js'
import { patiently } from './stream.js'

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
  failures += 1
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
    starting = start(name, name === ESSENTIAL && !failures ? code : undefined).catch((thrown) => {
      started.delete(name)
      failures += 1
      throw thrown
    })
    started.set(name, starting)
  }
  return starting
}

// Browsers may cache a failed import; hence the number.
let failures = 0

/** @param {string} name */
const glue = (name) => import(`../${name}.js${failures ? `?retry=${failures}` : ''}`)

/**
 * @param {string} name
 * @param {Promise<WebAssembly.Module | null>} [code]
 * @returns {Promise<MakeEngine>}
 */
async function start(name, code) {
  const [url, compile] = name === FULL ? [FULL_CODE, fullCode] : [ESSENTIAL_CODE, essentialCode]
  // The module and its code are fetched in parallel.
  const importing = glue(name).catch(() => {
    failures += 1
    return glue(name)
  })
  importing.catch(() => {}) // reported below; not also as an unhandled rejection
  let awaited = url.href
  try {
    const compiled = await code ?? await compile()
    awaited = `${name}.js`
    /** @type {EngineModule} */
    const module = await patiently(() => importing)
    awaited = ''
    await module.default({ module_or_path: compiled })
    return (manifest) => new module.Engine(manifest)
  } catch (thrown) {
    throw startError(thrown, url.href, awaited)
  }
}

/**
 * @param {unknown} thrown
 * @param {string} url of the code
 * @param {string} awaited the missing file; empty if all were received
 */
function startError(thrown, url, awaited) {
  const text = said(thrown)
  // Chromium and WebKit name the missing source, Firefox does not.
  if (/unsafe-eval|by CSP/.test(text)) {
    return new SoruError(
      'WASM_BLOCKED',
      "The page's content security policy forbids WebAssembly. Add 'wasm-unsafe-eval' to its script-src.",
      { cause: thrown },
    )
  }
  // If the data does not even begin like code, the response was something else, most often the host's "not found" page.
  const isCode = thrown instanceof WebAssembly.CompileError && !/magic|asm'/.test(text)
  // The code imports something that the glue lacks.
  const isOther = !awaited && (thrown instanceof TypeError || thrown instanceof WebAssembly.LinkError)
  if (isCode || isOther) return damaged(url, text, thrown)
  return awaited ? fetchFailed(awaited, thrown) : SoruError.from(thrown)
}
