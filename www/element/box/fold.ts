/**
 * Folds a long quotation to eight lines, with its best sentence in view, and shows all of it on request.
 *
 * How many lines a text has depends on its width. It is measured before the browser paints, so nothing jumps.
 */
import { page } from './page.js'
import { h } from './dom.js'
import type { Wording } from '../texts/texts.js'

/** A line more than fits is shown rather than a button. */
const SPARE = 1.2

/** @returns the text, and the button below it */
export function foldable(text: HTMLElement, wording: Wording): [HTMLElement, HTMLElement] {
  // The height of the text changes with the fold; that of a ruler does not.
  const ruler = h('div', { class: 'ruler' })
  text.prepend(ruler)
  text.id = 'quotation'
  text.classList.add('folded')
  const button = h('button', { class: 'unfold', part: 'show-all', type: 'button', 'aria-expanded': 'false', 'aria-controls': text.id }, wording.text('showAll'))
  const isOpen = () => button.getAttribute('aria-expanded') === 'true'
  new ResizeObserver(() => { if (!isOpen()) button.hidden = !fold(text) }).observe(ruler)
  button.addEventListener('click', () => {
    const opens = !isOpen()
    // What the visitor looks at stays in its place.
    keepInPlace(opens ? best(text) : button, () => {
      button.setAttribute('aria-expanded', String(opens))
      button.textContent = wording.text(opens ? 'showLess' : 'showAll')
      if (opens) text.classList.remove('folded', 'begun')
      else fold(text)
    })
  })
  return [text, button]
}

/**
 * Folds a text, unless it is short.
 * @returns whether it is folded
 */
function fold(text: HTMLElement): boolean {
  text.classList.add('folded')
  text.classList.remove('begun')
  text.scrollTop = 0
  const line = parseFloat(getComputedStyle(text).lineHeight)
  const isLong = text.scrollHeight > text.clientHeight + SPARE * line
  text.classList.toggle('folded', isLong)
  if (isLong) bringIntoView(text, line)
  return isLong
}

/**
 * Scrolls to the best sentence, with a line of what comes before it.
 * @param line its height
 */
function bringIntoView(text: HTMLElement, line: number) {
  const [frame, first, last] = [text, best(text), [...text.querySelectorAll('mark')].at(-1) ?? text].map((part) => part.getBoundingClientRect())
  if (first.top <= frame.top + line || last.bottom <= frame.top + text.clientHeight - line) return
  text.scrollTop = first.top - frame.top - 1.5 * line
  text.classList.toggle('begun', text.scrollTop > 0)
}

/** The first mark of a text, or its beginning. */
function best(text: HTMLElement) {
  return text.querySelector('mark') ?? text
}

/** Scrolls so that an element does not move on the screen while something changes. */
function keepInPlace(element: Element, change: () => void) {
  const before = element.getBoundingClientRect().top
  change()
  const moved = element.getBoundingClientRect().top - before
  const scroller = element.closest('.page') ? page('scrollingElement') : element.closest('.scroller')
  scroller?.scrollBy({ top: moved, behavior: 'instant' })
}
