/**
 * Calls rerankers that are functions of the page, in the engine's thread.
 *
 * The engine does not wait: it names the hits to score (`asked`), and reads `answers` in the next step.
 * `src/web/callback.rs` is its side.
 */
import type { Hit, Reranker } from '../api.js'

export type Asked = { key: string, query: string, hits: Hit[] }
export type Answer = { scores?: unknown, error?: string, millis: number }

export interface Callback {
  name: string
  reranker: Reranker
  asked?: Asked
  /** By the order of the hits. */
  answers: Record<string, Answer>
}

/** Names of built-in rerankers. */
const OWN = ['matching', 'passage', 'basic', 'quality', 'position', 'recency']

/** The maximum time limit: `setTimeout` counts in 32 bits, and longer ones would end at once. */
const LONGEST_LIMIT = 2 ** 31 - 1

/** The list with names instead of functions, and the functions. */
export function named(given: unknown[]): { options: { rerankers: unknown[] }, callbacks: Callback[] } {
  const callbacks: Callback[] = []
  const rerankers = given.map((entry, place) => {
    if (typeof entry !== 'function') return entry
    const isTaken = OWN.concat(callbacks.map((callback) => callback.name)).includes(entry.name)
    const name = entry.name && !isTaken ? String(entry.name) : `callback ${place + 1}`
    callbacks.push({ name, reranker: entry as Reranker, answers: {} })
    return name
  })
  return { options: { rerankers }, callbacks }
}

/**
 * Scores the hits that the engine requested last.
 * @param limit of each, in milliseconds
 */
export async function answer(callbacks: Callback[], limit: number) {
  for (const callback of callbacks) {
    const { asked } = callback
    callback.asked = undefined
    if (asked) callback.answers[asked.key] = await scored(callback.reranker, asked, limit)
  }
}

async function scored(reranker: Callback['reranker'], { query, hits }: Asked, limit: number): Promise<Answer> {
  const start = performance.now()
  const millis = () => performance.now() - start
  let timer: ReturnType<typeof setTimeout> | undefined
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
