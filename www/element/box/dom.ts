/**
 * Builds DOM nodes. Text is inserted as text, attributes as attributes; nothing here parses HTML,
 * so nothing in a page or an index can become markup, and nothing turns the direction of a text.
 */
import { page } from './page.js'

/** Left out if empty. */
export type Child = Node | string | null | undefined | false
/** Left out if null or false. */
export type Attributes = Record<string, string | number | boolean | null | undefined>

const SVG = 'http://www.w3.org/2000/svg'

export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[Tag] {
  return fill(page('createElement')(tag), attributes, children)
}

/**
 * An icon drawn with lines on a 24 x 24 grid; decorative, so hidden from assistive technology.
 * @param name its class
 * @param faint lines drawn faintly
 */
export function icon(path: string, name: string = 'icon', faint?: string) {
  const line = (d: string, opacity = 1) => fill(page('createElementNS')(SVG, 'path'), { d, opacity }, [])
  return fill(
    page('createElementNS')(SVG, 'svg'),
    { viewBox: '0 0 24 24', class: name, 'aria-hidden': 'true', focusable: 'false' },
    [line(path), faint && line(faint, 0.3)],
  )
}

function fill<E extends Element>(element: E, attributes: Attributes, children: Child[]) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : plain(String(value)))
      // Another language may be written in the other direction.
      if (name === 'lang') element.setAttribute('dir', 'auto')
    }
  }
  element.append(...children.filter(isPresent).map((child) => typeof child === 'string' ? plain(child) : child))
  return element
}

/**
 * The text without characters that control its direction (`Bidi_Control`), with which it could look like another one.
 */
export function plain(text: string) {
  return text.replace(/\p{Bidi_C}/gu, '')
}

function isPresent(child: Child): child is Node | string {
  return child !== null && child !== undefined && child !== false && child !== ''
}

/**
 * The text with its marked ranges in `<mark>`. Marks that are out of range, overlap or are unsorted
 * are ignored: the text is always complete.
 * @param marks UTF-16 offsets
 * @param part names of their parts
 */
export function highlighted(text: string, marks: [number, number][] = [], part: string = 'mark'): DocumentFragment {
  const fragment = page('createDocumentFragment')()
  let done = 0
  for (const [start, end] of marks) {
    if (start < done || end <= start || end > text.length) continue
    fragment.append(plain(text.slice(done, start)), h('mark', { part }, text.slice(start, end)))
    done = end
  }
  fragment.append(plain(text.slice(done)))
  return fragment
}

/** Outlines of the icons in use. */
export const ICONS = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.5 4.5',
  clear: 'M6 6l12 12M18 6 6 18',
  send: 'M5 12h14m-6-6 6 6-6 6',
  seal: 'M15.3 4.1a3.8 3.8 0 0 1 4.6 4.6 3.8 3.8 0 0 1 0 6.6 3.8 3.8 0 0 1-4.6 4.6 3.8 3.8 0 0 1-6.6 0 3.8 3.8 0 0 1-4.6-4.6 3.8 3.8 0 0 1 0-6.6 3.8 3.8 0 0 1 4.6-4.6 3.8 3.8 0 0 1 6.6 0ZM8.5 12.2l2.5 2.5 4.8-5.1',
  quote: 'M10 7C7 8 5.5 10 5.5 13v4H10v-4.5H5.7M19 7c-3 1-4.5 3-4.5 6v4H19v-4.5h-4.3',
  list: 'M4 6h.1M9 6h11M4 12h.1M9 12h11M4 18h.1M9 18h11',
  ask: 'M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 1.9v.5M12 17.5v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  none: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.5 4.5M8.5 8.5l5 5m0-5-5 5',
  warning: 'M12 4 2.8 20h18.4L12 4Zm0 6v4.5m0 2.5v.1',
  link: 'M9 6h9v9M18 6 6 18',
}
