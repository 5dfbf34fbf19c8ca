/**
 * Shows quoted text in the structure of its page: sentences, lists, rows of tables, program text.
 *
 * A passage has them as lines. An item begins with `• `, a step with `→ `, a link in a list of links with `↗ ` (or with
 * the marks of plain text: `- `, `1. `); the cells of a row are separated by ` | ` and begin with the names of their
 * columns, or the row above them names those.
 */
import { programLines } from './code-lines.js'
import { h, highlighted } from './dom.js'

/** @typedef {{ text: string, start: number }} Line */
/** @typedef {(line: Line) => Node} Show */

const ITEM = /^(?:[•↗*–-]|(→|\d{1,2}[.)]))\s+(?=\S)/
const CELLS = ' | '
const NAMED = ': '
const ITEMS = '•'
const PROGRAM = '{}'
/** Cells that stay on one line: a word, an address, few letters, an amount or a date. */
const WHOLE = /^(\S+|.{1,12}|(?=.*\d).{1,20})$/

/**
 * @param {string} text
 * @param {[number, number][]} [marks] one over several lines is shown in each
 * @param {string} [part] names of the marks' parts
 * @returns {Node[]}
 */
export function structured(text, marks = [], part) {
  const show = (/** @type {Line} */ { text, start }) => highlighted(text, marks
    .map(([from, to]) => [Math.max(from - start, 0), Math.min(to - start, text.length)]), part)
  return groups(lines(text)).flatMap(/** @returns {Node[]} */ ([kind, ...lines]) => {
    if (kind === ITEMS) return [items(lines, show)]
    if (kind === PROGRAM) return [program(text, lines, show)]
    return kind ? [table(lines, show)] : lines.map((line) => h('p', {}, show(line)))
  })
}

/**
 * The text without the signs, which would be read aloud.
 * @param {string} text
 */
export function spoken(text) {
  return text.replace(/^[•→↗] /gm, '')
}

/**
 * Groups consecutive lines of one kind, with the kind as first element. A single item is not a list.
 * @param {Line[]} all
 */
function groups(all) {
  const isProgram = programLines(all.map(({ text }) => text))
  const isList = all.filter(({ text }, at) => ITEM.test(text) && !isProgram[at]).length > 1
  /** @type {[string, ...Line[]][]} */
  const found = []
  for (const [at, line] of all.entries()) {
    const kind = isProgram[at] ? PROGRAM : isList && ITEM.test(line.text) ? ITEMS : columns(line)
    const last = found.at(-1)
    if (last?.[0] === kind) last.push(line)
    else found.push([kind, line])
  }
  return found
}

/**
 * The column names of a row, which rows of the same table share; empty for a line that is not a row.
 * @param {Line} line
 */
function columns(line) {
  if (!line.text.includes(CELLS)) return ''
  return split(line, CELLS).map(({ text }) => text.slice(0, Math.max(text.indexOf(NAMED), 0))).join(CELLS)
}

/**
 * All of a program from the first to the last line, with its blank lines.
 * @param {string} text
 * @param {Line[]} lines
 * @param {Show} show
 */
function program(text, lines, show) {
  const last = lines[lines.length - 1]
  const [{ start }] = lines
  return h('pre', { part: 'code', dir: 'ltr' }, h('code', {}, show({ text: text.slice(start, last.start + last.text.length), start })))
}

/**
 * An item that is a link on its page is one like the others: a quotation has no address for it.
 * @param {Line[]} lines
 * @param {Show} show
 */
function items(lines, show) {
  const signs = lines.map(({ text }) => /** @type {RegExpExecArray} */ (ITEM.exec(text)))
  return h(signs[0][1] ? 'ol' : 'ul', { part: 'items' },
    ...lines.map((line, index) => h('li', {}, show(behind(line, signs[index][0].length)))))
}

/**
 * If not every cell names its column, the first of several rows does.
 * @param {Line[]} lines
 * @param {Show} show
 */
function table(lines, show) {
  const rows = lines.map((line) => split(line, CELLS))
  const isNamed = rows[0].every(({ text }) => text.indexOf(NAMED) > 0)
  const names = isNamed ? rows[0].map((cell) => ({ ...cell, text: cell.text.split(NAMED)[0] })) : rows.length > 1 && rows.shift()
  const value = (/** @type {Line} */ cell) => isNamed ? behind(cell, cell.text.indexOf(NAMED) + NAMED.length) : cell
  const content = (/** @type {Line} */ cell) => h('span', { class: WHOLE.test(cell.text) ? 'cell whole-cell' : 'cell' }, show(cell))
  // Rows with another `display` lose their roles in some browsers.
  return fitted(h('table', { part: 'row', role: 'table' },
    names && h('tr', { class: 'names', role: 'row' }, ...names.map((name) => h('th', { scope: 'col', role: 'columnheader' }, content(name)))),
    ...rows.map((cells) => h('tr', { role: 'row' }, ...cells.map((cell, at) =>
      h('td', { role: 'cell', 'data-name': names && names[at] && names[at].text + NAMED }, content(value(cell))))))))
}

/**
 * If a table is wider than its card, each row becomes a list of `column: value`.
 * @param {HTMLTableElement} table
 */
function fitted(table) {
  // Observes a ruler, because the frame's own height changes with the layout.
  const ruler = h('div')
  const frame = h('div', { class: 'table' }, ruler, table)
  let least = 0
  new ResizeObserver(([{ contentRect: { width } }]) => {
    if (table.offsetWidth > width + 1) least = table.offsetWidth
    frame.classList.toggle('stacked', width < least)
    // Content that is still too wide, such as a long address, can be scrolled, also by keyboard.
    if (frame.scrollWidth > width + 1) frame.tabIndex = 0
  }).observe(ruler)
  return frame
}

/** @param {string} text */
function lines(text) {
  return split({ text, start: 0 }, '\n').filter((line) => line.text.trim())
}

/**
 * @param {Line} line
 * @param {string} mark
 */
function split({ text, start }, mark) {
  return text.split(mark).map((part) => {
    const own = { text: part, start }
    start += part.length + mark.length
    return own
  })
}

/**
 * @param {Line} line
 * @param {number} length
 */
function behind({ text, start }, length) {
  return { text: text.slice(length), start: start + length }
}
