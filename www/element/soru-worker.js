/**
 * The engine behind a message port: a module worker.
 *
 * In:  `{ id, method: 'open' | 'ask' | 'search' | 'compare' | 'suggest' | 'related' | 'generate' | 'step' |
 * 'close', args }`, `{ abort: id }`, after which no result is awaited, `{ scored }`, see callbacks.js, and once
 * each `{ code }`, see soru.js, and `{ manifest }`, see manifest.js Out: `{ started: true }` once, then per
 * request any number of `{ id, progress }` and `{ id, ask }`, and one of `{ id, value }` or `{ id, error }`.
 */
import { openEngine } from './engine/engine-loader.js'
import { SoruError, toPlain } from './engine/errors.js'

/** @typedef {{ id: number, method: string, args: any[] }} Request */

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

/** @type {Record<string, (id: number, ...args: any[]) => unknown>} */
const methods = {
  open: async (id, baseUrl) => {
    engine = await openEngine(baseUrl, (progress) => postMessage({ id, progress }), undefined, ahead)
    return engine.stats()
  },
  ask: (id, question, options) => call('ask', id, question, options),
  search: (id, query, options) => call('search', id, query, options),
  compare: (id, question, options) => call('compare', id, question, options),
  suggest: (id, text, options) => call('suggest', id, text, options),
  related: (id, address, options) => call('related', id, address, options),
  generate: (id, question, options) => call('generate', id, question, options),
  step: (id, name, given) => call('step', id, name, given),
  close: () => {
    engine?.close()
    close()
  },
}

/**
 * @param {'ask' | 'search' | 'compare' | 'suggest' | 'related' | 'generate' | 'step'} method
 * @param {number} id
 * @param {string} text
 * @param {any} options
 */
async function call(method, id, text, options) {
  if (!engine) throw new SoruError('CLOSED', 'The search was closed. Call open() again.')
  const signal = running.get(id)?.signal
  const given = Array.isArray(options?.rerankers) ? await attached(id, options) : options
  return engine.call(method, text, given, signal)
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
 * @property {import('./engine/callbacks.js').Scored} [scored]
 * @property {WebAssembly.Module | null} [code]
 * @property {Uint8Array | null} [manifest]
 */

/** @param {MessageEvent<Request & Handed>} event */
async function answer({ data: { id, method, args, abort, scored, code, manifest } }) {
  if (code !== undefined) return handCode(code)
  if (manifest !== undefined) return handManifest(manifest)
  if (scored) return remote?.receive(scored)
  if (abort) return running.get(abort)?.abort()
  running.set(id, new AbortController())
  try {
    postMessage({ id, value: await methods[method](id, ...args) })
  } catch (thrown) {
    postMessage({ id, error: toPlain(thrown) })
  } finally {
    running.delete(id)
  }
}

addEventListener('message', answer)
postMessage({ started: true })
