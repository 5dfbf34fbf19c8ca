/**
 * What stands above some results only: a question that was repaired or completed, and checked answers that may be
 * meant. Most visitors never see any, so the code is loaded with the first result that has it.
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

export class Asides {
  #host
  #cursor
  /** @type {typeof import('./view-asides.js') | null} */
  #code = null

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
   * @param {Partial<Answer> & Pick<SearchResult, 'corrections'>} result
   */
  async load({ corrections, completed, offers, choices }) {
    if (!corrections?.length && !completed && !offers?.length && !choices?.length) return
    this.#code ??= await import('./view-asides.js').catch(() => null)
    this.#code?.dress(/** @type {ShadowRoot} */ (this.#host.shadowRoot), this.#cursor)
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
    return this.#code?.withAsides(view, typed, result, context, does) ?? view
  }
}
