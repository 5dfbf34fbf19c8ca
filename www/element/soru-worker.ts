/**
 * The engine behind a message port: a module worker.
 *
 * In:  `{ id, method, text, options }`, where `open` opens the bundle at the address `text`, and any other method is one
 *      of the engine, `{ abort: id }`, after which nothing is waited for, `{ scored }`, see callbacks.ts, `{ ping: true }`,
 *      and once each `{ code }`, see client.ts, and `{ manifest }`, see manifest.ts
 * Out: `{ started: true }` once, `{ alive: true }` per ping, then per request any number of
 *      `{ id, progress }` and `{ id, ask }`, and one of `{ id, value }` or `{ id, error }`.
 */
import { openEngine } from './engine/engine-loader.js'
import { toPlain } from './engine/errors.js'
import type { Remote, Scored } from './engine/callbacks.js'
import type { AnyOptions, Calls } from './engine/calls.js'
import type { Ahead } from './engine/engine-loader.js'
import type { OpenedEngine } from './engine/opened-engine.js'

export type Request = { id: number, method: keyof Calls, text: string, options: AnyOptions }

let engine: OpenedEngine | undefined
/** The page's functions, once a call has any. */
let remote: Remote | undefined
/** Requests that are being answered. */
const running: Map<number, AbortController> = new Map()

let handCode: (code: WebAssembly.Module | null) => void
let handManifest: (manifest: Uint8Array | null) => void
/** The requests of the page. */
const ahead: Ahead = {
  code: new Promise((resolve) => { handCode = resolve }),
  manifest: new Promise((resolve) => { handManifest = resolve }),
}

async function open(id: number, baseUrl: string) {
  engine = await openEngine(baseUrl, (progress) => postMessage({ id, progress }), undefined, ahead)
  return engine.stats
}

async function attached(id: number, options: AnyOptions) {
  const { Remote } = await import('./engine/callbacks.js')
  remote ??= new Remote()
  return remote.attach(options, (ask) => postMessage({ id, ask }))
}

/** What comes in place of a request. */
export interface Handed {
  abort?: number
  ping?: true
  scored?: Scored
  code?: WebAssembly.Module | null
  manifest?: Uint8Array | null
}

async function answer(
  { data: { id, method, text, options, abort, ping, scored, code, manifest } }: MessageEvent<Request & Handed>,
) {
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
