/**
 * Questions to a Soru bundle, from JavaScript.
 *
 * ```js
 * import { open } from './soru/soru.js'
 * const soru = await open('./soru/')
 * const { answer, sources } = await soru.ask('What is the H-1B cap?')
 * ```
 *
 * The engine runs in a worker, or on the main thread if the page allows none; callers see no difference. The box for
 * visitors is `soru-search.js`.
 */
import { essentialCode } from './engine/code.js'
import { SoruError } from './engine/errors.js'
import { folderUrl } from './box/links.js'
import { manifestAhead } from './engine/manifest.js'
import { belowRoot } from './engine/related.js'
import { RestartingEngine } from './engine/restarting-engine.js'
import { startWorker } from './engine/worker-start.js'
import { WorkerClient } from './engine/worker-client.js'
import type { OpenOptions, Soru } from './api.js'
import type { Ahead } from './engine/engine-loader.js'
import type { Backend } from './engine/restarting-engine.js'

export { SoruError }
export type * from './api.js'

/** The methods that the engine answers as they are called. */
const METHODS = ['ask', 'search', 'compare', 'suggest'] as const

/**
 * Opens a bundle.
 * @param baseUrl the bundle folder, relative to the page
 * @throws {SoruError}
 */
export async function open(
  baseUrl: string | URL,
  { worker = true, onProgress, signal }: OpenOptions = {},
): Promise<Soru> {
  signal?.throwIfAborted()
  const url = folderUrl(baseUrl)
  const engine = new RestartingEngine((opening) => start(url, worker, onProgress, opening))
  return unlessAborted(engine.open(signal).then(() => soru(engine, url)), signal)
}

/** @param url of the bundle's folder */
async function start(
  url: string,
  worker: boolean,
  onProgress: OpenOptions['onProgress'],
  signal?: AbortSignal,
): Promise<Backend> {
  // Fetches, and compiles the code, while the worker itself is loading: on a slow line this saves a round trip before
  // the first answer. If one fails, the engine's own thread retries, and reports the error.
  const ahead = worker
    ? { code: essentialCode(signal).catch(() => null), manifest: manifestAhead(url, signal) }
    : undefined
  const started = worker ? await startWorker() : null
  if (signal?.aborted) started?.terminate()
  signal?.throwIfAborted()
  return started && ahead
    ? openInWorker(new WorkerClient(started, ahead), url, onProgress, signal)
    : openHere(url, onProgress, signal, ahead)
}

async function openInWorker(
  client: WorkerClient,
  url: string,
  onProgress: OpenOptions['onProgress'],
  signal?: AbortSignal,
): Promise<Backend> {
  const abort = () => client.close()
  signal?.addEventListener('abort', abort)
  try {
    await client.open(url, onProgress)
    return client
  } catch (thrown) {
    client.close()
    throw thrown
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

async function openHere(
  url: string,
  onProgress: OpenOptions['onProgress'],
  signal?: AbortSignal,
  ahead?: Ahead,
): Promise<Backend> {
  const { openEngine } = await import('./engine/engine-loader.js')
  return openEngine(url, onProgress, signal, ahead)
}

/** @param url of the bundle's folder */
function soru(engine: RestartingEngine, url: string): Soru {
  const bound = METHODS.map((method) => [method, engine.call.bind(engine, method)])
  return {
    ...(Object.fromEntries(bound) as Pick<Soru, typeof METHODS[number]>),
    related: async (page, options) => engine.call('related', belowRoot(page, url), options),
    generate: async function* (question, options) {
      const { generate } = await import('./model/generator.js')
      yield* generate(engine, question, options)
    },
    stats: () => engine.stats,
    close: async () => engine.close(),
  }
}

async function unlessAborted(opening: Promise<Soru>, signal?: AbortSignal) {
  try {
    const soru = await opening
    if (signal?.aborted) await soru.close()
    signal?.throwIfAborted()
    return soru
  } catch (thrown) {
    signal?.throwIfAborted()
    throw thrown
  }
}
