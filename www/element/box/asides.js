/**
 * Parts that only some results have: a repaired or completed question, checked answers that may be meant, and questions
 * that people ask. Most visitors never see any, so the code is loaded with the first result that has one.
 */

/** @typedef {import('../soru.js').Answer} Answer */
/** @typedef {import('../soru.js').SearchResult} SearchResult */
/** @typedef {import('./view-results.js').View} View */

/**
 * Actions of its buttons.
 * @typedef {object} Does
 * @property {() => void} exactly searches for exactly what was typed
 * @property {() => void} [alone] asks without the questions before
 */

/**
 * The minimum similarity between the visitor's question and a section's nearest written question for showing the
 * latter. On two sites with 260 questions, 28 and 47 % of the sections above it contain the answer, of those with .3 to
 * .35 7 and 8 %.
 */
export const LEAST_LIKENESS = 0.4

export class Asides {
  #host
  #cursor
  /** @type {typeof import('./view-asides.js') | null} */
  #code = null
  /** @type {typeof import('./view-people-ask.js') | null} */
  #people = null

  /**
   * @param {HTMLElement} host the box
   * @param {import('./option-cursor.js').OptionCursor} cursor of its list
   */
  constructor(host, cursor) {
    this.#host = host
    this.#cursor = cursor
  }

  /**
   * Loads the code that the result needs; if that fails, the result is shown without these parts.
   * @param {Partial<Answer> & Pick<SearchResult, 'corrections' | 'hits'>} result
   */
  async load({ corrections, completed, offers, choices, answer, hits }) {
    const root = /** @type {ShadowRoot} */ (this.#host.shadowRoot)
    if (corrections?.length || completed || offers?.length || choices?.length) {
      this.#code ??= await import('./view-asides.js').catch(() => null)
      this.#code?.dress(root, this.#cursor)
    }
    if (answer === null && hits.some(({ features }) => (features?.question ?? 0) >= LEAST_LIKENESS)) {
      this.#people ??= await import('./view-people-ask.js').catch(() => null)
      this.#people?.dressPeopleAsk(root)
    }
  }

  /**
   * @param {View} view
   * @param {string} typed
   * @param {Answer | SearchResult} result
   * @param {import('./view-results.js').ViewContext} context
   * @param {Does} does
   * @returns {View}
   */
  put(view, typed, result, context, does) {
    const own = this.#people?.withPeopleAsk(view, result, context) ?? view
    return this.#code?.withAsides(own, typed, result, context, does) ?? own
  }
}
