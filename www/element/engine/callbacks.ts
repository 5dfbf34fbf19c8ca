/**
 * Passes rerankers that are functions of the page through a worker: the functions stay in the page,
 * hits are sent to them and scores back.
 *
 * Page to worker: options in which a function is replaced by its index and its name. Worker to
 * page: `{ id, ask: { turn, place, query, hits } }`, once per list of hits; page to worker: `{
 * scored: { turn, scores } }`, or `error` instead of `scores`.
 */
import type { Hit, Reranker } from '../api.js'
import type { AnyOptions } from './calls.js'

export type Ask = { turn: number, place: number, query: string, hits: Hit[] }
export type Scored = { turn: number, scores?: unknown, error?: string }
export type Placeholder = { place: number, name: string }

/** The options in a form that can be posted, and the list with its functions. */
export function detach(options: AnyOptions): { options: AnyOptions, rerankers: unknown[] } {
  const { rerankers } = options
  const hasFunctions = Array.isArray(rerankers) && rerankers.some(isFunction)
  if (!hasFunctions) return { options, rerankers: [] }
  const sent = rerankers.map((entry, place) => isFunction(entry) ? { place, name: String(entry.name) } : entry)
  return { options: { ...options, rerankers: sent }, rerankers }
}

/** Calls a function on hits, in the page. */
export async function score(rerankers: unknown[], { turn, place, query, hits }: Ask): Promise<Scored> {
  try {
    const reranker = rerankers[place] as Reranker
    return { turn, scores: await reranker(query, hits) }
  } catch (thrown) {
    return { turn, error: said(thrown) }
  }
}

/** Replaces the page's functions in the worker. */
export class Remote {
  #waiting: Map<number, { resolve: (scores: unknown) => void, reject: (reason: Error) => void }> = new Map()
  #lastTurn = 0

  /** @param options result of `detach` */
  attach(options: AnyOptions, send: (ask: Ask) => void): AnyOptions {
    if (!Array.isArray(options.rerankers)) return options
    const rerankers = options.rerankers.map((entry) =>
      isPlaceholder(entry) ? this.#stand(entry, send) : entry)
    return { ...options, rerankers }
  }

  receive({ turn, scores, error }: Scored) {
    const waiting = this.#waiting.get(turn)
    this.#waiting.delete(turn)
    if (error === undefined) waiting?.resolve(scores)
    else waiting?.reject(new Error(error))
  }

  #stand({ place, name }: Placeholder, send: (ask: Ask) => void) {
    const reranker = (query: string, hits: Hit[]) =>
      new Promise((resolve, reject) => {
        const turn = ++this.#lastTurn
        this.#waiting.set(turn, { resolve, reject })
        send({ turn, place, query, hits })
      })
    return Object.defineProperty(reranker, 'name', { value: name })
  }
}

export function said(thrown: unknown) {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

function isFunction(entry: unknown): entry is Function {
  return typeof entry === 'function'
}

function isPlaceholder(entry: unknown): entry is Placeholder {
  const { place, name } = Object(entry) as Partial<Placeholder>
  return typeof place === 'number' && typeof name === 'string'
}
