/**
 * What a visitor left in a box, kept in the entry of the browser's history: after Back and after a reload it is there
 * again. Other scripts keep their own state in the entry, which stays.
 */
import { page } from './page.js'

export interface Left {
  /** The text in the input. */
  question?: string
  /** When the document that left it was opened, on the clock of `performance.timeOrigin`. */
  since?: number
  /** How far the results are scrolled, in pixels. */
  scroll?: number
  /** The number of pages on show. */
  shown?: number
}

const NAME = 'soru'

/** The boxes of a page are told apart by their order. */
function numberOf(box: Element) {
  return String([...page('querySelectorAll')(box.localName)].indexOf(box))
}

function kept(): Record<string, Left> {
  const own: unknown = history.state?.[NAME]
  return own && typeof own === 'object' ? own as Record<string, Left> : {}
}

export function left(box: Element): Left {
  const { question, since, scroll, shown } = kept()[numberOf(box)] ?? {}
  return { question: typeof question === 'string' ? question : '', since: Number(since) || 0, scroll: Number(scroll) || 0, shown: Number(shown) || 0 }
}

/** Replaces what the entry has of the box. Scripts whose state is no object keep theirs. */
export function leave(box: Element, what: Left) {
  const { state } = history
  if (state !== null && (typeof state !== 'object' || Array.isArray(state))) return
  const own = { ...kept(), [numberOf(box)]: { ...left(box), ...what } }
  history.replaceState({ ...state, [NAME]: own }, '')
}
