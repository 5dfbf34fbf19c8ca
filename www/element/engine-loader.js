/**
 * Starts the WebAssembly engine in whichever thread imports this module, and
 * opens a bundle with it. Both the worker and the main-thread fallback use it.
 */
import { SoruError } from './errors.js'

/** @typedef {import('./soru.js').Progress} Progress */
/** @typedef {import('./soru.js').Answer} Answer */
/** @typedef {import('./soru.js').SearchResult} SearchResult */
/** @typedef {import('./soru.js').Comparison} Comparison */
/** @typedef {import('./soru.js').AskOptions} AskOptions */
/** @typedef {import('./soru.js').SuggestOptions} SuggestOptions */
/** @typedef {import('./soru.js').Suggestions} Suggestions */
/** @typedef {import('./soru.js').Stats} Stats */

/**
 * The part of the wasm-bindgen module that is used here.
 * @typedef {object} Engine
 * @property {(question: string, options?: AskOptions) => Promise<Answer>} ask
 * @property {(query: string, options?: AskOptions) => Promise<SearchResult>} search
 * @property {(question: string, options?: AskOptions) => Promise<Comparison>} compare
 * @property {(text: string, options?: SuggestOptions) => Promise<Suggestions>} suggest
 * @property {() => Stats} stats
 * @property {() => void} close
 *
 * @typedef {object} EngineModule
 * @property {(options: { module_or_path: Promise<Response> }) => Promise<unknown>} default
 * @property {{ open(baseUrl: string, options: { onProgress?: (p: Progress) => void }): Promise<Engine> }} Engine
 */

/** @type {Promise<EngineModule> | undefined} */
let started

/**
 * @param {string} baseUrl absolute URL of the bundle folder, with a slash at its end
 * @param {(progress: Progress) => void} [onProgress]
 * @returns {Promise<Engine>}
 */
export async function openEngine(baseUrl, onProgress) {
  const { Engine } = await startEngine()
  try {
    return await Engine.open(baseUrl, { onProgress })
  } catch (thrown) {
    throw SoruError.from(thrown)
  }
}

// A failed start is forgotten, so that a later try can succeed once the
// connection is back. (Browsers may keep a failed import; hence the number.)
function startEngine() {
  started ??= start(failures).catch((thrown) => {
    started = undefined
    failures += 1
    throw thrown
  })
  return started
}

let failures = 0

/**
 * @param {number} attempt
 * @returns {Promise<EngineModule>}
 */
async function start(attempt) {
  // The module and its code are fetched side by side, not one after the other.
  const wasm = fetchWasm()
  wasm.catch(() => {}) // reported below; not also as an unhandled rejection
  try {
    const module = await importEngine(attempt)
    await module.default({ module_or_path: wasm })
    return module
  } catch (thrown) {
    throw startError(thrown)
  }
}

/**
 * @param {number} attempt
 * @returns {Promise<EngineModule>}
 */
function importEngine(attempt) {
  // @ts-ignore: written by wasm-bindgen, not there when this file is checked
  return attempt ? import(`./soru_engine.js?retry=${attempt}`) : import('./soru_engine.js')
}

async function fetchWasm() {
  const url = new URL('./soru_engine_bg.wasm', import.meta.url)
  const response = await fetch(url).catch((cause) => {
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
