/**
 * The questions that the box offers. While the visitor types: prepared questions that complete the text. In the empty
 * box: the site's samples, or prepared questions of its most important pages, and the visitor's last ones, if the box
 * has the attribute `recent`.
 */
import { today } from '../engine/today.js'
import { suggestionsView } from './view-results.js'
import type { Suggestion } from '../api.js'
import type { Client } from '../engine/client.js'
import type { SoruSearchElement } from '../soru-search-element.js'
import type { Wording } from '../texts/texts.js'
import type { Outline } from './outline.js'
import type { View, ViewContext } from './view-results.js'

/** The maximum number of prepared questions offered during typing. */
const MOST_MATCHING = 3
/** The maximum number of prepared questions in the empty box. */
const MOST_OFFERED = 5

export class Suggestions {
  #host
  #loading: Promise<typeof import('./recent.js') | void> | null = null
  /** For the empty box of a site without samples, once loaded. */
  #prepared: Suggestion[] = []

  constructor(host: SoruSearchElement) {
    this.#host = host
  }

  /**
   * @param cleared called when the visitor's questions were cleared
   * @returns null if there is nothing to offer
   */
  async view(suggestions: Suggestion[], context: ViewContext, cleared: () => void): Promise<View | null> {
    const own = offered(suggestions, context.wording)
    const questions = own.length > 0 ? own : offered(this.#prepared, context.wording).slice(0, MOST_OFFERED)
    const recent = await this.#recent
    return recent?.recentView(this.#host.bundle, questions, context, cleared)
      ?? (questions.length > 0 ? suggestionsView(questions, context) : null)
  }

  load(outline: Outline | null) {
    this.#prepared = outline?.suggestions ?? []
  }

  /** The prepared questions that complete the typed text; none if they are unavailable. */
  async matching(client: Client, typed: string, lang: string): Promise<string[]> {
    const found = await client.call('suggest', typed, { lang, limit: MOST_MATCHING }).catch(() => null)
    return found?.suggestions.map(({ text }) => text) ?? []
  }

  async remember(question: string) {
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

/** The questions in the language of the box, without those whose answer is out of date. */
function offered(suggestions: Suggestion[], wording: Wording) {
  const now = today()
  const own = suggestions.filter(({ lang, validUntil }) => !wording.isForeign(lang) && (!validUntil || validUntil >= now))
  return own.map(({ question }) => question)
}
