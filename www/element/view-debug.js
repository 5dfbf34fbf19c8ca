/**
 * How an answer came about, for those who run the site: route, steps, scores.
 * In English only, as the names in it are those of the configuration.
 */
import { h } from './dom.js'

/** @typedef {import('./soru.js').Answer} Answer */
/** @typedef {import('./soru.js').SearchResult} SearchResult */

/**
 * @param {Answer | SearchResult} result
 * @param {import('./texts.js').Wording} wording
 * @param {boolean} isOpen
 */
export function debugPanel(result, wording, isOpen) {
  return h('details', { class: 'details debug', part: 'debug', open: isOpen },
    h('summary', {}, wording.text('debug')),
    h('div', { class: 'tables', tabindex: 0, role: 'region', 'aria-label': wording.text('debug'), lang: 'en' },
      summary(result), steps(result.trace ?? []), scores(result.hits)))
}

/** @param {Answer | SearchResult} result */
function summary(result) {
  const rows = [['Intent', result.intent], ['Language', result.lang]]
  if ('route' in result) {
    const { route, method, tier, confidence, level } = result
    rows.push(
      ['Route', `tier ${route.tier} (${shown(route.confidence)}): ${route.reasoning}`],
      ['Answered by', `tier ${tier}, ${method}`],
      ['Confidence', `${shown(confidence)} (${level})`],
    )
  }
  if (result.rerankFailed) rows.push(['Reranking', 'failed; order left as it was'])
  rows.push(...result.warnings.map(({ code, message }) => [code, message]))
  return h('dl', {}, ...rows.flatMap(([name, value]) => [h('dt', {}, name), h('dd', {}, value || '–')]))
}

/** @param {import('./soru.js').TraceRow[]} trace */
function steps(trace) {
  return table('Steps', ['Stage', 'Operator', 'Input', 'Output', 'ms'], trace.map((row) => [
    row.stage, row.operator, row.input, withWarnings(row), row.millis,
  ]))
}

/** @param {import('./soru.js').TraceRow} row */
function withWarnings({ output, warnings }) {
  return warnings.length ? `${output} ⚠ ${warnings.join('; ')}` : output
}

/** @param {import('./soru.js').Hit[]} hits */
function scores(hits) {
  return table('Scores', ['#', 'Page', 'Score', 'By step'], hits.map((hit, index) => [
    index + 1, `${hit.id} · ${hit.chunk}`, hit.score,
    Object.entries(hit.scores ?? {}).map(([name, value]) => `${name} ${shown(value)}`).join(', '),
  ]))
}

/**
 * @param {string} caption
 * @param {string[]} columns
 * @param {unknown[][]} rows
 */
function table(caption, columns, rows) {
  if (rows.length === 0) return null
  return h('table', {},
    h('caption', {}, caption),
    h('thead', {}, h('tr', {}, ...columns.map((name) => h('th', { scope: 'col' }, name)))),
    h('tbody', {}, ...rows.map((row) => h('tr', {}, ...row.map((cell) => h('td', {}, shown(cell)))))))
}

/** @param {unknown} value */
function shown(value) {
  if (typeof value === 'number') return String(Math.round(value * 10_000) / 10_000)
  if (value === null || value === undefined) return ''
  return typeof value === 'string' ? value : JSON.stringify(value)
}
