/**
 * Makes arrow keys reach the checked answers between the input and the list.
 *
 * Each is a button that opens its answer in place, with links in it. An option of a listbox may contain neither, so
 * they are outside the list, and the focus itself moves to them: from the input down to the first, from the last on to
 * the list, and back the same way.
 */

const STEPS = /** @type {Record<string, 1 | -1 | undefined>} */ ({ ArrowDown: 1, ArrowUp: -1 })

/** @type {WeakSet<ShadowRoot>} */
const listening = new WeakSet()

/**
 * @param {ShadowRoot} root
 * @param {import('./option-cursor.js').OptionCursor} cursor
 */
export function listenForArrows(root, cursor) {
  if (listening.has(root)) return
  listening.add(root)
  // Runs before the input handles the key for the list.
  root.addEventListener('keydown', (event) => {
    if (!moved(/** @type {KeyboardEvent} */ (event), root, cursor)) return
    event.preventDefault()
    event.stopPropagation()
  }, true)
}

/**
 * @param {KeyboardEvent} event
 * @param {ShadowRoot} root
 * @param {import('./option-cursor.js').OptionCursor} cursor
 * @returns {boolean} whether the focus has moved to an offer or away from one
 */
function moved(event, root, cursor) {
  const step = STEPS[event.key]
  const offers = Array.from(root.querySelectorAll('.panel:not([hidden]) .offer'), (offer) => /** @type {HTMLElement} */ (offer))
  if (!step || offers.length === 0 || event.altKey || event.isComposing) return false
  const input = /** @type {HTMLElement} */ (root.querySelector('input'))
  const from = offers.indexOf(/** @type {HTMLElement} */ (event.target))
  if (from < 0) return event.target === input && entered(step, offers, cursor)
  const next = offers[from + step]
  const target = next ?? input
  target.focus()
  if (!next && step > 0) cursor.first()
  return true
}

/**
 * Moves from the input down, or from the first option of the list up.
 * @param {1 | -1} step
 * @param {HTMLElement[]} offers
 * @param {import('./option-cursor.js').OptionCursor} cursor
 */
function entered(step, offers, cursor) {
  const isInput = !cursor.active
  const isFirst = cursor.active?.previousElementSibling === null
  if (step > 0 ? !isInput : !isFirst) return false
  cursor.leave()
  offers.at(step > 0 ? 0 : -1)?.focus()
  return true
}
