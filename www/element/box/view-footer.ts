/**
 * The footer of an answer: the link to all results, the trace, and the actions.
 */
import { page } from './page.js'
import { h, icon, ICONS } from './dom.js'
import { safeUrl } from './links.js'
import type { Answer, Comparison, SearchResult } from '../api.js'
import type { SoruSearchElement } from '../soru-search-element.js'
import type { View, ViewContext } from './view-results.js'

export class Footer {
  #host

  /** @param host the box, whose attributes select the parts */
  constructor(host: SoruSearchElement) {
    this.#host = host
  }

  /** @param compare all methods */
  nodes(
    result: Answer | SearchResult | undefined,
    asked: string,
    context: ViewContext,
    compare: () => Promise<Comparison>,
  ): Node[] {
    if (!result) return []
    const link = result.hits.length > 0 && resultsLink(this.#host, asked, context)
    return [
      ...(link ? [link] : []),
      ...(this.#host.hasAttribute('debug') ? [this.#debug(result, context, compare)] : []),
    ]
  }

  /**
   * The actions of an answer, at their place in the card, and the question whether it helped, below what was found
   * instead of an answer. The result is complete without them.
   */
  async fillActions({ lead = [] }: View, answer: Answer, context: ViewContext, say: (text: string) => void) {
    const cards = lead.map((node) => node instanceof Element && node.querySelector('.actions'))
    const place = cards.find((found) => found instanceof HTMLElement)
    if (!place && !this.#host.hasAttribute('report')) return
    const loaded = await import('./answer-actions.js').catch(() => null)
    loaded?.fillActions(place || lead.at(-1), answer, this.#host, context, say)
  }

  /** A place for the debug panel, whose code is loaded for those only who want it. */
  #debug(result: Answer | SearchResult, { wording }: ViewContext, compare: () => Promise<Comparison>) {
    const place = h('div')
    import('../debug/view-debug.js').then(({ fillDebug }) => fillDebug(place, this.#host, result, wording, compare))
    return place
  }
}

/** To the site's page of results, if it has one. */
function resultsLink(host: HTMLElement, question: string, { wording }: ViewContext) {
  const url = resultsUrl(host, question)
  return url && h('a', { class: 'all', part: 'all-results', href: url },
    h('span', {}, wording.text('allResults', { question })), icon(ICONS.send))
}

/** The address at which this question is asked again; null if the box names no page of results. */
export function resultsUrl(host: HTMLElement, question: string) {
  const results = safeUrl(host.getAttribute('results'), page('baseURI'))
  if (results === null) return null
  const url = new URL(results)
  url.searchParams.set('q', question)
  return url.href
}
