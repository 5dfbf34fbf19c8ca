/**
 * Quoted words as they stand on their page: sentences, lists, rows of tables.
 *
 * A passage holds them as lines. An item begins with `• `, a step with `→ ` (or as texts that were no pages
 * mark them: `- `, `1. `); the cells of a row are parted by ` | ` and begin with the names of their columns.
 */
import { h, highlighted } from './dom.js'

/** @typedef {{ text: string, start: number }} Line */
/** @typedef {(line: Line) => Node} Show */

const ITEM = /^(?:[•*–-]|(→|\d{1,2}[.)]))\s+(?=\S)/
const CELLS = ' | '

/**
 * @param {string} text
 * @param {[number, number][]} [marks]
 * @returns {Node[]}
 */
export function structured(text, marks = []) {
  const show = (/** @type {Line} */ { text, start }) => highlighted(text, marks
    .filter(([from, to]) => from >= start && to <= start + text.length)
    .map(([from, to]) => [from - start, to - start]))
  /** @type {Node[]} */
  const blocks = []
  const all = lines(text)
  const isList = all.filter(({ text }) => ITEM.test(text)).length > 1
  /** @type {Element | null} */
  let list = null
  for (const line of all) {
    const item = isList ? ITEM.exec(line.text) : null
    if (item === null) {
      list = null
      blocks.push(line.text.includes(CELLS) ? row(line, show) : h('p', {}, show(line)))
      continue
    }
    if (list === null) blocks.push(list = h(item[1] ? 'ol' : 'ul', { part: 'items' }))
    list.append(h('li', {}, show(behind(line, item[0].length))))
  }
  return blocks
}

/**
 * Without the signs, which would be read out.
 * @param {string} text
 */
export function spoken(text) {
  return text.replace(/^[•→] /gm, '')
}

/**
 * @param {Line} line
 * @param {Show} show
 */
function row(line, show) {
  const cells = split(line, CELLS).map((cell) => {
    const name = cell.text.indexOf(': ')
    return name < 0 ? [null, cell] : [{ text: cell.text.slice(0, name), start: cell.start }, behind(cell, name + 2)]
  })
  const names = cells.every(([name]) => name) && h('tr', {},
    ...cells.map(([name]) => h('th', { scope: 'col' }, name && show(name))))
  return h('table', { part: 'row' }, names, h('tr', {}, ...cells.map(([, value]) => h('td', {}, value && show(value)))))
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
