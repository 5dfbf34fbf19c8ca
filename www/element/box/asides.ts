/**
 * Parts that only some results have: a repaired or completed question, checked answers that may be meant, a line that
 * not all pages were searched, and questions that people ask. Most visitors never see any, so the code is loaded with the first result that has one.
 */
import type { Answer, SearchResult, Warning } from '../api.js'
import type { OptionCursor } from './option-cursor.js'
import type { View, ViewContext } from './view-results.js'

/** Actions of its buttons. */
export interface Does {
  /** Searches for exactly what was typed. */
  exactly: () => void
  /** Asks without the questions before. */
  alone?: () => void
}

/**
 * The minimum similarity between the visitor's question and a section's nearest written question for showing the
 * latter. On two sites with 260 questions, 28 and 47 % of the sections above it contain the answer, of those with .3 to
 * .35 7 and 8 %.
 */
export const LEAST_LIKENESS = 0.4

/** Whether only some pages were searched, because the gateway of a cluster did not answer or a bundle is missing. */
export function isCut({ code }: Warning) {
  return code === 'gateway_failed' || code === 'bundle_missing'
}

export class Asides {
  #host
  #cursor
  #code: typeof import('./view-asides.js') | null = null
  #people: typeof import('./view-people-ask.js') | null = null

  /**
   * @param host the box
   * @param cursor of its list
   */
  constructor(host: HTMLElement, cursor: OptionCursor) {
    this.#host = host
    this.#cursor = cursor
  }

  /** Loads the code that the result needs; if that fails, the result is shown without these parts. */
  async load(
    { corrections, completed, offers, choices, answer, hits, warnings }: Partial<Answer> & Pick<SearchResult, 'corrections' | 'hits'>,
  ) {
    const root = this.#host.shadowRoot as ShadowRoot
    if (corrections?.length || completed || offers?.length || choices?.length || warnings?.some(isCut)) {
      this.#code ??= await import('./view-asides.js').catch(() => null)
      this.#code?.dress(root, this.#cursor)
    }
    if (answer === null && hits.some(({ features }) => (features?.question ?? 0) >= LEAST_LIKENESS)) {
      this.#people ??= await import('./view-people-ask.js').catch(() => null)
      this.#people?.dressPeopleAsk(root)
    }
  }

  put(view: View, typed: string, result: Answer | SearchResult, context: ViewContext, does: Does): View {
    const own = this.#people?.withPeopleAsk(view, result, context) ?? view
    return this.#code?.withAsides(own, typed, result, context, does) ?? own
  }
}
