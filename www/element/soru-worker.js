/**
 * The engine behind a message port: a module worker.
 *
 * In:  `{ id, method: 'open' | 'ask' | 'search' | 'close', args }`
 * Out: `{ started: true }` once, then per request any number of
 *      `{ id, progress }` and one of `{ id, value }` or `{ id, error }`.
 */
import { openEngine } from './engine-loader.js'
import { SoruError, toPlain } from './errors.js'

/** @typedef {{ id: number, method: string, args: any[] }} Request */

/** @type {import('./engine-loader.js').Engine | undefined} */
let engine

/** @type {Record<string, (id: number, ...args: any[]) => unknown>} */
const methods = {
  open: async (id, baseUrl) => {
    engine = await openEngine(baseUrl, (progress) => postMessage({ id, progress }))
    return engine.stats()
  },
  ask: (_id, question, options) => opened().ask(question, options),
  search: (_id, query, options) => opened().search(query, options),
  close: () => {
    engine?.close()
    close()
  },
}

function opened() {
  if (!engine) throw new SoruError('CLOSED', 'The search was closed. Call open() again.')
  return engine
}

/** @param {MessageEvent<Request>} event */
async function answer({ data: { id, method, args } }) {
  try {
    postMessage({ id, value: await methods[method](id, ...args) })
  } catch (thrown) {
    postMessage({ id, error: toPlain(thrown) })
  }
}

addEventListener('message', answer)
postMessage({ started: true })
