/**
 * The footer of an answer: the link to all results, the trace, and the actions.
 */
import { page } from './page.js'
import { h, icon, ICONS } from './dom.js'
import { safeUrl } from './links.js'

/** @typedef {import('../soru.js').Answer} Answer */
/** @typedef {import('../soru.js').SearchResult} SearchResult */
/** @typedef {import('./view-results.js').ViewContext} ViewContext */

export class Footer {
  #host

  /** @param {HTMLElement} host the box, whose attributes select the parts */
  constructor(host) {
    this.#host = host
  }

  /**
   * @param {Answer | SearchResult | undefined} result
   * @param {string} asked
   * @param {ViewContext} context
   * @param {() => Promise<any>} compare all methods
   * @returns {Node[]}
   */
  nodes(result, asked, context, compare) {
    if (!result) return []
    const link = result.hits.length > 0 && resultsLink(this.#host, asked, context)
    return [
      ...(link ? [link] : []),
      ...(this.#host.hasAttribute('debug') ? [this.#debug(result, context, compare)] : []),
    ]
  }

  /**
   * The actions of an answer, at their place in the card. The answer is complete without them.
   * @param {import('./view-results.js').View} view
   * @param {Answer} answer
   * @param {ViewContext} context
   * @param {(text: string) => void} say
   */
  async fillActions({ lead = [] }, answer, context, say) {
    const cards = lead.map((node) => node instanceof Element && node.querySelector('.actions'))
    const place = cards.find((found) => found instanceof HTMLElement)
    if (!place) return
    const loaded = await import('./answer-actions.js').catch(() => null)
    loaded?.fillActions(place, answer, this.#host, context, say)
  }

  /**
   * A place for the debug panel, whose code is loaded for those only who want it.
   * @param {Answer | SearchResult} result
   * @param {ViewContext} context
   * @param {() => Promise<any>} compare
   */
  #debug(result, { wording }, compare) {
    const place = h('div')
    import('../debug/view-debug.js').then(({ fillDebug }) => fillDebug(place, this.#host, result, wording, compare))
    return place
  }
}

/**
 * To the site's page of results, if it has one.
 * @param {HTMLElement} host
 * @param {string} question
 * @param {ViewContext} context
 */
function resultsLink(host, question, { wording }) {
  const url = resultsUrl(host, question)
  return url && h('a', { class: 'all', part: 'all-results', href: url },
    h('span', {}, wording.text('allResults', { question })), icon(ICONS.send))
}

/**
 * The address at which this question is asked again; null if the box names no page of results.
 * @param {HTMLElement} host
 * @param {string} question
 */
export function resultsUrl(host, question) {
  const results = safeUrl(host.getAttribute('results'), page('baseURI'))
  if (results === null) return null
  const url = new URL(results)
  url.searchParams.set('q', question)
  return url.href
}
