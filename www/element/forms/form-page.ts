/**
 * The box as a page of results: question, answer and pages in the flow of the page, and the question in
 * its address. Loaded for `form="page"` only.
 */
import { AddressState } from './address-state.js'
import { pageSheet } from './form-page-styles.js'
import { PageResults } from './page-results.js'
import type { Wording } from '../texts/texts.js'
import type { Parts } from './forms.js'

export class PageForm {
  #parts
  #address
  /** The attributes of the input about its popup in the other forms. */
  #popup: string[][]
  stage: PageResults
  nodes: Node[]
  sheet: CSSStyleSheet
  isModal = false
  isOpen = true

  constructor(parts: Parts) {
    this.#parts = parts
    this.stage = new PageResults(parts, () => this.#address.refined())
    this.#address = new AddressState(parts, this.stage.refinement, this.stage)
    this.nodes = [parts.frame, this.stage.element]
    this.sheet = pageSheet()
    const { input } = parts.field
    // The results are not a popup: they are read and tabbed through like the rest of the page.
    this.#popup = ['role', 'aria-autocomplete', 'aria-expanded', 'aria-controls'].map((name) => [name, input.getAttribute(name) ?? ''])
    for (const [name] of this.#popup) input.removeAttribute(name)
    input.type = 'search'
  }

  get target() {
    return this.#parts.field.input
  }

  open() {
    this.target.focus()
    this.target.select()
    this.#parts.controller.reopen()
  }

  /** A page does not close. */
  close() {}

  leave() {
    const { input } = this.#parts.field
    for (const [name, value] of this.#popup) input.setAttribute(name, value)
    input.type = 'text'
  }

  localize(wording: Wording) {
    this.stage.localize(wording)
  }

  listen(signal: AbortSignal) {
    this.stage.listen(signal)
    if (this.#address.listen(signal)) return
    const { controller } = this.#parts
    controller.prepare().then(() => controller.reopen())
  }

  /** Keeps the question in the address. */
  asked(question: string) {
    this.#address.asked(question)
  }

  options() {
    return this.stage.options()
  }
}
