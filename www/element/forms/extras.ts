/**
 * What attributes and children of the box add to its results: filters and order of the list, its state in the address,
 * pictures, the owner's templates and slots. Loaded by boxes that have any. A page of results has filters and address of
 * its own.
 */
import { AddressState } from './address-state.js'
import { refinementSheet } from './refinement-styles.js'
import { Refinement } from './refinement.js'
import { hitDress } from './hit-dress.js'
import { slotted } from './slots.js'
import type { Answer, SearchResult } from '../api.js'
import type { Left } from '../box/entry.js'
import type { Panel } from '../box/panel.js'
import type { View, ViewContext } from '../box/view-results.js'
import type { Acting } from './forms.js'

export class Extras {
  #parts
  #panel
  #refinement
  #address: AddressState | null = null
  /** Whether the pages are read, since nothing is above them. */
  #areRead = false
  /** The last question, until other text is typed. */
  #asked = ''
  /** Counts choices, so that pages of an earlier one are dropped. */
  #turn = 0
  /** The pages that the visitor has chosen are on show. */
  #chosen: Promise<void> = Promise.resolve()

  constructor(parts: Acting, panel: Panel) {
    this.#parts = parts
    this.#panel = panel
    this.#refinement = new Refinement(parts.host, parts.controller, '', () => {
      this.#address?.refined()
      this.#chosen = this.#choose()
    })
    const { adoptedStyleSheets } = parts.host.shadowRoot as ShadowRoot
    if (!adoptedStyleSheets.includes(refinementSheet())) adoptedStyleSheets.push(refinementSheet())
  }

  /** What a page in a list looks like, if the owner wants another look. */
  dress(context: () => ViewContext) {
    return hitDress(this.#parts.host, context)
  }

  /** Keeps the state in the address until the signal aborts, and asks its question. */
  follow(signal: AbortSignal) {
    if (this.#isPage || signal.aborted) return
    this.#address = new AddressState(this.#parts, this.#refinement, {
      scroller: this.#panel.scroller,
      position: () => ({ scroll: this.#panel.scroller.scrollTop }),
      restore: (position) => this.#restore(position),
    })
    this.#address.listen(signal)
    signal.addEventListener('abort', () => { this.#address = null })
  }

  /** Other text than the last question begins with all pages; a choice that is made while it is typed stays. */
  typed(query: string) {
    if (this.#asked && query !== this.#asked) this.#refinement.begin(query)
    this.#asked = ''
  }

  asked(question: string) {
    if (this.#isPage) return
    this.#asked = question
    if (this.#address) this.#address.asked(question)
    else this.#refinement.begin(question)
  }

  /** The visitor has closed the box. */
  closed() {
    this.#address?.closed()
  }

  /** Of calls. */
  options() {
    return this.#isPage ? {} : this.#refinement.options()
  }

  /** The view with what is added. */
  dressed(view: View, asked: string, result: Answer | SearchResult | undefined, context: ViewContext): View {
    this.#turn += 1
    const whole = slotted(view, this.#parts.host, result)
    if (this.#isPage) return whole
    if (!result) {
      this.#refinement.hide()
      return whole
    }
    this.#areRead = 'answer' in result && result.answer === null
    const counted = this.#refinement.count(asked, result, context)
    if (this.#refinement.chosen.order === 'date') this.#chosen = counted.then(() => this.#choose())
    return { ...whole, lead: [...whole.lead ?? [], this.#refinement.element] }
  }

  async #choose() {
    const turn = this.#turn += 1
    const { host, controller } = this.#parts
    const count = Number(host.getAttribute('top-k') ?? 5)
    const hits = await this.#refinement.hits(count)
    if (turn !== this.#turn) return
    if (hits) controller.refill(hits.slice(0, count), this.#areRead)
    else host.ask(host.value)
  }

  async #restore({ scroll = 0 }: Left) {
    await this.#chosen
    this.#panel.scroller.scrollTop = scroll
  }

  get #isPage() {
    return this.#parts.host.getAttribute('form') === 'page'
  }
}
