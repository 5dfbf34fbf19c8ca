/**
 * The view until there is a result, and after a failure: the progress or the error, and, until the engine is ready,
 * results from the outline. It is updated when the outline arrives, or the visitor types.
 */
import { placesView } from './view-results.js'
import { errorView, stillLoadingView, waitingView } from './view-states.js'
import type { SoruError } from '../soru.js'
import type { BoxEngine } from './box-engine.js'
import type { View, ViewContext } from './view-results.js'

export interface Surroundings {
  engine: BoxEngine
  context: () => ViewContext
  typed: () => string
  show: (view: View) => void
}

export class PendingView {
  #around
  #again: (() => void) | null = null
  /** Details of the last failure, for its developer. */
  #details: HTMLDetailsElement | undefined

  constructor(around: Surroundings) {
    this.#around = around
  }

  /** Whether such a view is shown. */
  get isOnShow() {
    return this.#again !== null
  }

  /** Updates the view. */
  again() {
    this.#again?.()
  }

  /** Ends the view: there is a result, or nobody waits for one. */
  end() {
    this.#again = null
  }

  /** @param isKnown whether waiting was announced already */
  wait(method: 'ask' | 'search', text: string, isKnown: boolean = false) {
    const { engine, typed, show } = this.#around
    const context = this.#around.context()
    const progress = engine.stats ? null : engine.progress
    // While a ready engine searches, the present content stays.
    if (method === 'search' && !progress) return
    this.#again = () => this.wait(method, text, true)
    const places = this.#places(method === 'search' ? typed() : text)
    const isEnough = method === 'search' && progress && places.options
    const waiting = isEnough ? stillLoadingView(progress, context) : waitingView(progress, context)
    show({ ...waiting, ...places, ...(isKnown && { say: undefined }) })
  }

  fail(error: SoruError, text: string, retry: () => void) {
    const { show } = this.#around
    this.#again = () => {
      const view = errorView(error, this.#around.context(), retry)
      // Keeps the details open if the next question fails too.
      if (this.#details?.open && view.details) view.details.open = true
      this.#details = view.details
      show({ ...view, ...this.#places(text) })
    }
    this.#again()
  }

  /** Results from the outline, while the engine is not ready. */
  #places(query: string) {
    const { engine } = this.#around
    const context = this.#around.context()
    if (engine.stats || !engine.outline) return {}
    return placesView(engine.outline.find(query, context.wording), context)
  }
}
