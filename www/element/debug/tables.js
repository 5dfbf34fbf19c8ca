/**
 * Tables of the debug panel.
 */
import { h } from '../box/dom.js'

/**
 * A table, or null if there is nothing to show.
 * @param {string} caption
 * @param {(string | Node)[]} columns
 * @param {unknown[][]} rows
 */
export function table(caption, columns, rows) {
  if (rows.length === 0) return null
  return h('table', {},
    h('caption', {}, caption),
    h('thead', {}, h('tr', {}, ...columns.map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, ...rows.map((row) => h('tr', {}, ...row.map((cell) => h('td', {}, content(cell)))))))
}

/**
 * A name with a smaller explanation.
 * @param {string | Node} name
 * @param {string} more
 */
export function titled(name, more) {
  return h('span', { class: 'titled' }, name, h('small', {}, more))
}

/** @param {unknown} value */
export function shown(value) {
  if (typeof value === 'number') return String(Math.round(value * 10_000) / 10_000)
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

/** @param {unknown} cell */
function content(cell) {
  return cell instanceof Node ? cell : shown(cell)
}
