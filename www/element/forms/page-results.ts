/**
 * The content of a page of results: the answer, filters, the pages found, and more of them on request.
 */
import { h } from '../box/dom.js'
import { moreText } from '../texts/more-texts.js'
import { facets, filterBar } from './page-filters.js'
import { pageItem } from './view-page.js'
import { byPage } from '../box/view-results.js'
import type { Answer, Hit, Progress, SearchResult } from '../api.js'
import type { Shown, View, ViewContext } from '../box/view-results.js'
import type { Wording } from '../texts/texts.js'
import type { Parts } from './forms.js'

/** The number of pages shown at first, and added at a time. */
const STEP = 10
/** The number of passages counted by language and section. */
const POOL = 60

export class PageResults {
  isOpen = false
  #controller
  #host
  #field
  #filtered
  #lead = h('div', { class: 'lead' })
  #filters = h('div', { class: 'filters', part: 'filters', role: 'group', hidden: true })
  #label = h('h2', { class: 'list-label', id: 'page-label', part: 'list-label', hidden: true })
  #list = h('ol', { class: 'pages', part: 'list', 'aria-labelledby': 'page-label' })
  #more = h('button', { class: 'button more', part: 'more', type: 'button', hidden: true })
  #footer = h('div', { class: 'tail' })
  element = h('div', { class: 'frame page', part: 'page' }, this.#lead, this.#filters, this.#label, this.#list, this.#more, this.#footer)

  /** The filter on pages; keys as in `filter` of `AskOptions`. */
  filter: Record<string, string> = {}
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
  /** Counts answers; a filter changes the pages, not the answer. */
  #view = 0
  /** The pages that a filter has chosen are on show. */
  #chosen: Promise<void> = Promise.resolve()
  /** The last question answered. */
  #question = ''
  /** Passages of all languages and sections, for counting. */
  #all: Hit[] = []
  #context: ViewContext | null = null
  #ask: View['ask']

  constructor({ controller, host, field }: Parts, filtered: (filter: Record<string, string>) => void) {
    this.#controller = controller
    this.#host = host
    this.#field = field
    this.#filtered = filtered
  }

  listen(signal: AbortSignal) {
    this.element.addEventListener('click', (event) => this.#controller.choices.clicked(event), { signal })
    this.#more.addEventListener('click', () => this.#showMore(), { signal })
  }

  options() {
    return { topK: this.#step, ...(this.#isFiltered && { filter: this.filter }) }
  }

  get #step() {
    return Number(this.#host.getAttribute('top-k') ?? STEP)
  }

  localize(wording: Wording) {
    this.#filters.setAttribute('aria-label', moreText(wording)('filters'))
    this.#more.textContent = moreText(wording)('more')
  }

  show(
    { lead = [], listLabel = '', options = [], tail = [], places = [], ask }: View,
    result?: Answer | SearchResult,
    context?: ViewContext,
  ) {
    this.#turn += 1
    this.#view += 1
    this.isOpen = true
    this.#context = context ?? null
    this.#ask = ask
    this.#lead.replaceChildren(...lead)
    this.#footer.replaceChildren(...tail)
    this.#label.textContent = listLabel
    this.#filters.hidden = true
    this.#pool = this.#step
    // A section's own question is shown with it.
    const questions = options.filter((option) => option.matches('[data-question]:not(.people)')).map(questionItem)
    this.#fill(result?.hits ?? places)
    this.#list.prepend(...questions)
    this.#label.hidden = this.#list.childElementCount === 0
    this.#more.hidden = true
    if (!result || !('question' in result)) return
    this.#question = result.question
    // Shows known filters at once, so that little moves when more passages are counted.
    this.#all = result.hits
    this.#showFilters()
    if (result.hits.length > 0 || this.#isFiltered) this.#lookFurther(this.#turn)
  }

  /** The engine's hit of a link; null for a link from the outline. */
  hitOf({ dataset: { page, passage } }: HTMLElement) {
    const found = this.#pages[Number(page ?? -1)]?.[Number(passage)]
    return found && 'score' in found ? (found as Hit) : undefined
  }

  get #isFiltered() {
    return Object.keys(this.filter).length > 0
  }

  open() {}

  close() {}

  /** Keeps the results while the visitor types the next question. */
  empty() {
    if (this.#field.value.trim() !== '') return
    this.#turn += 1
    this.#view += 1
    this.isOpen = false
    for (const part of [this.#lead, this.#list, this.#footer]) part.replaceChildren()
    this.#filters.hidden = this.#label.hidden = this.#more.hidden = true
  }

  progress({ loaded, total }: Progress) {
    const bar = this.element.querySelector('progress')
    if (bar && total > 0) Object.assign(bar, { max: total, value: loaded })
  }

  #fill(hits: Shown[]) {
    this.#pages = byPage(hits)
    this.#shown = 0
    this.#list.replaceChildren()
    this.#extend(this.#step)
  }

  /** @param count of pages */
  #extend(count: number) {
    const more = this.#pages.slice(this.#shown, this.#shown + count)
    const context = this.#context as ViewContext
    this.#list.append(...more.map((hits, index) => pageItem(hits, context, this.#shown + index, this.#ask)))
    this.#shown += more.length
    this.#more.hidden = this.#shown >= this.#pages.length && !this.#isCut
  }

  /** Requests more passages than shown: to count by language and section, and to show at once on request. */
  async #lookFurther(turn: number) {
    const { filter } = this
    const view = this.#view
    const [all, wanted] = await Promise.all([
      this.#controller.more({ topK: POOL, filter: {} }),
      this.#isFiltered ? this.#controller.more({ topK: POOL, filter }) : null,
    ])
    if (view !== this.#view || !all) return
    // A filter chosen meanwhile changes the pages, but not the available choices.
    this.#all = all.hits
    this.#showFilters()
    const found = wanted ?? all
    if (turn !== this.#turn || (Object.keys(filter).length > 0 && !wanted)) return
    this.#take(found.hits, POOL)
    if (this.#shown < this.#step) this.#extend(this.#step - this.#shown)
  }

  /** Replaces the filters; a button keeps the focus. */
  #showFilters() {
    const root = this.#filters.getRootNode() as ShadowRoot
    const focused = this.#filters.contains(root.activeElement) ? (root.activeElement as HTMLElement).dataset.name : null
    const context = this.#context as ViewContext
    const bar = filterBar(facets(this.#all, this.filter), this.filter, context, (
      filter,
    ) => { this.#chosen = this.#choose(filter) })
    this.#filters.replaceChildren(...bar)
    this.#filters.hidden = bar.length === 0
    const buttons = Array.from(this.#filters.querySelectorAll('button'))
    if (focused !== null) buttons.find(({ dataset }) => dataset.name === focused)?.focus()
  }

  /** Adds pages after those shown, which keep their places. */
  #take(hits: Shown[], pool: number) {
    this.#pool = pool
    this.#isCut = hits.length >= pool
    const pages = byPage(hits)
    const shown = this.#pages.slice(0, this.#shown)
    const known = new Set(shown.map(([{ id }]) => id))
    this.#pages = [...shown, ...pages.filter(([{ id }]) => !known.has(id))]
    this.#more.hidden = this.#shown >= this.#pages.length && !this.#isCut
  }

  /** Replaces the pages by those of a filter; the answer stays. */
  async #choose(filter: Record<string, string>) {
    this.#filtered(filter)
    this.#showFilters()
    const turn = this.#turn += 1
    this.element.setAttribute('aria-busy', 'true')
    const found = await this.#controller.more({ topK: POOL, filter })
    if (turn !== this.#turn) return
    this.element.removeAttribute('aria-busy')
    // Asking again reports the error like that of any question.
    if (!found) return void this.#host.ask(this.#question)
    this.#pool = POOL
    this.#isCut = found.hits.length >= POOL
    this.#fill(found.hits)
    this.#label.hidden = false
    this.#controller.say(this.#count(this.#pages.length))
  }

  #count(pages: number) {
    return (this.#context as ViewContext).wording.pages(pages)
  }

  /** Shows more pages, and focuses the first new one. */
  async #showMore() {
    await this.#chosen
    const turn = this.#turn
    const before = this.#shown
    if (this.#shown >= this.#pages.length) {
      const found = await this.#controller.more({ topK: this.#pool * 2, filter: this.filter })
      if (turn !== this.#turn || !found) return
      this.#take(found.hits, this.#pool * 2)
    }
    this.#extend(this.#step)
    this.#list.children[before]?.querySelector('a')?.focus()
    this.#controller.say(this.#count(this.#shown))
  }
}

/** @param option a question, with its sign */
function questionItem({ dataset: { question }, childNodes }: HTMLElement) {
  return h('li', {}, h('button', { class: 'option suggestion', part: 'option suggestion', type: 'button', 'data-question': question },
    ...childNodes))
}
