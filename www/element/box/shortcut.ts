/**
 * Keys that move the focus to the box from anywhere on the page: `/` and Control or Command with K, unless the
 * attribute `shortcut` names others. One listener serves all boxes of a page; the first one handles the key. Loaded
 * once a box exists, since no question needs it.
 */
import { page } from './page.js'
import type { SoruSearchElement as Box } from '../soru-search-element.js'

const USUAL = '/ Mod+K'
const MODIFIERS = ['Mod', 'Control', 'Meta', 'Alt', 'Shift']
const TYPED_INTO = 'input, textarea, select, [role="textbox"], [role="searchbox"], [role="combobox"]'

const boxes: Set<Box> = new Set()

/** Makes the keys lead to this box until the signal aborts. */
export function listenForShortcut(box: Box, signal: AbortSignal) {
  if (signal.aborted) return
  if (boxes.size === 0) {
    page('addEventListener')('keydown', pressed)
    window.addEventListener('keydown', taken, true)
  }
  boxes.add(box)
  signal.addEventListener('abort', () => {
    boxes.delete(box)
    if (boxes.size > 0) return
    page('removeEventListener')('keydown', pressed)
    window.removeEventListener('keydown', taken, true)
  })
}

/**
 * The key combinations of a box, from its attribute: `/ Mod+K`. `Mod` is Command on Apple's keyboards and Control on
 * others.
 */
export function shortcuts(box: Element) {
  const named = box.getAttribute('shortcut') ?? USUAL
  return named === 'off' ? [] : named.split(/\s+/).filter(Boolean)
}

function pressed(event: KeyboardEvent) {
  const box = called(event)
  if (!box) return
  event.preventDefault()
  box.open()
}

/** A box in the place of another search also has its keys, so the scripts of that one do not see them. */
function taken(event: KeyboardEvent) {
  if (!called(event)?.hasAttribute('instead')) return
  event.stopImmediatePropagation()
  pressed(event)
}

/** The box to which a key leads. */
function called(event: KeyboardEvent) {
  // Ignores keys that the page has handled, or that an input method is composing with.
  if (event.defaultPrevented || event.repeat || event.isComposing || event.keyCode === 229) return
  if (isTypedInto(event.composedPath()[0])) return
  return inOrder().find((box) => isReachable(box) && shortcuts(box).some((keys) => matches(event, keys)))
}

/** The boxes in document order. */
function inOrder() {
  return [...boxes].sort((a, b) => a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1)
}

/** Whether a box is visible and not covered by a dialog of the page. */
function isReachable(box: Box) {
  const modal = [...page('querySelectorAll')('dialog:modal')].at(-1)
  return box.checkVisibility() && !box.closest('[inert]') && (!modal || modal.contains(box))
}

function isTypedInto(target: EventTarget) {
  return target instanceof HTMLElement && (target.isContentEditable || Element.prototype.matches.call(target, TYPED_INTO))
}

function matches(event: KeyboardEvent, keys: string) {
  const [key, ...modifiers] = keys.split(/\+(?!$)/).reverse()
  const has = (name: string) => modifiers.includes(name)
  const either = has('Mod')
  const { ctrlKey, metaKey, altKey, shiftKey } = event
  const isHeld = either ? ctrlKey !== metaKey : ctrlKey === has('Control') && metaKey === has('Meta')
  // A sign may need Shift on some keyboards: `/` does on a Turkish one.
  const isShifted = shiftKey === has('Shift') || (!has('Shift') && !/^\p{L}$/u.test(key))
  const known = modifiers.every((name) => MODIFIERS.includes(name))
  return known && isHeld && altKey === has('Alt') && isShifted && isKey(event, key)
}

/** On keyboards of other scripts a letter matches by its Latin position. */
function isKey({ key: typed, code, ctrlKey, metaKey }: KeyboardEvent, key: string) {
  const isLatinPlace = (ctrlKey || metaKey) && code === `Key${key.toUpperCase()}`
  return typed.toLowerCase() === key.toLowerCase() || isLatinPlace
}
