/**
 * The questions that the box offers: those that the site suggests, or those of its facts, or those written for its
 * sections, and the visitor's last ones, if the box has the attribute `recent`.
 */
import { today } from '../engine/today.js'
import { suggestionsView } from './view-results.js'
import { words } from './words.js'

/** The maximum number of the site's questions offered during typing. */
const MOST_MATCHING = 3
/**
 * The maximum number of questions of facts, or else written ones, in the empty box of a site without its own
 * suggestions.
 */
const MOST_OFFERED = 5

/** @typedef {import('./view-results.js').View} View */

export class Suggestions {
  #host
  /** @type {Promise<typeof import('./recent.js') | void> | null} */
  #loading = null
  /** Questions written for sections, once loaded. @type {string[]} */
  #written = []
  /** Their file. @type {string | undefined} */
  #file
  /** The words of every question compared with the typed text. @type {Map<string, string[]>} */
  #words = new Map()

  /** @param {import('../soru-search-element.js').SoruSearchElement} host */
  constructor(host) {
    this.#host = host
  }

  /**
   * @param {import('../soru.js').Suggestion[]} suggestions
   * @param {import('./view-results.js').ViewContext} context
   * @param {() => void} cleared called when the visitor's questions were cleared
   * @returns {Promise<View | null>} null if there is nothing to offer
   */
  async view(suggestions, context, cleared) {
    const mine = offered(suggestions, context.wording)
    const own = mine.filter(({ validUntil }) => validUntil === undefined).map(({ question }) => question)
    const others = mine.length > 0 ? mine.map(({ question }) => question) : this.#written
    const questions = own.length > 0 ? own : others.slice(0, MOST_OFFERED)
    const recent = await this.#recent
    return recent?.recentView(this.#host.bundle, questions, context, cleared)
      ?? (questions.length > 0 ? suggestionsView(questions, context) : null)
  }

  /**
   * Fetches the questions written for the site's sections, if there are any in the language of the box.
   * @param {import('./outline.js').Outline | null} outline
   * @param {import('../texts/texts.js').Wording} wording
   */
  async load(outline, { lang }) {
    const file = outline?.questions?.[lang.split('-')[0]]
    if (file === this.#file) return
    this.#file = file
    const code = file && await import('./written-questions.js').catch(() => null)
    this.#written = code && file ? await code.writtenQuestions(this.#host.bundle, file) : []
  }

  /**
   * The site's questions, then the written ones, in which every typed word is the beginning of a word.
   * @param {import('../soru.js').Suggestion[]} suggestions
   * @param {string} typed
   * @param {import('../texts/texts.js').Wording} wording
   */
  matching(suggestions, typed, wording) {
    const begun = words(typed)
    if (begun.length === 0) return []
    /** A suggestion may also be the question of a fact. @type {Map<string, string>} */
    const found = new Map()
    const all = offered(suggestions, wording).map(({ question }) => question)
    for (const question of [...all, ...this.#written]) {
      const whole = this.#wordsOf(question)
      const isBegun = begun.every((start) => whole.some((word) => word.startsWith(start)))
      if (isBegun && !found.has(whole.join(' '))) found.set(whole.join(' '), question)
      if (found.size === MOST_MATCHING) break
    }
    return [...found.values()]
  }

  /** @param {string} question */
  #wordsOf(question) {
    const known = this.#words.get(question) ?? words(question)
    this.#words.set(question, known)
    return known
  }

  /** @param {string} question */
  async remember(question) {
    (await this.#recent)?.remember(this.#host.bundle, question)
  }

  /** Clears the questions, independent of the attribute. */
  async forget() {
    (await import('./recent.js')).forgetRecent(this.#host.bundle)
  }

  /** The code for recent questions, loaded if the attribute is set. */
  get #recent() {
    if (!this.#host.hasAttribute('recent')) return null
    // One promise for all calls, so that questions are stored in order.
    this.#loading ??= import('./recent.js').catch(() => { this.#loading = null })
    return this.#loading
  }
}

/**
 * The suggestions in the language of the box, without the questions of expired facts.
 * @param {import('../soru.js').Suggestion[]} suggestions
 * @param {import('../texts/texts.js').Wording} wording
 */
function offered(suggestions, wording) {
  const now = today()
  return suggestions.filter(({ lang, validUntil }) => !wording.isForeign(lang) && (!validUntil || validUntil >= now))
}
