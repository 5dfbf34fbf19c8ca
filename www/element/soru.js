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
import { startWorker } from './engine/worker-start.js'
import { WorkerClient } from './engine/worker-client.js'

export { SoruError }

/** @typedef {import('./soru.js').Soru} Soru */
/** @typedef {import('./soru.js').OpenOptions} OpenOptions */

/**
 * @param {string | URL} baseUrl the bundle folder, relative to the page
 * @param {OpenOptions} [options]
 * @returns {Promise<Soru>}
 */
export async function open(baseUrl, { worker = true, onProgress, signal } = {}) {
  signal?.throwIfAborted()
  const url = folderUrl(baseUrl)
  // Fetches, and compiles the code, while the worker itself is loading: on a slow line this saves a round trip before
  // the first answer. If one fails, the engine's own thread retries, and reports the error.
  const ahead = worker
    ? { code: essentialCode(signal).catch(() => null), manifest: manifestAhead(url, signal) }
    : undefined
  const started = worker ? await startWorker() : null
  if (signal?.aborted) started?.terminate()
  signal?.throwIfAborted()
  const opening = started && ahead
    ? openInWorker(new WorkerClient(started, ahead), url, onProgress, signal)
    : openHere(url, onProgress, signal, ahead)
  return unlessAborted(opening, signal)
}

/**
 * @param {WorkerClient} client
 * @param {string} url
 * @param {OpenOptions['onProgress']} onProgress
 * @param {AbortSignal} [signal]
 * @returns {Promise<Soru>}
 */
async function openInWorker(client, url, onProgress, signal) {
  const abort = () => client.close()
  signal?.addEventListener('abort', abort)
  try {
    const stats = await client.call('open', [url], { onProgress })
    const call = async (/** @type {string} */ method, /** @type {string} */ text, /** @type {any} */ given) => {
      const { signal, ...sent } = given ?? {}
      const hasFunctions = Array.isArray(sent.rerankers) && sent.rerankers.some(isFunction)
      if (!hasFunctions) return client.call(method, [text, sent], { signal })
      const { detach } = await import('./engine/callbacks.js')
      const { options, rerankers } = detach(sent)
      return client.call(method, [text, options], { rerankers, signal })
    }
    return soru(call, stats, () => client.close(), url)
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
 * @returns {Promise<Soru>}
 */
async function openHere(url, onProgress, signal, ahead) {
  const { openEngine } = await import('./engine/engine-loader.js')
  const engine = await openEngine(url, onProgress, signal, ahead)
  const call = (/** @type {any} */ method, /** @type {string} */ text, /** @type {any} */ given) => {
    const { signal, ...options } = given ?? {}
    return engine.call(method, text, options, signal)
  }
  return soru(call, await engine.stats(), () => engine.close(), url)
}

/**
 * @param {(method: string, text: string, options?: unknown) => Promise<any>} call
 * @param {import('./soru.js').Stats} stats
 * @param {() => void} close
 * @param {string} url of the bundle's folder
 * @returns {Soru}
 */
function soru(call, stats, close, url) {
  return {
    ask: (question, options) => call('ask', question, options),
    search: (query, options) => call('search', query, options),
    compare: (question, options) => call('compare', question, options),
    suggest: (text, options) => call('suggest', text, options),
    related: async (page, options) => {
      const { belowRoot } = await import('./engine/related.js')
      return call('related', belowRoot(page, url), options)
    },
    generate: async function* (question, options) {
      const { generate } = await import('./model/generator.js')
      yield* generate(call, question, options)
    },
    stats: () => stats,
    close: async () => close(),
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

/** @param {unknown} entry */
function isFunction(entry) {
  return typeof entry === 'function'
}
