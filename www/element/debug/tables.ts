/**
 * Tables of the debug panel.
 */
import { h } from '../box/dom.js'

/** A table, or null if there is nothing to show. */
export function table(caption: string, columns: (string | Node)[], rows: unknown[][]) {
  if (rows.length === 0) return null
  return h('table', {},
    h('caption', {}, caption),
    h('thead', {}, h('tr', {}, ...columns.map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, ...rows.map((row) => h('tr', {}, ...row.map((cell) => h('td', {}, content(cell)))))))
}

/** A name with a smaller explanation. */
export function titled(name: string | Node, more: string) {
  return h('span', { class: 'titled' }, name, h('small', {}, more))
}

export function shown(value: unknown) {
  if (typeof value === 'number') return String(Math.round(value * 10_000) / 10_000)
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}

function content(cell: unknown) {
  return cell instanceof Node ? cell : shown(cell)
}
