/**
 * Makes arrow keys reach the checked answers between the input and the list.
 *
 * Each is a button that opens its answer in place, with links in it. An option of a listbox may contain neither, so
 * they are outside the list, and the focus itself moves to them: from the input down to the first, from the last on to
 * the list, and back the same way.
 */
import type { OptionCursor } from './option-cursor.js'

const STEPS = { ArrowDown: 1, ArrowUp: -1 } as Record<string, 1 | -1 | undefined>

const listening: WeakSet<ShadowRoot> = new WeakSet()

export function listenForArrows(root: ShadowRoot, cursor: OptionCursor) {
  if (listening.has(root)) return
  listening.add(root)
  // Runs before the input handles the key for the list.
  root.addEventListener('keydown', (event) => {
    if (!moved((event as KeyboardEvent), root, cursor)) return
    event.preventDefault()
    event.stopPropagation()
  }, true)
}

/** @returns whether the focus has moved to an offer or away from one */
function moved(event: KeyboardEvent, root: ShadowRoot, cursor: OptionCursor): boolean {
  const step = STEPS[event.key]
  const offers = Array.from(root.querySelectorAll('.panel:not([hidden]) .offer'), (offer) => (offer as HTMLElement))
  if (!step || offers.length === 0 || event.altKey || event.isComposing) return false
  const input = root.querySelector('input') as HTMLElement
  const from = offers.indexOf((event.target as HTMLElement))
  if (from < 0) return event.target === input && entered(step, offers, cursor)
  const next = offers[from + step]
  const target = next ?? input
  target.focus()
  if (!next && step > 0) cursor.first()
  return true
}

/** Moves from the input down, or from the first option of the list up. */
function entered(step: 1 | -1, offers: HTMLElement[], cursor: OptionCursor) {
  const isInput = !cursor.active
  const isFirst = cursor.active?.previousElementSibling === null
  if (step > 0 ? !isInput : !isFirst) return false
  cursor.leave()
  offers.at(step > 0 ? 0 : -1)?.focus()
  return true
}
