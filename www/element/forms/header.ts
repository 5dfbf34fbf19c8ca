/**
 * The box as a button in the header of a page, for the attribute `header`: it moves to the place that the attribute
 * names, fits into the row there, stays visible where a menu is folded, and takes the place of an older search
 * (`instead`). The attributes are those that `soru build --inject` writes.
 */
import { page } from '../box/page.js'
import type { SoruSearchElement as Box } from '../soru-search-element.js'

/** Below this size in pixels a part of the page is folded away. */
const FOLDED = 8
/** Above this share of white a background is light. */
const LIGHT = 0.5

/** Boxes that go back when a script draws their header again. */
const kept: WeakSet<Box> = new WeakSet()
/** Those that have been in their place. */
const placed: WeakSet<Box> = new WeakSet()

/** Keeps the box in the header until the signal aborts. */
export function settleInHeader(box: Box, signal: AbortSignal) {
  if (!box.hasAttribute('header')) return
  const settle = () => {
    if (signal.aborted || !box.isConnected) return
    fit(box)
    if (!isSeen(box)) surface(box)
  }
  // A script that draws the page must have found it as it was sent.
  const place = () => {
    settle()
    if (box.getAttribute('header') || box.getAttribute('instead')) keep(box)
  }
  if (document.readyState === 'complete') requestAnimationFrame(place)
  else window.addEventListener('load', () => setTimeout(place), { signal })
  requestAnimationFrame(settle)
  window.addEventListener('resize', settle, { signal })
}

/** Whether the page behind the box is dark; null if it has no colour of its own. */
export function isDarkAround(): boolean | null {
  for (const part of [page('body'), page('documentElement')]) {
    const [red, green, blue, opacity = 1] = (getComputedStyle(part).backgroundColor.match(/[\d.]+/g) ?? []).map(Number)
    if (opacity > LIGHT && blue !== undefined) return (0.2126 * red + 0.7152 * green + 0.0722 * blue) / 255 < LIGHT
  }
  return null
}

/** Moves the box to its place now, and again whenever a script has removed what it was in. */
function keep(box: Box) {
  if (kept.has(box)) return
  kept.add(box)
  const put = () => {
    // Without a parent it was removed by itself, and not with what it was in.
    if (!box.isConnected && !box.parentNode) return
    if (!box.isConnected || !placed.has(box)) move(box)
    hideOld(box)
  }
  put()
  new MutationObserver(put).observe(page('documentElement'), { childList: true, subtree: true })
}

function move(box: Box) {
  const [target] = found(box, 'header')
  if (!target) return
  placed.add(box)
  if (target !== box) target.before(box)
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
  box.style.order = isRow && isFirst ? '1' : ''
  box.style.marginInlineStart = isRow && (isFirst || justifyContent === 'space-between') ? 'auto' : ''
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
