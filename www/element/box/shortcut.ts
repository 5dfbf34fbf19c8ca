/**
 * Keys that move the focus to the box from anywhere on the page: `/` and Control or Command with K, unless the
 * attribute `shortcut` names others. One listener serves all boxes of a page; the first one handles the key. Keys
 * belong to fields, and to the custom elements of others, whose content may be closed to this script. Loaded once a box
 * exists, since no question needs it.
 */
import { nameOf, page } from './page.js'
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
    window.addEventListener('keydown', beforeOthers, true)
  }
  boxes.add(box)
  signal.addEventListener('abort', () => {
    boxes.delete(box)
    if (boxes.size > 0) return
    page('removeEventListener')('keydown', pressed)
    window.removeEventListener('keydown', beforeOthers, true)
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
  const meant = event.defaultPrevented ? null : meantFor(event)
  if (!meant) return
  event.preventDefault()
  taken.add(event)
  meant.box.open()
}

/** The box that a key leads to, and the key as the box names it. */
function meantFor(event: KeyboardEvent) {
  // An input method may be composing with it.
  if (event.repeat || event.isComposing || event.keyCode === 229) return null
  for (const box of inOrder()) {
    const keys = isReachable(box) && shortcuts(box).find((keys) => matches(event, keys))
    if (keys) return isOfAnother(event, box) ? null : { box, keys }
  }
  return null
}

/** Events that a box has handled. */
const taken: WeakSet<Event> = new WeakSet()
/** Keys that the console names already. */
const told: Set<string> = new Set()

/**
 * A box in the place of another search also has its keys, so the scripts of that one do not see them. About other keys,
 * it tells the site's owner if other listeners of the page handle them.
 */
function beforeOthers(event: KeyboardEvent) {
  const meant = meantFor(event)
  if (!meant) return
  if (meant.box.hasAttribute('instead')) {
    event.stopImmediatePropagation()
    return pressed(event)
  }
  if (told.has(meant.keys)) return
  setTimeout(() => {
    const isLost = !taken.has(event)
    if (!isLost || told.has(meant.keys)) return
    told.add(meant.keys)
    console.warn(`Soru: another listener of this page handles "${meant.keys}", so the key does not open <${meant.box.localName}>. Remove that listener, or name other keys: shortcut="Mod+K", or shortcut="off".`)
  })
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

/**
 * Whether the focus is in a field, or in a custom element that does not contain the box. Of a closed one this script
 * sees the element only, not the field in it.
 */
function isOfAnother(event: KeyboardEvent, box: Box) {
  const [target] = event.composedPath()
  if (!(target instanceof Element)) return false
  const around = [box, ...above(box)]
  const isForeign = (element: Element) => nameOf(element).includes('-') && !around.includes(element) && !boxes.has(element as Box)
  return isTypedInto(target) || [target, ...hosts(target)].some(isForeign)
}

/** The elements around an element, through shadow roots. */
function above(element: Element): Element[] {
  const next: Element | null = Reflect.get(Node.prototype, 'parentElement', element) ?? host(element)
  return next ? [next, ...above(next)] : []
}

/** The elements in whose shadow it is. */
function hosts(element: Element): Element[] {
  const next = host(element)
  return next ? [next, ...hosts(next)] : []
}

function host(element: Element) {
  const root = Node.prototype.getRootNode.call(element)
  return root instanceof ShadowRoot ? root.host : null
}

function isTypedInto(target: Element) {
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
