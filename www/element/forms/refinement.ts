/**
 * Filters and order of a list of pages: counts what was found, and gets the pages of the choice. Loaded by boxes that
 * offer either, and by pages of results.
 */
import { h } from '../box/dom.js'
import { byPage, dayKey, pageKey } from '../box/view-results.js'
import { dated, facetKeys, newest, passes } from './facets.js'
import { refinementBar } from './refinement-bar.js'
import type { Answer, Hit, SearchResult } from '../api.js'
import type { SearchController } from '../box/search-controller.js'
import type { ViewContext } from '../box/view-results.js'
import type { FoundPage } from '../engine/calls.js'
import type { SoruSearchElement } from '../soru-search-element.js'
import type { FacetKey, Filter } from './facets.js'

export type Order = 'best' | 'date'
export interface Choice { filter: Filter, order: Order }

const UNREFINED: Choice = { filter: {}, order: 'best' }
/** The number of passages among which pages are counted. */
const MOST_COUNTED = 1000
/** The number of passages requested for each page wanted: a page has several, of which any will do. */
const PER_PAGE = 4

export class Refinement {
  #host
  #controller
  #usual
  #changed
  element = h('div', { class: 'filters', part: 'filters', role: 'group', hidden: true })
  chosen: Choice = UNREFINED
  /** Found without a filter: those of the list, and then all. */
  #pages: FoundPage[] = []
  #isCounted = false
  /** Counts counting, so that outdated counts are dropped. */
  #turn = 0
  #context: ViewContext | null = null
  /** For which the choice was made, or kept while it was typed. */
  #question = ''

  /**
   * @param usual the keys without the attribute `filters`
   * @param changed called after a choice
   */
  constructor(host: SoruSearchElement, controller: SearchController, usual: string, changed: (chosen: Choice) => void) {
    this.#host = host
    this.#controller = controller
    this.#usual = usual
    this.#changed = changed
  }

  get keys(): FacetKey[] {
    return facetKeys(this.#host.getAttribute('filters') ?? this.#usual)
  }

  get isOffered() {
    return this.keys.length > 0 || this.#host.hasAttribute('sort')
  }

  get isChosen() {
    return Object.keys(this.chosen.filter).length > 0 || this.chosen.order !== 'best'
  }

  /** The number of pages that pass; undefined before they are counted. */
  get total() {
    return this.#isCounted ? this.#pages.filter((page) => passes(page, this.chosen.filter)).length : undefined
  }

  /** Another question begins with all pages. */
  begin(question: string, chosen?: Choice) {
    if (chosen || question !== this.#question) this.chosen = chosen ?? UNREFINED
    this.#question = question
  }

  /** Of calls. */
  options() {
    const { filter } = this.chosen
    return Object.keys(filter).length > 0 ? { filter } : {}
  }

  /** Shows what is known of a result at once, and then the counts of all that was found. */
  async count(question: string, { hits }: Answer | SearchResult, context: ViewContext) {
    const turn = this.#turn += 1
    this.#context = context
    this.#question = question
    if (!this.isOffered) return
    if (hits.length === 0 && !this.isChosen) return this.hide()
    this.#isCounted = false
    if (!this.isChosen) {
      this.#pages = byPage(hits).map(([{ lang, meta = {}, relevance = 0 }]) => ({ lang, meta, relevance }))
      this.#show()
    }
    const found = await this.#controller.pages({ topK: MOST_COUNTED, filter: {} })
    if (turn !== this.#turn || !found) return
    this.#pages = found
    this.#isCounted = true
    this.#show()
  }

  hide() {
    this.#turn += 1
    this.#pages = []
    this.element.hidden = true
  }

  /** The hits of the chosen pages, at least so many pages if there are; null on failure. */
  async hits(count: number): Promise<Hit[] | null> {
    const { filter, order } = this.chosen
    const best = () => this.#controller.more({ topK: count * 2, filter })
    if (order === 'best') return (await best())?.hits ?? null
    const days = newest(this.#pages.filter((page) => passes(page, filter)), count)
    const keys = [...new Set(days.map(({ key }) => key))]
    const results = await Promise.all(keys.map((key) => {
      const values = days.filter((day) => day.key === key).map(({ value }) => value)
      return this.#controller.more({ topK: count * PER_PAGE, filter: { ...filter, [key]: [...new Set(values)] } })
    }))
    const others = days.length < count ? await best() : { hits: [] }
    if (!others || results.includes(null)) return null
    return byDate(results.flatMap((result) => result?.hits ?? []), others.hits)
  }

  #show() {
    const root = this.element.getRootNode()
    const active = root instanceof ShadowRoot ? root.activeElement : null
    const focused = active instanceof HTMLElement && this.element.contains(active) ? active.dataset.name : null
    const nodes = this.#context ? refinementBar({
      pages: this.#pages, keys: this.keys, chosen: this.chosen, total: this.total, wording: this.#context.wording,
      sorts: this.#host.hasAttribute('sort') && this.#pages.some(dated), choose: (chosen) => this.#choose(chosen),
    }) : []
    this.element.replaceChildren(...nodes)
    this.element.hidden = nodes.length === 0
    if (focused) [...this.element.querySelectorAll('button')].find(({ dataset }) => dataset.name === focused)?.focus()
  }

  #choose(chosen: Choice) {
    this.chosen = chosen
    this.#show()
    this.#changed(chosen)
  }
}

/** The dated pages by their date, the newest first, then the others; each passage once. */
function byDate(dated: Hit[], others: Hit[]): Hit[] {
  const day = ([{ meta }]: Hit[]) => meta?.[dayKey(meta) ?? ''] ?? ''
  const once = dated.filter((hit, at) => dated.findIndex((other) => pageKey(other) === pageKey(hit) && other.chunk === hit.chunk) === at)
  const sorted = byPage(once).sort((a, b) => day(b) < day(a) ? -1 : day(b) > day(a) ? 1 : 0).flat()
  const known = new Set(sorted.map(pageKey))
  return [...sorted, ...others.filter((hit) => !known.has(pageKey(hit)))]
}
