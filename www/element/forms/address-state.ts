/**
 * Keeps the state of a box in the address, so that it can be linked, and Back and a reload restore it: question, filters
 * and order there, and how far the results are scrolled in the entry of the browser's history. Every question and every
 * choice is a step back. For pages of results, and for boxes with `state="url"`.
 */
import { leave, left } from '../box/entry.js'
import { addressed, addressOf, isSame } from './address.js'
import type { Left } from '../box/entry.js'
import type { Acting } from './forms.js'
import type { Refinement } from './refinement.js'

/** The place where results are scrolled. */
export interface Scrolled {
  /** Of what fires `scroll`. */
  scroller: EventTarget
  position: () => Left
  /** Shows as much as was on show, and scrolls there. */
  restore: (position: Left) => unknown
}

const SCROLLED_MS = 150
/** How often a place is looked for again, while parts of an answer are still loading, and in which intervals. */
const TRIES = 8
const TRY_MS = 120
/** What ends that: the visitor goes on. */
const MOVES = ['wheel', 'touchmove', 'pointerdown', 'keydown']

export class AddressState {
  #parts
  #refinement
  #place
  #question = ''
  /** A link is being followed, which closes the box. */
  #isLeaving = false
  /** Ends the restoring of a place. */
  #moved: AbortController | null = null

  constructor(parts: Acting, refinement: Refinement, place: Scrolled) {
    this.#parts = parts
    this.#refinement = refinement
    this.#place = place
  }

  /** @returns whether the address has a question, which is then asked */
  listen(signal: AbortSignal) {
    const { host } = this.#parts
    let pause = 0
    const keep = () => { if (this.#question) leave(host, this.#place.position()) }
    const selected = () => {
      keep()
      this.#isLeaving = true
      setTimeout(() => { this.#isLeaving = false })
    }
    const scrolled = () => {
      clearTimeout(pause)
      pause = window.setTimeout(keep, SCROLLED_MS)
    }
    window.addEventListener('popstate', () => this.#read(), { signal })
    window.addEventListener('pageshow', ({ persisted }) => { if (persisted) this.#return() }, { signal })
    host.addEventListener('soru-select', selected, { signal })
    this.#place.scroller.addEventListener('scroll', scrolled, { signal, passive: true })
    signal.addEventListener('abort', () => clearTimeout(pause))
    return this.#read(true)
  }

  /** A question is being asked. */
  asked(question: string) {
    this.#refinement.begin(question)
    this.#question = question
    this.#write()
  }

  /** Other pages were chosen; for a text that is being typed, the address waits for the question. */
  refined() {
    if (this.#question && this.#parts.field.value.trim() === this.#question) this.#write()
  }

  /** The visitor has closed the box. */
  closed() {
    if (this.#isLeaving || !this.#question) return
    this.#question = ''
    history.replaceState(history.state, '', addressOf(this.#said, this.#refinement.keys))
  }

  get #said() {
    return { question: this.#question, ...this.#refinement.chosen }
  }

  /** Asks the question of the address, unless its results are on show. */
  #read(isFirst: boolean = false) {
    const { host } = this.#parts
    const { question, ...chosen } = addressed(this.#refinement.keys)
    if (!isFirst && isSame({ question, ...chosen }, this.#said)) return false
    this.#question = question
    this.#refinement.begin(question, chosen)
    const position = left(host)
    if (question) host.ask(question).then((answer) => { if (answer) this.#restore(position) })
    else if (!isFirst) this.#forget()
    return question !== ''
  }

  #forget() {
    const { host } = this.#parts
    host.clear()
    host.close()
    if (host.getAttribute('form') === 'page') this.#parts.controller.reopen()
  }

  /** The browser shows the page as it was left, and the box was closed by the link. */
  #return() {
    const { host, controller } = this.#parts
    if (!this.#question) return
    const position = left(host)
    if (host.getAttribute('form') === 'dialog') host.open()
    else controller.reopen()
    this.#restore(position)
  }

  async #restore(position: Left) {
    if (!position.scroll && !position.shown) return
    this.#moved?.abort()
    const moved = this.#moved = new AbortController()
    for (const type of MOVES) window.addEventListener(type, () => moved.abort(), { signal: moved.signal, capture: true, passive: true })
    for (let tries = 0; tries < TRIES && !moved.signal.aborted; tries += 1) {
      await this.#place.restore(position)
      await new Promise((resolve) => setTimeout(resolve, TRY_MS))
    }
    moved.abort()
  }

  #write() {
    const keys = this.#refinement.keys
    if (isSame(addressed(keys), this.#said)) return
    history.pushState(history.state, '', addressOf(this.#said, keys))
    leave(this.#parts.host, { scroll: 0, shown: 0 })
  }
}
