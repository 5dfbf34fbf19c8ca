/**
 * Building DOM nodes. Text goes in as text, attributes as attributes; nothing
 * here parses HTML, so nothing a page or an index holds can become markup.
 */

/** @typedef {Node | string | null | undefined | false} Child left out if empty */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Attributes left out if null or false */

const SVG = 'http://www.w3.org/2000/svg'

/**
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Attributes} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function h(tag, attributes = {}, ...children) {
  return fill(document.createElement(tag), attributes, children)
}

/**
 * An icon drawn with lines on a 24 x 24 grid; decorative, so hidden from assistive technology.
 * @param {string} path
 * @param {string} [name] its class
 */
export function icon(path, name = 'icon') {
  const line = fill(document.createElementNS(SVG, 'path'), { d: path }, [])
  return fill(
    document.createElementNS(SVG, 'svg'),
    { viewBox: '0 0 24 24', class: name, 'aria-hidden': 'true', focusable: 'false' },
    [line],
  )
}

/**
 * @template {Element} E
 * @param {E} element
 * @param {Attributes} attributes
 * @param {Child[]} children
 */
function fill(element, attributes, children) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value !== null && value !== undefined && value !== false) {
      element.setAttribute(name, value === true ? '' : String(value))
    }
  }
  element.append(...children.filter(isPresent))
  return element
}

/**
 * @param {Child} child
 * @returns {child is Node | string}
 */
function isPresent(child) {
  return child !== null && child !== undefined && child !== false && child !== ''
}

/**
 * The text with its marked stretches in `<mark>`. Marks that are out of range,
 * overlap or come out of order are passed over: the text is always whole.
 * @param {string} text
 * @param {[number, number][]} [marks] UTF-16 offsets
 * @returns {DocumentFragment}
 */
export function highlighted(text, marks = []) {
  const fragment = document.createDocumentFragment()
  let done = 0
  for (const [start, end] of marks) {
    if (start < done || end <= start || end > text.length) continue
    fragment.append(text.slice(done, start), h('mark', { part: 'mark' }, text.slice(start, end)))
    done = end
  }
  fragment.append(text.slice(done))
  return fragment
}

/** Outlines of the icons in use. */
export const ICONS = {
  search: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.5 4.5',
  clear: 'M6 6l12 12M18 6 6 18',
  send: 'M5 12h14m-6-6 6 6-6 6',
  check: 'M4.5 12.5l5 5 10-11',
  quote: 'M5 6h14M5 11h14M5 16h8',
  ask: 'M9 9a3 3 0 1 1 4.2 2.8c-.8.4-1.2 1-1.2 1.9v.5M12 17.5v.1M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Z',
  none: 'M11 4a7 7 0 1 0 0 14 7 7 0 0 0 0-14Zm5 12 4.5 4.5M8.5 8.5l5 5m0-5-5 5',
  warning: 'M12 4 2.8 20h18.4L12 4Zm0 6v4.5m0 2.5v.1',
  page: 'M7 3h7l4 4v14H7V3Zm7 0v4h4',
  link: 'M9 6h9v9M18 6 6 18',
  below: 'M7 5v8h11m-4-4 4 4-4 4',
  bars: 'M5 20v-5M12 20V10M19 20V4',
}
