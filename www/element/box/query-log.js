/**
 * Records questions in the visitor's browser, only if the box has the attribute `log`, which loads this module; sends
 * nothing.
 */

/** @typedef {import('../soru.js').Answer} Answer */

const MOST_ENTRIES = 500
const MOST_CHARACTERS = 1000

export class QueryLog {
  #key

  /** @param {string} bundle its questions; all pages of a site share them */
  constructor(bundle) {
    this.#key = `soru-query-log ${bundle}`
  }

  /** @returns {object[]} the oldest first */
  get #entries() {
    try {
      const kept = JSON.parse(localStorage.getItem(this.#key) ?? '[]')
      return Array.isArray(kept) ? kept : []
    } catch {
      return [] // storage may be forbidden, or contain something else
    }
  }

  /** @param {Answer} answer */
  add(answer) {
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
  export() {
    return this.#entries.map((entry) => `${JSON.stringify(entry)}\n`).join('')
  }

  clear() {
    try {
      localStorage.removeItem(this.#key)
    } catch {
      // storage may be forbidden; then nothing was stored
    }
  }
}

/**
 * An entry in the format of `soru log report`.
 * @param {Answer} answer
 */
function entryOf({ question, lang, route, tier, confidence, level, method, hits, intent }) {
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
