/**
 * What stands above or within some results only: a question that was repaired or completed, checked answers that may
 * be meant, and questions that people ask. Most visitors never see any, so the code is loaded with the first result
 * that has it.
 */

/** @typedef {import('./soru.js').Answer} Answer */
/** @typedef {import('./soru.js').SearchResult} SearchResult */
/** @typedef {import('./view-results.js').View} View */

/**
 * What its buttons do.
 * @typedef {object} Does
 * @property {() => void} exactly searches for exactly what was typed
 * @property {() => void} [alone] asks without the questions before
 */

/**
 * How like the visitor's a section's nearest written question is to be shown. On two sites with 260 questions, 28 and
 * 47 % of the sections with as much have the answer, of those with .3 to .35 7 and 8 %.
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
   * Without its code, which may be out of reach, a result is shown without it.
   * @param {Partial<Answer> & Pick<SearchResult, 'corrections' | 'hits'>} result
   */
  async load({ corrections, completed, offers, choices, answer, hits }) {
    const root = /** @type {ShadowRoot} */ (this.#host.shadowRoot)
    if (corrections?.length || completed || offers?.length || choices?.length) {
      this.#code ??= await import('./view-asides.js').catch(() => null)
      this.#code?.dress(root, this.#cursor)
    }
    if (answer === null && hits.some(({ evidence }) => (evidence?.question ?? 0) >= LEAST_LIKENESS)) {
      this.#people ??= await import('./view-people-ask.js').catch(() => null)
      this.#people?.dress(root)
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
