/**
 * The form of the box on the page: `inline`, the default, or one whose code is loaded on demand.
 */
import { h } from '../box/dom.js'
import { SoruError } from '../engine/errors.js'
import type { Answer, Hit, Progress, SearchResult } from '../api.js'
import type { Field } from '../box/field.js'
import type { SearchController } from '../box/search-controller.js'
import type { View, ViewContext } from '../box/view-results.js'
import type { SoruSearchElement } from '../soru-search-element.js'
import type { Wording } from '../texts/texts.js'

/** The parts that a form arranges. */
export interface Parts {
  host: SoruSearchElement
  /** Field, panel and live region. */
  frame: HTMLElement
  field: Field
  /** The container of views: the panel, or that of a form. */
  controller: SearchController
}

/** The parts that act on a question. */
export type Acting = Omit<Parts, 'frame'>

export interface Stage {
  isOpen: boolean
  show: (view: View, result?: Answer | SearchResult, context?: ViewContext) => void
  /** False if there is nothing to show. */
  open: () => boolean | void
  close: () => void
  empty: () => void
  progress: (progress: Progress) => void
  hitOf?: (link: HTMLElement) => Hit | undefined
}

export interface Form {
  /** The content of the shadow root. */
  nodes: Node[]
  sheet: CSSStyleSheet
  isOpen: boolean
  /** Whether Escape closes it. */
  isModal: boolean
  /** The target of `focus()`. */
  target: HTMLElement
  open: () => void
  close: () => void
  localize: (wording: Wording) => void
  listen: (signal: AbortSignal) => void
  /** Gives the parts back as they were. */
  leave?: () => void
  stage?: Stage
  /** Called before a question goes to the engine. */
  asked?: (question: string) => void
  /** Of its questions. */
  options?: () => object
}

const FORMS: Record<string, () => Promise<new (parts: Parts) => Form>> = {
  dialog: () => import('./form-dialog.js').then(({ DialogForm }) => DialogForm),
  page: () => import('./form-page.js').then(({ PageForm }) => PageForm),
}

export class LayoutMode {
  #root
  #parts
  /** The last value of the attribute. */
  #name: string | null | undefined
  /** The form; null if it is the usual one, or not there yet. */
  form: Form | null = null
  /** The form has loaded, or is unavailable. */
  settled: Promise<unknown> = Promise.resolve()
  /** Whether the form handles events. */
  #isListening = false
  /** Removes the form's listeners. */
  #listeners: AbortController | null = null

  constructor(root: ShadowRoot, parts: Parts) {
    this.#root = root
    this.#parts = parts
  }

  /**
   * Takes the form that the attribute names. Until its code is loaded, the content of the tag is shown instead.
   * @throws {SoruError}
   */
  async follow(name: string | null): Promise<void> {
    if (name === this.#name) return
    this.#name = name
    this.#listeners?.abort()
    this.form?.leave?.()
    const isUsual = name === null || !Object.hasOwn(FORMS, name)
    this.#take(null, isUsual ? [this.#parts.frame] : [h('slot')])
    if (isUsual) return
    const loading = FORMS[name]()
    this.settled = loading.catch(() => {})
    try {
      const Form = await loading
      if (name !== this.#name) return
      const form = new Form(this.#parts)
      this.#take(form, form.nodes)
      if (this.#isListening) this.listen()
    } catch (thrown) {
      this.#name = undefined
      throw SoruError.from(thrown, 'FETCH_FAILED')
    }
  }

  /** The box is on the page. A closed form handles no further events, not even pending ones. */
  listen() {
    this.#isListening = true
    this.#listeners?.abort()
    this.#listeners = new AbortController()
    this.form?.listen(this.#listeners.signal)
  }

  /** The box has been taken away. */
  end() {
    this.#isListening = false
    this.#listeners?.abort()
  }

  #take(form: Form | null, nodes: Node[]) {
    const root = this.#root
    const before = this.form?.sheet
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== before).concat(form?.sheet ?? [])
    root.replaceChildren(...nodes)
    this.form = form
  }
}
