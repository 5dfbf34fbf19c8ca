/**
 * What is on show until there is a result, and if none comes: that something is under way or has failed, and,
 * where the engine is not there, what the outline has. Shown anew when there is more: the outline, or letters.
 */
import { placesView } from './view-results.js'
import { errorView, stillLoadingView, waitingView } from './view-states.js'

/** @typedef {import('./view-results.js').View} View */

/**
 * @typedef {object} Surroundings
 * @property {import('./box-engine.js').BoxEngine} engine
 * @property {() => import('./view-results.js').ViewContext} context
 * @property {() => string} typed
 * @property {(typed: string) => string[]} questions of the site that may be meant
 * @property {(view: View) => void} show
 */

export class PendingView {
  #around
  /** @type {(() => void) | null} */
  #again = null
  /** What the last failure was, for its developer. @type {HTMLDetailsElement | undefined} */
  #details

  /** @param {Surroundings} around */
  constructor(around) {
    this.#around = around
  }

  /** Whether anything is. */
  get isOnShow() {
    return this.#again !== null
  }

  /** There is more to show with it. */
  again() {
    this.#again?.()
  }

  /** There is a result, or nobody waits for one. */
  end() {
    this.#again = null
  }

  /**
   * @param {'ask' | 'search'} method
   * @param {string} text
   * @param {boolean} [isKnown] that one has to wait
   */
  wait(method, text, isKnown = false) {
    const { engine, typed, questions, show } = this.#around
    const context = this.#around.context()
    const progress = engine.stats ? null : engine.progress
    // A search of an engine that is there leaves on show what there is.
    if (method === 'search' && !progress) return
    this.#again = () => this.wait(method, text, true)
    const places = method === 'search' ? this.#places(typed(), questions(typed())) : this.#places(text)
    const isEnough = method === 'search' && progress && places.options
    const waiting = isEnough ? stillLoadingView(progress, context) : waitingView(progress, context)
    show({ ...waiting, ...places, ...(isKnown && { say: undefined }) })
  }

  /**
   * @param {import('./soru.js').SoruError} error
   * @param {string} text
   * @param {() => void} retry
   */
  fail(error, text, retry) {
    const { show } = this.#around
    this.#again = () => {
      const view = errorView(error, this.#around.context(), retry)
      // Who reads it goes on reading when the next question fails too.
      if (this.#details?.open && view.details) view.details.open = true
      this.#details = view.details
      show({ ...view, ...this.#places(text) })
    }
    this.#again()
  }

  /**
   * What the outline has, where the engine is not there.
   * @param {string} query
   * @param {string[]} [questions]
   */
  #places(query, questions = []) {
    const { engine } = this.#around
    const context = this.#around.context()
    if (engine.stats || !engine.outline) return {}
    return placesView(engine.outline.find(query, context.wording), context, questions)
  }
}
