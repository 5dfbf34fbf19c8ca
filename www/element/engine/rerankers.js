/**
 * Calls rerankers that are functions of the page, in the engine's thread.
 *
 * The engine does not wait: it names the hits to score (`asked`), and reads `answers` in the next step.
 * `src/web/callback.rs` is its side.
 */

/** @typedef {{ key: string, query: string, hits: import('../soru.js').Hit[] }} Asked */
/** @typedef {{ scores?: unknown, error?: string, millis: number }} Answer */

/**
 * @typedef {object} Callback
 * @property {string} name
 * @property {import('../soru.js').Reranker} reranker
 * @property {Asked} [asked]
 * @property {Record<string, Answer>} answers by the order of the hits
 */

/** Names of built-in rerankers. */
const OWN = ['matching', 'passage', 'basic', 'quality', 'position', 'recency']

/** The maximum time limit: `setTimeout` counts in 32 bits, and longer ones would end at once. */
const LONGEST_LIMIT = 2 ** 31 - 1

/**
 * The list with names instead of functions, and the functions.
 * @param {any[]} given
 * @returns {{ options: { rerankers: any[] }, callbacks: Callback[] }}
 */
export function named(given) {
  /** @type {Callback[]} */
  const callbacks = []
  const rerankers = given.map((entry, place) => {
    if (typeof entry !== 'function') return entry
    const isTaken = OWN.concat(callbacks.map((callback) => callback.name)).includes(entry.name)
    const name = entry.name && !isTaken ? String(entry.name) : `callback ${place + 1}`
    callbacks.push({ name, reranker: entry, answers: {} })
    return name
  })
  return { options: { rerankers }, callbacks }
}

/**
 * Scores the hits that the engine requested last.
 * @param {Callback[]} callbacks
 * @param {number} limit of each, in milliseconds
 */
export async function answer(callbacks, limit) {
  for (const callback of callbacks) {
    const { asked } = callback
    callback.asked = undefined
    if (asked) callback.answers[asked.key] = await scored(callback.reranker, asked, limit)
  }
}

/**
 * @param {Callback['reranker']} reranker
 * @param {Asked} asked
 * @param {number} limit
 * @returns {Promise<Answer>}
 */
async function scored(reranker, { query, hits }, limit) {
  const start = performance.now()
  const millis = () => performance.now() - start
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  let timer
  const late = new Promise((_, reject) => {
    timer = setTimeout(reject, Math.min(limit, LONGEST_LIMIT), `it took more than ${limit} ms`)
  })
  try {
    const scores = await Promise.race([reranker(query, hits), late])
    return { scores, millis: millis() }
  } catch (thrown) {
    const error = thrown instanceof Error ? thrown.message : String(thrown)
    return { error, millis: millis() }
  } finally {
    clearTimeout(timer)
  }
}
