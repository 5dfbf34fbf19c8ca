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
import type { Progress } from '../api.js'
import type { Engine, MakeEngine } from './opened-engine.js'
import type { Glue } from './starting.js'

/** The part of the wasm-bindgen module that is used here. */
export interface EngineModule extends Glue {
  Engine: new (manifest: Uint8Array) => Engine
}

const ESSENTIAL = 'soru_engine'
const FULL = 'soru_engine_full'

/** Downloads that start before the engine's thread. A failed one gives null. `code` is that of the essential engine. */
export type Ahead = { code: Promise<WebAssembly.Module | null>, manifest: Promise<Uint8Array | null> }

/** By name. */
const started: Map<string, Promise<MakeEngine>> = new Map()

/**
 * @param baseUrl absolute URL of the bundle folder, with a slash at its end
 * @param ahead running downloads
 */
export function openEngine(
  baseUrl: string,
  onProgress?: (progress: Progress) => void,
  signal?: AbortSignal,
  ahead?: Ahead,
) {
  const start = (full: boolean) => startEngine(full, ahead?.code)
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
 */
function startEngine(full: boolean, code?: Promise<WebAssembly.Module | null>) {
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

async function start(name: string, code?: Promise<WebAssembly.Module | null>): Promise<MakeEngine> {
  const url = name === FULL ? FULL_CODE : ESSENTIAL_CODE
  const compile = async () => await code ?? await (name === FULL ? packed(FULL_CODE) : essentialCode())
  const module = await startModule<EngineModule>(name, url, compile)
  return (manifest) => new module.Engine(manifest)
}
