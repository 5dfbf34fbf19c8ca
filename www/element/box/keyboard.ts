/**
 * Keys in the input, after the "combobox with listbox popup" pattern of the
 * ARIA Authoring Practices Guide.
 */
import type { OptionCursor } from './option-cursor.js'

/** What keys act on. */
export interface Box {
  isOpen: boolean
  cursor: OptionCursor
  open: () => void
  close: () => void
  submit: () => void
  /** Follows the active option. */
  follow: (event: KeyboardEvent) => void
  /** False if there was nothing to clear. */
  clear: () => boolean
}

export function handleKey(event: KeyboardEvent, box: Box) {
  // While an input method composes, keys belong to it; older browsers mark the key that ends the
  // composition with 229.
  if (event.isComposing || event.keyCode === 229) return
  const handled = KEYS[event.key]?.(event, box) ?? false
  if (handled) event.preventDefault()
}

/** Each returns whether it handled the key. */
const KEYS: Record<string, (event: KeyboardEvent, box: Box) => boolean> = {
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

function move(event: KeyboardEvent, box: Box, step: 1 | -1) {
  if (!box.isOpen) box.open()
  if (!event.altKey) box.cursor.move(step)
  return true
}

/** Home and End belong to the text until an option is active. */
function within(cursor: Box['cursor'], action: () => void) {
  if (!cursor.active) return false
  action()
  return true
}

function shut(box: Box) {
  if (!box.isOpen) return false
  box.close()
  return true
}
