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
import { Client } from './engine/client.js'
import { SoruError } from './engine/errors.js'
import type { OpenOptions, Soru } from './api.js'

export { SoruError }
export type * from './api.js'

/**
 * Opens a bundle.
 * @param baseUrl the bundle folder, relative to the page; several with spaces between them are searched as one
 * @throws {SoruError}
 */
export async function open(
  baseUrl: string | URL,
  { worker = true, onProgress, signal }: OpenOptions = {},
): Promise<Soru> {
  signal?.throwIfAborted()
  const client = new Client(baseUrl, worker, onProgress)
  try {
    await client.open(signal)
    signal?.throwIfAborted()
  } catch (thrown) {
    client.close()
    signal?.throwIfAborted()
    throw thrown
  }
  return {
    ask: (question, options) => client.call('ask', question, options),
    search: (query, options) => client.call('search', query, options),
    compare: (question, options) => client.call('compare', question, options),
    suggest: (text, options) => client.call('suggest', text, options),
    related: (url, options) => client.related(url, options),
    generate: (question, options) => client.generate(question, options),
    stats: () => client.stats,
    close: async () => client.close(),
  }
}
