/**
 * The box as a page of results: question, answer and pages in the flow of the page, and the question in
 * its address. Loaded for `form="page"` only.
 */
import { pageSheet } from './form-page-styles.js'
import { PageResults } from './page-results.js'
import type { Wording } from '../texts/texts.js'
import type { Parts } from './forms.js'

/** Names of the address's parameters. */
const QUESTION = 'q'
const FILTERS = ['lang', 'section'] as const

export class PageForm {
  #parts
  #question = ''
  /** The attributes of the input about its popup in the other forms. */
  #popup: string[][]
  stage: PageResults
  nodes: Node[]
  sheet: CSSStyleSheet
  isModal = false
  isOpen = true

  constructor(parts: Parts) {
    this.#parts = parts
    this.stage = new PageResults(parts, (filter) => this.#filtered(filter))
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
    window.addEventListener('popstate', () => this.#read(), { signal })
    this.#read(true)
  }

  /** Keeps the question in the address. */
  asked(question: string) {
    if (question !== this.#question) {
      this.#question = question
      this.stage.filter = {}
    }
    this.#write()
  }

  options() {
    return this.stage.options()
  }

  #filtered(filter: Record<string, string>) {
    this.stage.filter = filter
    this.#write()
  }

  /** Asks the question of the address, unless its results are shown. */
  #read(isFirst: boolean = false) {
    const said = addressed()
    if (this.#isOnShow(said) && !isFirst) return
    const { question } = said
    this.#question = question
    this.stage.filter = said.filter
    const { host, controller } = this.#parts
    if (question) return void host.ask(question)
    if (!isFirst) host.clear()
    controller.prepare().then(() => controller.reopen())
  }

  /** A new question or filter is a new step back; the address's other parts stay. */
  #write() {
    if (this.#isOnShow(addressed())) return
    const url = new URL(location.href)
    url.searchParams.set(QUESTION, this.#question)
    for (const name of FILTERS) {
      const value = this.stage.filter[name]
      if (value) url.searchParams.set(`${QUESTION}-${name}`, value)
      else url.searchParams.delete(`${QUESTION}-${name}`)
    }
    history.pushState(history.state, '', url)
  }

  #isOnShow({ question, filter }: ReturnType<typeof addressed>) {
    return question === this.#question && FILTERS.every((name) => filter[name] === this.stage.filter[name])
  }
}

/** What the address says. */
function addressed() {
  const { searchParams } = new URL(location.href)
  const pairs = FILTERS.map((name) => [name, searchParams.get(`${QUESTION}-${name}`)])
  const filter: Record<string, string> = Object.fromEntries(pairs.filter(([, value]) => value))
  return { question: (searchParams.get(QUESTION) ?? '').trim(), filter }
}
