/**
 * Passes rerankers that are functions of the page through a worker: the functions stay in the page,
 * hits are sent to them and scores back.
 *
 * Page to worker: options in which a function is replaced by its index and its name. Worker to
 * page: `{ id, ask: { turn, place, query, hits } }`, once per list of hits; page to worker: `{
 * scored: { turn, scores } }`, or `error` instead of `scores`.
 */

/** @typedef {import('../soru.js').Reranker} Reranker */
/** @typedef {import('../soru.js').Hit} Hit */
/** @typedef {{ turn: number, place: number, query: string, hits: Hit[] }} Ask */
/** @typedef {{ turn: number, scores?: unknown, error?: string }} Scored */
/** @typedef {{ place: number, name: string }} Placeholder */

/**
 * The options in a form that can be posted, and the list with its functions.
 * @param {any} options
 * @returns {{ options: any, rerankers: unknown[] }}
 */
export function detach(options) {
  const rerankers = options?.rerankers
  const hasFunctions = Array.isArray(rerankers) && rerankers.some(isFunction)
  if (!hasFunctions) return { options, rerankers: [] }
  const sent = rerankers.map((entry, place) => isFunction(entry) ? { place, name: String(entry.name) } : entry)
  return { options: { ...options, rerankers: sent }, rerankers }
}

/**
 * Calls a function on hits, in the page.
 * @param {unknown[]} rerankers
 * @param {Ask} ask
 * @returns {Promise<Scored>}
 */
export async function score(rerankers, { turn, place, query, hits }) {
  try {
    const reranker = /** @type {Reranker} */ (rerankers[place])
    return { turn, scores: await reranker(query, hits) }
  } catch (thrown) {
    return { turn, error: said(thrown) }
  }
}

/** Replaces the page's functions in the worker. */
export class Remote {
  /** @type {Map<number, { resolve: (scores: any) => void, reject: (reason: Error) => void }>} */
  #waiting = new Map()
  #lastTurn = 0

  /**
   * @param {any} options result of `detach`
   * @param {(ask: Ask) => void} send
   */
  attach(options, send) {
    if (!Array.isArray(options?.rerankers)) return options
    const rerankers = options.rerankers.map((/** @type {unknown} */ entry) =>
      isPlaceholder(entry) ? this.#stand(entry, send) : entry)
    return { ...options, rerankers }
  }

  /** @param {Scored} scored */
  receive({ turn, scores, error }) {
    const waiting = this.#waiting.get(turn)
    this.#waiting.delete(turn)
    if (error === undefined) waiting?.resolve(scores)
    else waiting?.reject(new Error(error))
  }

  /**
   * @param {Placeholder} placeholder
   * @param {(ask: Ask) => void} send
   */
  #stand({ place, name }, send) {
    const reranker = (/** @type {string} */ query, /** @type {Hit[]} */ hits) =>
      new Promise((resolve, reject) => {
        const turn = ++this.#lastTurn
        this.#waiting.set(turn, { resolve, reject })
        send({ turn, place, query, hits })
      })
    return Object.defineProperty(reranker, 'name', { value: name })
  }
}

/** @param {unknown} thrown */
export function said(thrown) {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

/**
 * @param {unknown} entry
 * @returns {entry is Function}
 */
function isFunction(entry) {
  return typeof entry === 'function'
}

/**
 * @param {any} entry
 * @returns {entry is Placeholder}
 */
function isPlaceholder(entry) {
  return typeof entry?.place === 'number' && typeof entry.name === 'string'
}
