/**
 * The box as a button in the header of a page, for the attribute `header`: it moves to the place that the attribute
 * names, fits into the row there, stays visible where a menu is folded, and takes the place of an older search
 * (`instead`). The attributes are those that `soru build --inject` writes.
 */
import { page } from '../box/page.js'
import type { SoruSearchElement as Box } from '../soru-search-element.js'

/** Below this size in pixels a part of the page is folded away. */
const FOLDED = 8
/** The least contrast of text (WCAG 2.2, 1.4.3). */
const CONTRAST = 4.5
/** A colour change of a page may be animated; milliseconds. */
const ANIMATED = 400
/** The time after loading in which scripts begin to draw a page, and the longest that they take; milliseconds. */
const SETTLED = 150
const LONGEST = 3000

/** Boxes that go back when a script draws their header again. */
const kept: WeakSet<Box> = new WeakSet()
/** Those that have been in their place. */
const placed: WeakSet<Box> = new WeakSet()

/** Keeps the box in the header until the signal aborts. An open dialog would close with a move, so that waits. */
export function settleInHeader(box: Box, dialog: HTMLDialogElement, signal: AbortSignal) {
  if (!box.hasAttribute('header')) return
  const isWaiting = (then: () => void) => {
    if (dialog.open) dialog.addEventListener('close', then, { once: true, signal })
    return dialog.open
  }
  const settle = () => {
    if (signal.aborted || !box.isConnected || isWaiting(settle)) return
    fit(box)
    if (!isSeen(box)) surface(box)
    box.style.color = textColour(box)
  }
  const place = () => {
    if (signal.aborted || isWaiting(place)) return
    if (box.getAttribute('header') || box.getAttribute('instead')) keep(box)
    settle()
  }
  requestAnimationFrame(settle)
  whenDrawn(place)
  window.addEventListener('resize', settle, { signal })
  // Switches of a page between light and dark set attributes of these.
  const recoloured = new MutationObserver(() => setTimeout(settle, ANIMATED))
  for (const part of [page('documentElement'), page('body')]) recoloured.observe(part, { attributes: true })
  signal.addEventListener('abort', () => recoloured.disconnect())
}

/** Waits until a script that draws the page has found it as it was sent, and is done. */
function whenDrawn(then: () => void) {
  const idle = () => 'requestIdleCallback' in window ? requestIdleCallback(then, { timeout: LONGEST }) : setTimeout(then, SETTLED)
  const loaded = () => setTimeout(idle, SETTLED)
  if (document.readyState === 'complete') loaded()
  else window.addEventListener('load', loaded)
}

/** Whether the page behind the box is dark; null if it has no colour of its own. */
export function isDarkAround(): boolean | null {
  const colour = background(page('body'))
  return colour && luminance(colour) < 0.2
}

/** The colour of the text around the box, if it can be read there: headers often colour their links only. */
function textColour(box: Box) {
  box.style.color = ''
  const own = getComputedStyle(box).color
  const behind = background(box)
  const links = [...box.parentElement?.querySelectorAll('a') ?? []].map((link) => getComputedStyle(link).color)
  if (!behind) return links[0] ?? own
  const readable = [own, ...links].find((colour) => contrast(parts(colour), behind) >= CONTRAST)
  return readable ?? (luminance(behind) < 0.2 ? '#fff' : '#000')
}

/** Red, green, blue and opacity. */
function parts(colour: string) {
  return (colour.match(/[\d.]+/g) ?? []).map(Number)
}

/** The colour behind an element; null if a picture, or nothing that is known, is there. */
function background(inner: Element): number[] | null {
  for (let around: Element | null = inner; around; around = around.parentElement) {
    const { backgroundColor, backgroundImage } = getComputedStyle(around)
    const colour = parts(backgroundColor)
    if (colour.length >= 3 && (colour[3] ?? 1) > 0.5) return backgroundColor.startsWith('rgb') ? colour : null
    if (backgroundImage !== 'none') return null
  }
  return null
}

/** Relative luminance (WCAG 2.2). */
function luminance(colour: number[]) {
  const [red, green, blue] = colour.map((part) => part <= 10 ? part / 255 / 12.92 : ((part / 255 + 0.055) / 1.055) ** 2.4)
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(one: number[], other: number[]) {
  const [dark, light] = [luminance(one), luminance(other)].sort((a, b) => a - b)
  return (light + 0.05) / (dark + 0.05)
}

/** Moves the box to its place now, and again whenever a script has removed what it was in. */
function keep(box: Box) {
  if (kept.has(box)) return
  kept.add(box)
  const put = () => {
    if (!box.isConnected || !placed.has(box)) move(box)
    hideOld(box)
  }
  const changed = new MutationObserver(() => {
    // Without a parent it was removed by itself, and not with what it was in. A router may have put another page into place.
    const isGone = !box.isConnected && (!box.parentNode || isReplaced(box))
    if (!isGone) return put()
    changed.disconnect()
    kept.delete(box)
  })
  put()
  changed.observe(page('documentElement'), { childList: true, subtree: true })
}

/** Whether the page has another box for the same place. */
function isReplaced(box: Box) {
  const others = [...page('querySelectorAll')(box.localName)]
  return others.some((other) => other.getAttribute('header') === box.getAttribute('header'))
}

function move(box: Box) {
  const [target] = found(box, 'header')
  if (!target) return
  placed.add(box)
  if (target === box) return
  const hasFocus = page('activeElement') === box
  target.before(box)
  if (hasFocus) box.focus()
}

function hideOld(box: Box) {
  for (const old of found(box, 'instead')) {
    if (old instanceof HTMLElement && !old.contains(box)) old.style.setProperty('display', 'none', 'important')
  }
}

/** The elements that the selector in an attribute matches. */
function found(box: Box, attribute: string): Element[] {
  const selector = box.getAttribute(attribute)
  if (!selector) return []
  try {
    return [...page('querySelectorAll')(selector)]
  } catch {
    console.warn(`Soru: ${attribute}="${selector}" of <soru-search> is no selector`)
    box.removeAttribute(attribute)
    return []
  }
}

/** Goes to the end of the row, unless it is in the place of a search that was there. */
function fit(box: Box) {
  const row = box.parentElement
  if (!row || box.hasAttribute('instead')) return
  const { display, flexDirection, justifyContent } = getComputedStyle(row)
  const isRow = display.endsWith('flex') && flexDirection.startsWith('row')
  const isFirst = !box.previousElementSibling
  const others = [...row.children].filter((other) => other !== box && other.checkVisibility())
  const isFilled = others.some((other) => Number(getComputedStyle(other).flexGrow) > 0)
  const isApart = !isFilled && (isFirst || justifyContent === 'space-between')
  box.style.order = isRow && (isFirst || isFilled) ? '1' : ''
  box.style.marginInlineStart = isRow && isApart ? 'auto' : ''
  box.style.float = /^(block|flow-root|inline-block)$/.test(display) ? 'inline-end' : ''
}

/** Leaves a folded menu: goes before the outermost part of the header that is not seen. */
function surface(box: Box) {
  let hidden: Element = box
  while (hidden.parentElement && hidden.parentElement !== page('body') && !isSeen(hidden.parentElement)) hidden = hidden.parentElement
  if (hidden === box || !hidden.parentElement) return
  hidden.before(box)
  fit(box)
}

function isSeen(part: Element): boolean {
  if (!part.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false
  const { left, right } = part.getBoundingClientRect()
  return right > 0 && left < window.innerWidth && !isFolded(part)
}

/** Whether something around it is folded to nothing. */
function isFolded(part: Element): boolean {
  for (let around = part.parentElement; around && around !== page('body'); around = around.parentElement) {
    const { width, height } = around.getBoundingClientRect()
    const isClipped = getComputedStyle(around).overflow !== 'visible'
    if (isClipped && (width < FOLDED || height < FOLDED)) return true
  }
  return false
}
