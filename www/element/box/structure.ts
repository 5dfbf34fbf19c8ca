/**
 * Shows quoted text in the structure of its page: sentences, lists, rows of tables, program text.
 *
 * A passage has them as lines. An item begins with `• `, a step with `→ `, a link in a list of links with `↗ ` (or with
 * the marks of plain text: `- `, `1. `); the cells of a row are separated by ` | ` and begin with the names of their
 * columns, or the row above them names those.
 */
import { programLines } from './code-lines.js'
import { h, highlighted } from './dom.js'

export type Line = { text: string, start: number }
export type Show = (line: Line) => Node

const ITEM = /^(?:[•↗*–-]|(→|\d{1,2}[.)]))\s+(?=\S)/
const CELLS = ' | '
const NAMED = ': '
const ITEMS = '•'
const PROGRAM = '{}'
/** Cells that stay on one line: a word, an address, few letters, an amount or a date. */
const WHOLE = /^(\S+|.{1,12}|(?=.*\d).{1,20})$/

/**
 * @param marks one over several lines is shown in each
 * @param part names of the marks' parts
 */
export function structured(text: string, marks: [number, number][] = [], part?: string): Node[] {
  const show = (/** @type {Line} */ { text, start }: Line) => highlighted(text, marks
    .map(([from, to]) => [Math.max(from - start, 0), Math.min(to - start, text.length)]), part)
  return groups(lines(text)).flatMap(/** @returns {Node[]} */ ([kind, ...lines]): Node[] => {
    if (kind === ITEMS) return [items(lines, show)]
    if (kind === PROGRAM) return [program(text, lines, show)]
    return kind ? [table(lines, show)] : lines.map((line) => h('p', {}, show(line)))
  })
}

/** The text without the signs, which would be read aloud. */
export function spoken(text: string) {
  return text.replace(/^[•→↗] /gm, '')
}

/** Groups consecutive lines of one kind, with the kind as first element. A single item is not a list. */
function groups(all: Line[]) {
  const isProgram = programLines(all.map(({ text }) => text))
  const isList = all.filter(({ text }, at) => ITEM.test(text) && !isProgram[at]).length > 1
  const found: [string, ...Line[]][] = []
  for (const [at, line] of all.entries()) {
    const kind = isProgram[at] ? PROGRAM : isList && ITEM.test(line.text) ? ITEMS : columns(line)
    const last = found.at(-1)
    if (last?.[0] === kind) last.push(line)
    else found.push([kind, line])
  }
  return found
}

/** The column names of a row, which rows of the same table share; empty for a line that is not a row. */
function columns(line: Line) {
  if (!line.text.includes(CELLS)) return ''
  return split(line, CELLS).map(({ text }) => text.slice(0, Math.max(text.indexOf(NAMED), 0))).join(CELLS)
}

/** All of a program from the first to the last line, with its blank lines. */
function program(text: string, lines: Line[], show: Show) {
  const last = lines[lines.length - 1]
  const [{ start }] = lines
  return h('pre', { part: 'code', dir: 'ltr' }, h('code', {}, show({ text: text.slice(start, last.start + last.text.length), start })))
}

/** An item that is a link on its page is one like the others: a quotation has no address for it. */
function items(lines: Line[], show: Show) {
  const signs = lines.map(({ text }) => (ITEM.exec(text) as RegExpExecArray))
  return h(signs[0][1] ? 'ol' : 'ul', { part: 'items' },
    ...lines.map((line, index) => h('li', {}, show(behind(line, signs[index][0].length)))))
}

/** If not every cell names its column, the first of several rows does. */
function table(lines: Line[], show: Show) {
  const rows = lines.map((line) => split(line, CELLS))
  const isNamed = rows[0].every(({ text }) => text.indexOf(NAMED) > 0)
  const names = isNamed ? rows[0].map((cell) => ({ ...cell, text: cell.text.split(NAMED)[0] })) : rows.length > 1 && rows.shift()
  const value = (cell: Line) => isNamed ? behind(cell, cell.text.indexOf(NAMED) + NAMED.length) : cell
  const content = (cell: Line) => h('span', { class: WHOLE.test(cell.text) ? 'cell whole-cell' : 'cell' }, show(cell))
  // Rows with another `display` lose their roles in some browsers.
  return fitted(h('table', { part: 'row', role: 'table' },
    names && h('tr', { class: 'names', role: 'row' }, ...names.map((name) => h('th', { scope: 'col', role: 'columnheader' }, content(name)))),
    ...rows.map((cells) => h('tr', { role: 'row' }, ...cells.map((cell, at) =>
      h('td', { role: 'cell', 'data-name': names && names[at] && names[at].text + NAMED }, content(value(cell))))))))
}

/** If a table is wider than its card, each row becomes a list of `column: value`. */
function fitted(table: HTMLTableElement) {
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

function lines(text: string) {
  return split({ text, start: 0 }, '\n').filter((line) => line.text.trim())
}

function split({ text, start }: Line, mark: string) {
  return text.split(mark).map((part) => {
    const own = { text: part, start }
    start += part.length + mark.length
    return own
  })
}

function behind({ text, start }: Line, length: number) {
  return { text: text.slice(length), start: start + length }
}
