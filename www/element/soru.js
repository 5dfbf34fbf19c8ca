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

export { SoruError }

/** @typedef {import('./soru.js').Soru} Soru */
/** @typedef {import('./soru.js').OpenOptions} OpenOptions */

/** @typedef {import('./engine/restarting-engine.js').Backend} Backend */

/** The methods that the engine answers as they are called. */
const METHODS = /** @type {const} */ (['ask', 'search', 'compare', 'suggest'])

/**
 * @param {string | URL} baseUrl the bundle folder, relative to the page
 * @param {OpenOptions} [options]
 * @returns {Promise<Soru>}
 */
export async function open(baseUrl, { worker = true, onProgress, signal } = {}) {
  signal?.throwIfAborted()
  const url = folderUrl(baseUrl)
  const engine = new RestartingEngine((opening) => start(url, worker, onProgress, opening))
  return unlessAborted(engine.open(signal).then(() => soru(engine, url)), signal)
}

/**
 * @param {string} url of the bundle's folder
 * @param {boolean} worker
 * @param {OpenOptions['onProgress']} onProgress
 * @param {AbortSignal} [signal]
 * @returns {Promise<Backend>}
 */
async function start(url, worker, onProgress, signal) {
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

/**
 * @param {WorkerClient} client
 * @param {string} url
 * @param {OpenOptions['onProgress']} onProgress
 * @param {AbortSignal} [signal]
 * @returns {Promise<Backend>}
 */
async function openInWorker(client, url, onProgress, signal) {
  const abort = () => client.close()
  signal?.addEventListener('abort', abort)
  try {
    client.stats = await client.call('open', url, {}, onProgress)
    return client
  } catch (thrown) {
    client.close()
    throw thrown
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}

/**
 * @param {string} url
 * @param {OpenOptions['onProgress']} onProgress
 * @param {AbortSignal} [signal]
 * @param {import('./engine/engine-loader.js').Ahead} [ahead]
 * @returns {Promise<Backend>}
 */
async function openHere(url, onProgress, signal, ahead) {
  const { openEngine } = await import('./engine/engine-loader.js')
  return openEngine(url, onProgress, signal, ahead)
}

/**
 * @param {RestartingEngine} engine
 * @param {string} url of the bundle's folder
 * @returns {Soru}
 */
function soru(engine, url) {
  const bound = METHODS.map((method) => [method, engine.call.bind(engine, method)])
  return {
    .../** @type {Pick<Soru, typeof METHODS[number]>} */ (Object.fromEntries(bound)),
    related: async (page, options) => engine.call('related', belowRoot(page, url), options),
    generate: async function* (question, options) {
      const { generate } = await import('./model/generator.js')
      yield* generate(engine, question, options)
    },
    stats: () => engine.stats,
    close: async () => engine.close(),
  }
}

/**
 * @param {Promise<Soru>} opening
 * @param {AbortSignal} [signal]
 */
async function unlessAborted(opening, signal) {
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
