/**
 * The engine behind a message port: a module worker.
 *
 * In:  `{ id, method: 'open' | 'ask' | 'search' | 'compare' | 'suggest' | 'close', args }`, and `{ scored }`,
 *      see callbacks.js
 * Out: `{ started: true }` once, then per request any number of
 *      `{ id, progress }` and `{ id, ask }`, and one of `{ id, value }` or `{ id, error }`.
 */
import { Remote } from './callbacks.js'
import { openEngine } from './engine-loader.js'
import { SoruError, toPlain } from './errors.js'

/** @typedef {{ id: number, method: string, args: any[] }} Request */

/** @type {import('./opened-engine.js').OpenedEngine | undefined} */
let engine
const remote = new Remote()

/** @type {Record<string, (id: number, ...args: any[]) => unknown>} */
const methods = {
  open: async (id, baseUrl) => {
    engine = await openEngine(baseUrl, (progress) => postMessage({ id, progress }))
    return engine.stats()
  },
  ask: (id, question, options) => opened().call('ask', question, attached(id, options)),
  search: (id, query, options) => opened().call('search', query, attached(id, options)),
  compare: (id, question, options) => opened().call('compare', question, attached(id, options)),
  suggest: (_id, text, options) => opened().call('suggest', text, options),
  close: () => {
    engine?.close()
    close()
  },
}

/**
 * @param {number} id
 * @param {any} options
 */
function attached(id, options) {
  return remote.attach(options, (ask) => postMessage({ id, ask }))
}

function opened() {
  if (!engine) throw new SoruError('CLOSED', 'The search was closed. Call open() again.')
  return engine
}

/** @param {MessageEvent<Request & { scored?: import('./callbacks.js').Scored }>} event */
async function answer({ data: { id, method, args, scored } }) {
  if (scored) return remote.receive(scored)
  try {
    postMessage({ id, value: await methods[method](id, ...args) })
  } catch (thrown) {
    postMessage({ id, error: toPlain(thrown) })
  }
}

addEventListener('message', answer)
postMessage({ started: true })
