/**
 * The content of a page of results: the answer, filters, the pages found, and more of them on request.
 */
import { h } from '../box/dom.js'
import { moreText } from '../texts/more-texts.js'
import { refinementSheet } from './refinement-styles.js'
import { Refinement } from './refinement.js'
import { pageItem } from './view-page.js'
import { byPage, pageKey } from '../box/view-results.js'
import type { Answer, Hit, Progress, SearchResult } from '../api.js'
import type { Left } from '../box/entry.js'
import type { Shown, View, ViewContext } from '../box/view-results.js'
import type { Wording } from '../texts/texts.js'
import type { Parts } from './forms.js'

/** The number of pages shown at first, and added at a time. */
const STEP = 10
/** The number of passages beyond which requests that find no further page end. */
const MOST_REQUESTED = 100
/** The keys of filters without the attribute `filters`, and of several sites. */
const FILTERS = 'lang, section'
const FILTERS_OF_SITES = `site, ${FILTERS}`

export class PageResults {
  isOpen = false
  #controller
  #host
  #field
  refinement
  #lead = h('div', { class: 'lead' })
  #label = h('h2', { class: 'list-label', id: 'page-label', part: 'list-label', hidden: true })
  #list = h('ol', { class: 'pages', part: 'list', 'aria-labelledby': 'page-label' })
  #more = h('button', { class: 'button more', part: 'more', type: 'button', hidden: true })
  #footer = h('div', { class: 'tail' })
  element
  /** The window scrolls them. */
  scroller = window
  /** The pages found, each with its passages. */
  #pages: Shown[][] = []
  /** The number of pages shown. */
  #shown = 0
  /** The number of passages requested. */
  #pool = 0
  /** Whether there may be more than requested. */
  #isCut = false
  /** Counts changes of the list, so that outdated responses are dropped. */
  #turn = 0
  /** The pages that a filter has chosen are on show. */
  #chosen: Promise<void> = Promise.resolve()
  /** The last question answered. */
  #question = ''
  #context: ViewContext | null = null
  #ask: View['ask']

  /** @param refined called after other pages were chosen */
  constructor({ controller, host, field }: Parts, refined: () => void) {
    this.#controller = controller
    this.#host = host
    this.#field = field
    this.refinement = new Refinement(host, controller, host.bundle.includes(' ') ? FILTERS_OF_SITES : FILTERS, () => {
      refined()
      this.#chosen = this.#choose()
    })
    const { adoptedStyleSheets } = host.shadowRoot as ShadowRoot
    if (!adoptedStyleSheets.includes(refinementSheet())) adoptedStyleSheets.push(refinementSheet())
    this.element = h('div', { class: 'frame page', part: 'page' },
      this.#lead, this.refinement.element, this.#label, this.#list, this.#more, this.#footer)
  }

  listen(signal: AbortSignal) {
    this.element.addEventListener('click', (event) => this.#controller.choices.clicked(event), { signal })
    this.#more.addEventListener('click', () => this.#showMore(), { signal })
  }

  options() {
    return { topK: this.#step, ...this.refinement.options() }
  }

  get #step() {
    return Number(this.#host.getAttribute('top-k') ?? STEP)
  }

  localize(wording: Wording) {
    this.refinement.element.setAttribute('aria-label', moreText(wording)('filters'))
    this.#more.textContent = moreText(wording)('more')
  }

  show(
    { lead = [], listLabel = '', options = [], tail = [], places = [], ask }: View,
    result?: Answer | SearchResult,
    context?: ViewContext,
  ) {
    const turn = this.#turn += 1
    this.isOpen = true
    this.#context = context ?? null
    this.#ask = ask
    this.#lead.replaceChildren(...lead)
    this.#footer.replaceChildren(...tail)
    this.#label.textContent = listLabel
    this.refinement.hide()
    this.#pool = this.#step
    // A section's own question is shown with it.
    const questions = options.filter((option) => option.matches('[data-question]:not(.people)')).map(questionItem)
    this.#fill(result?.hits ?? places)
    this.#list.prepend(...questions)
    this.#label.hidden = this.#list.childElementCount === 0
    this.#more.hidden = true
    if (!result || !('question' in result)) return
    this.#question = result.question
    const counted = this.refinement.count(result.question, result, this.#context as ViewContext)
    if (this.refinement.chosen.order === 'date') this.#chosen = counted.then(() => this.#choose())
    else if (result.hits.length >= this.#pool) this.#fillUp(turn)
  }

  /** The engine's hit of a link; null for a link from the outline. */
  hitOf({ dataset: { page, passage } }: HTMLElement) {
    const found = this.#pages[Number(page ?? -1)]?.[Number(passage)]
    return found && 'score' in found ? (found as Hit) : undefined
  }

  open() {}

  close() {}

  /** Keeps the results while the visitor types the next question. */
  empty() {
    if (this.#field.value.trim() !== '') return
    this.#turn += 1
    this.isOpen = false
    this.refinement.hide()
    for (const part of [this.#lead, this.#list, this.#footer]) part.replaceChildren()
    this.#label.hidden = this.#more.hidden = true
  }

  progress({ loaded, total }: Progress) {
    const bar = this.element.querySelector('progress')
    if (bar && total > 0) Object.assign(bar, { max: total, value: loaded })
  }

  #fill(hits: Shown[]) {
    this.#pages = byPage(hits)
    this.#shown = 0
    this.#isCut = false
    this.#list.replaceChildren()
    this.#extend(this.#step)
  }

  /** @param count of pages */
  #extend(count: number) {
    if (count <= 0) return this.#offerMore()
    const more = this.#pages.slice(this.#shown, this.#shown + count)
    const context = this.#context as ViewContext
    this.#list.append(...more.map((hits, index) => pageItem(hits, context, this.#shown + index, this.#ask)))
    this.#shown += more.length
    this.#offerMore()
  }

  /** Whether more passages may be of more pages. */
  #mayGrow(hits: Shown[], pool: number) {
    const { total = 0, chosen: { order } } = this.refinement
    return order === 'best' ? hits.length >= pool : total > byPage(hits).length
  }

  #offerMore() {
    this.#more.hidden = this.#shown >= this.#pages.length && !this.#isCut
  }

  /** Shows as many pages as wanted: the first passages may be of few. */
  async #fillUp(turn: number) {
    this.#isCut = true
    await this.#reach(this.#step, turn)
    if (turn === this.#turn) this.#extend(this.#step - this.#shown)
  }

  /** Requests passages until there are so many pages, or no more. */
  async #reach(pages: number, turn: number) {
    while (this.#isCut && this.#pages.length < pages) {
      const pool = this.#pool * 2
      const hits = await this.refinement.hits(pool / 2)
      if (turn !== this.#turn) return
      if (!hits) break
      this.#take(hits, pool)
    }
  }

  /** Adds pages after those shown, which keep their places. */
  #take(hits: Shown[], pool: number) {
    this.#pool = pool
    const before = this.#pages.length
    const pages = byPage(hits)
    const shown = this.#pages.slice(0, this.#shown)
    const known = new Set(shown.map(([hit]) => pageKey(hit)))
    this.#pages = [...shown, ...pages.filter(([hit]) => !known.has(pageKey(hit)))]
    this.#isCut = this.#mayGrow(hits, pool) && (this.#pages.length > before || pool < MOST_REQUESTED)
    this.#offerMore()
  }

  /** Replaces the pages by those of a filter or an order; the answer stays. */
  async #choose() {
    const turn = this.#turn += 1
    this.element.setAttribute('aria-busy', 'true')
    const hits = await this.refinement.hits(this.#step)
    if (turn !== this.#turn) return
    this.element.removeAttribute('aria-busy')
    // Asking again reports the error like that of any question.
    if (!hits) return void this.#host.ask(this.#question)
    this.#pool = this.#step * 2
    this.#fill(hits)
    this.#isCut = this.#mayGrow(hits, this.#pool)
    this.#label.hidden = false
    await this.#reach(this.#step, turn)
    if (turn !== this.#turn) return
    this.#extend(this.#step - this.#shown)
    this.#controller.say(this.#count(this.refinement.total ?? this.#pages.length))
  }

  #count(pages: number) {
    return (this.#context as ViewContext).wording.pages(pages)
  }

  /** Shows more pages, and focuses the first new one. */
  async #showMore() {
    await this.#chosen
    const turn = this.#turn
    const before = this.#shown
    await this.#reach(before + this.#step, turn)
    if (turn !== this.#turn) return
    this.#extend(this.#step)
    this.#list.children[before]?.querySelector('a')?.focus()
    this.#controller.say(this.#count(this.#shown))
  }

  position(): Left {
    return { scroll: window.scrollY, shown: this.#shown }
  }

  /** Shows as many pages as before, and scrolls there. */
  async restore({ scroll = 0, shown = 0 }: Left) {
    await this.#chosen
    const turn = this.#turn
    await this.#reach(shown, turn)
    if (turn !== this.#turn) return
    this.#extend(shown - this.#shown)
    if (scroll > 0) window.scrollTo({ top: scroll, behavior: 'instant' })
  }
}

/** @param option a question, with its sign */
function questionItem({ dataset: { question }, childNodes }: HTMLElement) {
  return h('li', {}, h('button', { class: 'option suggestion', part: 'option suggestion', type: 'button', 'data-question': question },
    ...childNodes))
}
