/**
 * Records questions in the visitor's browser, only if the box has the attribute `log`, which loads this module; sends
 * nothing.
 */
import type { Answer } from '../api.js'

const MOST_ENTRIES = 500
const MOST_CHARACTERS = 1000

/** One question of the log, without the text of its answer: the format of `soru log report`. */
export interface LogEntry {
  /** ISO 8601, in UTC. */
  time: string
  /** As asked; at most 1,000 characters. */
  question: string
  lang: string
  /** The route of the question. */
  routedTier: 1 | 2
  /** The origin of its answer. */
  tier: 1 | 2
  /** 0 to 1. */
  confidence: number
  level: Answer['level']
  method: Answer['method']
  /** The number of passages found. */
  hits: number
  intent: string
}

export class QueryLog {
  #key: string

  /** @param bundle its questions; all pages of a site share them */
  constructor(bundle: string) {
    this.#key = `soru-query-log ${bundle}`
  }

  /** @returns the oldest first */
  get #entries(): object[] {
    try {
      const kept = JSON.parse(localStorage.getItem(this.#key) ?? '[]')
      return Array.isArray(kept) ? kept : []
    } catch {
      return [] // storage may be forbidden, or contain something else
    }
  }

  add(answer: Answer): void {
    const entries = [...this.#entries, entryOf(answer)]
    // If storage is full, the older half is dropped.
    for (let most = MOST_ENTRIES; most >= 1; most = Math.min(most, entries.length) >> 1) {
      try {
        return localStorage.setItem(this.#key, JSON.stringify(entries.slice(-most)))
      } catch {
        // storage may be full; if it is forbidden, nothing is stored
      }
    }
  }

  /** All entries as JSON lines, the oldest first; empty if there are none. */
  export(): string {
    return this.#entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  }

  clear(): void {
    try {
      localStorage.removeItem(this.#key)
    } catch {
      // storage may be forbidden; then nothing was stored
    }
  }
}

function entryOf({ question, lang, route, tier, confidence, level, method, hits, intent }: Answer): LogEntry {
  return {
    time: new Date().toISOString(),
    question: [...question].slice(0, MOST_CHARACTERS).join(''),
    lang,
    routedTier: route.tier,
    tier,
    confidence,
    level,
    method,
    hits: hits.length,
    intent,
  }
}
