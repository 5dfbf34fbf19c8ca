/**
 * The engine behind a message port: a module worker.
 *
 * In:  `{ id, method, text, options }`, where `open` opens the bundle at the address `text`, and any other method is one
 *      of the engine, `{ abort: id }`, after which nothing is waited for, `{ scored }`, see callbacks.js, `{ ping: true }`,
 *      and once each `{ code }`, see soru.js, and `{ manifest }`, see manifest.js
 * Out: `{ started: true }` once, `{ alive: true }` per ping, then per request any number of
 *      `{ id, progress }` and `{ id, ask }`, and one of `{ id, value }` or `{ id, error }`.
 */
import { openEngine } from './engine/engine-loader.js'
import { toPlain } from './engine/errors.js'

/** @typedef {{ id: number, method: string, text: string, options: any }} Request */

/** @type {import('./engine/opened-engine.js').OpenedEngine | undefined} */
let engine
/** @type {import('./engine/callbacks.js').Remote | undefined} the page's functions, once a call has any */
let remote
/** @type {Map<number, AbortController>} requests that are being answered */
const running = new Map()

/** @type {(code: WebAssembly.Module | null) => void} */
let handCode
/** @type {(manifest: Uint8Array | null) => void} */
let handManifest
/** @type {import('./engine/engine-loader.js').Ahead} the requests of the page */
const ahead = {
  code: new Promise((resolve) => { handCode = resolve }),
  manifest: new Promise((resolve) => { handManifest = resolve }),
}

/**
 * @param {number} id
 * @param {string} baseUrl
 */
async function open(id, baseUrl) {
  engine = await openEngine(baseUrl, (progress) => postMessage({ id, progress }), undefined, ahead)
  return engine.stats
}

/**
 * @param {number} id
 * @param {any} options
 */
async function attached(id, options) {
  const { Remote } = await import('./engine/callbacks.js')
  remote ??= new Remote()
  return remote.attach(options, (ask) => postMessage({ id, ask }))
}

/**
 * @typedef {object} Handed what comes in place of a request
 * @property {number} [abort]
 * @property {true} [ping]
 * @property {import('./engine/callbacks.js').Scored} [scored]
 * @property {WebAssembly.Module | null} [code]
 * @property {Uint8Array | null} [manifest]
 */

/** @param {MessageEvent<Request & Handed>} event */
async function answer({ data: { id, method, text, options, abort, ping, scored, code, manifest } }) {
  if (ping) return postMessage({ alive: true })
  if (code !== undefined) return handCode(code)
  if (manifest !== undefined) return handManifest(manifest)
  if (scored) return remote?.receive(scored)
  if (abort) return running.get(abort)?.abort()
  const controller = new AbortController()
  running.set(id, controller)
  try {
    const given = Array.isArray(options.rerankers) ? await attached(id, options) : options
    const value = method === 'open' ? open(id, text) : engine?.call(method, text, { ...given, signal: controller.signal })
    postMessage({ id, value: await value })
  } catch (thrown) {
    postMessage({ id, error: toPlain(thrown) })
  } finally {
    running.delete(id)
  }
}

addEventListener('message', answer)
postMessage({ started: true })
