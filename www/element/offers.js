/**
 * What the empty box offers: questions that the site suggests, and those that the visitor has asked last,
 * if the box has the attribute `recent`.
 */
import { suggestionsView } from './view-results.js'

/** How many of the site's questions are offered for what is being typed. */
const MOST_MATCHING = 3

/** @typedef {import('./view-results.js').View} View */

export class Offers {
  #host
  /** @type {Promise<typeof import('./recent.js') | void> | null} */
  #loading = null

  /** @param {import('./soru-search-element.js').SoruSearchElement} host */
  constructor(host) {
    this.#host = host
  }

  /**
   * @param {import('./soru.js').Suggestion[]} suggestions
   * @param {import('./view-results.js').ViewContext} context
   * @param {() => void} cleared what the visitor has asked was cleared
   * @returns {Promise<View | null>} null if there is nothing to offer
   */
  async view(suggestions, context, cleared) {
    const questions = suggestions.filter(({ lang }) => !context.wording.isForeign(lang)).map(({ question }) => question)
    const recent = await this.#recent
    return recent?.recentView(this.#host.bundle, questions, context, cleared)
      ?? (questions.length > 0 ? suggestionsView(questions, context) : null)
  }

  /**
   * Those of the site's questions that have words which begin as every typed word does.
   * @param {import('./soru.js').Suggestion[]} suggestions
   * @param {string} typed
   * @param {import('./texts.js').Wording} wording
   */
  matching(suggestions, typed, wording) {
    const begun = words(typed)
    return suggestions
      .filter(({ lang, question }) => {
        const whole = words(question)
        return !wording.isForeign(lang) && begun.length > 0 && begun.every((start) => whole.some((word) => word.startsWith(start)))
      })
      .slice(0, MOST_MATCHING)
      .map(({ question }) => question)
  }

  /** @param {string} question */
  async remember(question) {
    (await this.#recent)?.remember(this.#host.bundle, question)
  }

  /** Whatever the attribute says now. */
  async forget() {
    (await import('./recent.js')).forgetRecent(this.#host.bundle)
  }

  /** The code for it, loaded where it is wanted. */
  get #recent() {
    if (!this.#host.hasAttribute('recent')) return null
    // One promise for all, so that questions are remembered in their order.
    this.#loading ??= import('./recent.js').catch(() => { this.#loading = null })
    return this.#loading
  }
}

/**
 * Without case and diacritics, and with one i for all four.
 * @param {string} text
 */
function words(text) {
  return text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/ı/g, 'i').match(/[\p{L}\p{N}]+/gu) ?? []
}
