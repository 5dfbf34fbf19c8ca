/**
 * The form of the box on the page: `inline`, the default, or one whose code is loaded on demand.
 */
import { h } from '../box/dom.js'
import { SoruError } from '../engine/errors.js'

/** @typedef {import('../soru.js').Answer} Answer */
/** @typedef {import('../soru.js').SearchResult} SearchResult */
/** @typedef {import('../box/view-results.js').ViewContext} ViewContext */

/**
 * The parts that a form arranges.
 * @typedef {object} Parts
 * @property {import('../soru-search-element.js').SoruSearchElement} host
 * @property {HTMLElement} frame field, panel and live region
 * @property {import('../box/field.js').Field} field
 * @property {import('../box/search-controller.js').SearchController} controller
 *
 * The container of views: the panel, or that of a form.
 * @typedef {object} Stage
 * @property {boolean} isOpen
 * @property {(view: import('../box/view-results.js').View, result?: Answer | SearchResult, context?: ViewContext) => void} show
 * @property {() => void} open
 * @property {() => void} close
 * @property {() => void} empty
 * @property {(progress: import('../soru.js').Progress) => void} progress
 * @property {(link: HTMLElement) => import('../soru.js').Hit | undefined} [hitOf]
 *
 * @typedef {object} Form
 * @property {Node[]} nodes the content of the shadow root
 * @property {CSSStyleSheet} sheet
 * @property {boolean} isOpen
 * @property {boolean} isModal whether Escape closes it
 * @property {HTMLElement} target the target of `focus()`
 * @property {() => void} open
 * @property {() => void} close
 * @property {(wording: import('../texts/texts.js').Wording) => void} localize
 * @property {(signal: AbortSignal) => void} listen
 * @property {() => void} [leave] gives the parts back as they were
 * @property {Stage} [stage]
 * @property {(question: string) => void} [asked] called before a question goes to the engine
 * @property {() => object} [options] of its questions
 */

/** @type {Record<string, () => Promise<new (parts: Parts) => Form>>} */
const FORMS = {
  dialog: () => import('./form-dialog.js').then(({ DialogForm }) => DialogForm),
  page: () => import('./form-page.js').then(({ PageForm }) => PageForm),
}

export class LayoutMode {
  #root
  #parts
  /** The last value of the attribute. @type {string | null | undefined} */
  #name
  /** The form; null if it is the usual one, or not there yet. @type {Form | null} */
  form = null
  /** @type {Promise<unknown>} the form has loaded, or is unavailable */
  settled = Promise.resolve()
  /** Whether the form handles events. */
  #isListening = false
  /** @type {AbortController | null} removes the form's listeners */
  #listeners = null

  /**
   * @param {ShadowRoot} root
   * @param {Parts} parts
   */
  constructor(root, parts) {
    this.#root = root
    this.#parts = parts
  }

  /**
   * Takes the form that the attribute names. Until its code is loaded, the content of the tag is shown instead.
   * @param {string | null} name
   * @returns {Promise<void>}
   * @throws {SoruError}
   */
  async follow(name) {
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

  /**
   * @param {Form | null} form
   * @param {Node[]} nodes
   */
  #take(form, nodes) {
    const root = this.#root
    const before = this.form?.sheet
    root.adoptedStyleSheets = root.adoptedStyleSheets.filter((sheet) => sheet !== before).concat(form?.sheet ?? [])
    root.replaceChildren(...nodes)
    this.form = form
  }
}
