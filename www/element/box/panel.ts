/**
 * The panel below the input: its content, whether it is open, and its height. It overlays the page, so nothing on the
 * page moves.
 */
import { page } from './page.js'
import { h } from './dom.js'
import { OptionCursor } from './option-cursor.js'
import type { Progress } from '../api.js'
import type { Wording } from '../texts/texts.js'
import type { View } from './view-results.js'

const GAP = 16

export class Panel {
  #lead = h('div', { class: 'lead' })
  #label = h('div', { class: 'list-label', id: 'list-label', part: 'list-label' })
  #list = h('div', { class: 'list', id: 'list', part: 'list', role: 'listbox', 'aria-labelledby': 'list-label' })
  #footer = h('div', { class: 'tail' })
  #hints = h('div', { class: 'hints', part: 'hints', 'aria-hidden': 'true' })
  #scroller = h('div', { class: 'scroller' }, this.#lead, this.#label, this.#list, this.#footer)
  element = h('div', { class: 'panel', part: 'panel', hidden: true }, this.#scroller, this.#hints)
  cursor: OptionCursor
  /** Contains the one rule that changes with the window; style attributes may be forbidden. */
  sheet = new CSSStyleSheet()
  #input
  #isFilled = false
  /** The maximum height of the panel in pixels. */
  #room = NaN

  constructor(input: HTMLInputElement) {
    this.#input = input
    this.cursor = new OptionCursor(input, this.#list)
    this.#tellExpanded()
  }

  get isOpen() {
    return !this.element.hidden
  }

  /** Fills the panel and opens it. */
  show({ lead = [], listLabel = '', options = [], tail = [] }: View) {
    // Measures before anything changes: later, the browser would have to lay out the whole panel at once.
    const wasOpen = this.isOpen
    if (wasOpen) {
      this.#makeRoom()
      this.#scroller.scrollTop = 0
    }
    this.#lead.replaceChildren(...lead)
    this.#label.textContent = listLabel
    this.#footer.replaceChildren(...tail)
    this.cursor.replace(options)
    this.#list.hidden = this.#label.hidden = options.length === 0
    this.#hints.hidden = options.length === 0
    this.#isFilled = true
    this.open()
    // A closed panel has no scroll position to set.
    if (!wasOpen) this.#scroller.scrollTop = 0
  }

  /** Replaces the options below a lead that stays. */
  refill(options: HTMLElement[]) {
    this.cursor.replace(options)
    this.#list.hidden = this.#label.hidden = this.#hints.hidden = options.length === 0
    this.#tellExpanded()
  }

  /** What scrolls in it. */
  get scroller() {
    return this.#scroller
  }

  /** Shows the previous content again. False if there is none. */
  open() {
    if (!this.#isFilled) return false
    if (!this.isOpen) {
      this.#makeRoom()
      this.element.hidden = false
      this.#turn()
    }
    this.#tellExpanded()
    return true
  }

  close() {
    this.element.hidden = true
    this.cursor.leave()
    this.#tellExpanded()
  }

  /** Updates the progress bar, if the panel shows one. */
  progress({ loaded, total }: Progress) {
    const bar = this.#scroller.querySelector('progress')
    if (!bar || total === 0) return
    bar.max = total
    bar.value = loaded
  }

  /** Removes the waiting message; the content stays. */
  loaded() {
    this.#scroller.querySelector('.waiting')?.remove()
  }

  /** Closes, and drops the content. */
  empty() {
    this.#isFilled = false
    this.close()
  }

  /** Fits the panel into a resized window. */
  place() {
    if (!this.isOpen) return
    this.#makeRoom()
    this.#turn()
  }

  /** Sets the height between the input and the window's lower edge. */
  #makeRoom() {
    const height = window.visualViewport?.height ?? window.innerHeight
    const room = Math.floor(height - this.#input.getBoundingClientRect().bottom - 2 * GAP)
    if (room === this.#room) return
    this.#room = room
    this.sheet.replaceSync(`.panel { --space: ${room}px }`)
  }

  /** Keeps the panel within the window's sides. */
  #turn() {
    this.element.classList.remove('from-end')
    const { right } = this.element.getBoundingClientRect()
    this.element.classList.toggle('from-end', right > page('documentElement').clientWidth)
  }

  localize(wording: Wording) {
    const hint = (key: string, text: 'hintMove' | 'hintAsk' | 'hintOpen' | 'hintClose') =>
      h('span', { class: text }, h('kbd', {}, key), wording.text(text))
    this.#hints.replaceChildren(hint('↑ ↓', 'hintMove'), hint('Enter', 'hintAsk'), hint('Enter', 'hintOpen'), hint('Esc', 'hintClose'))
  }

  #tellExpanded() {
    const isListShown = this.isOpen && !this.#list.hidden
    this.#input.setAttribute('aria-expanded', String(isListShown))
  }
}
