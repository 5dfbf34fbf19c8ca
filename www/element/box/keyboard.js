/**
 * Keys in the input, after the "combobox with listbox popup" pattern of the
 * ARIA Authoring Practices Guide.
 */

/**
 * @typedef {object} Box what keys act on
 * @property {boolean} isOpen
 * @property {import('./option-cursor.js').OptionCursor} cursor
 * @property {() => void} open
 * @property {() => void} close
 * @property {() => void} submit
 * @property {(event: KeyboardEvent) => void} follow follows the active option
 * @property {() => boolean} clear false if there was nothing to clear
 */

/**
 * @param {KeyboardEvent} event
 * @param {Box} box
 */
export function handleKey(event, box) {
  // While an input method composes, keys belong to it; older browsers mark the key that ends the
  // composition with 229.
  if (event.isComposing || event.keyCode === 229) return
  const handled = KEYS[event.key]?.(event, box) ?? false
  if (handled) event.preventDefault()
}

/** Each returns whether it handled the key. @type {Record<string, (event: KeyboardEvent, box: Box) => boolean>} */
const KEYS = {
  ArrowDown: (event, box) => move(event, box, 1),
  ArrowUp: (event, box) => event.altKey ? shut(box) : move(event, box, -1),
  Home: (_event, { cursor }) => within(cursor, () => cursor.first()),
  End: (_event, { cursor }) => within(cursor, () => cursor.last()),
  ArrowLeft: (_event, { cursor }) => { cursor.leave(); return false },
  ArrowRight: (_event, { cursor }) => { cursor.leave(); return false },
  Enter: (event, box) => {
    if (box.isOpen && box.cursor.active) box.follow(event)
    else box.submit()
    return true
  },
  Escape: (_event, box) => shut(box) || box.clear(),
}

/**
 * @param {KeyboardEvent} event
 * @param {Box} box
 * @param {1 | -1} step
 */
function move(event, box, step) {
  if (!box.isOpen) box.open()
  if (!event.altKey) box.cursor.move(step)
  return true
}

/**
 * Home and End belong to the text until an option is active.
 * @param {Box['cursor']} cursor
 * @param {() => void} action
 */
function within(cursor, action) {
  if (!cursor.active) return false
  action()
  return true
}

/** @param {Box} box */
function shut(box) {
  if (!box.isOpen) return false
  box.close()
  return true
}
