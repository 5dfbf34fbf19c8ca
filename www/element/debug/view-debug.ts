/**
 * The trace of an answer, for site owners: route, words, steps, scores, and every method side by side. Loaded
 * only if the box has the attribute `debug`, with its own texts (debug-texts.ts). Texts of the engine stay in
 * English, because its names are those of the configuration.
 */
import { comparisonView } from './view-compare.js'
import { debugSheet } from './debug-styles.js'
import { debugText } from '../texts/debug-texts.js'
import { h } from '../box/dom.js'
import { shown, table, titled } from './tables.js'
import type { Answer, Comparison, Hit, SearchResult, TraceEvent } from '../api.js'
import type { Say } from '../texts/debug-texts.js'
import type { Wording } from '../texts/texts.js'

/** Boxes whose debug panel is open. */
const opened: WeakSet<HTMLElement> = new WeakSet()

/**
 * Puts the panel in its place, as open as it was for the answer before.
 * @param host the box
 */
export function fillDebug(
  place: HTMLElement,
  host: HTMLElement,
  result: Answer | SearchResult,
  wording: Wording,
  compare: () => Promise<Comparison>,
) {
  const sheets = (host.shadowRoot as ShadowRoot).adoptedStyleSheets
  if (!sheets.includes(debugSheet())) sheets.push(debugSheet())
  const panel = debugPanel(result, { wording, isOpen: opened.has(host), compare })
  panel.addEventListener('toggle', () => { opened[panel.open ? 'add' : 'delete'](host) })
  place.replaceWith(panel)
}

export interface DebugContext {
  wording: Wording
  isOpen: boolean
  /** Runs every method on the question. */
  compare: () => Promise<Comparison>
}

export function debugPanel(result: Answer | SearchResult, { wording, isOpen, compare }: DebugContext) {
  const say = debugText(wording)
  const trace = result.trace ?? []
  const title = say('debug')
  return h('details', { class: 'details debug', part: 'debug', open: isOpen },
    h('summary', {}, title),
    h('div', { class: 'tables', tabindex: 0, role: 'region', 'aria-label': title },
      summary(result, say), words(trace, say), steps(trace, say), scores(result.hits, trace, say)),
    comparisonView(compare, say))
}

function summary(result: Answer | SearchResult, say: Say) {
  const rows = [[say('intent'), result.intent], [say('language'), result.lang]]
  if ('route' in result) {
    const { route, method, tier, confidence, level } = result
    rows.push(
      [say('route'), `${say('tier')} ${route.tier} (${shown(route.confidence)}): ${route.reasoning}`],
      [say('answered'), `${say('tier')} ${tier}, ${method}`],
      [say('confidence'), `${shown(confidence)} (${level})`],
    )
    if (result.completed) rows.push([say('completed'), result.completed])
  }
  if (result.corrections?.length) {
    rows.push([say('repaired'), result.corrections.map(({ from, to }) => `${from} → ${to}`).join(', ')])
  }
  if (result.rerankFailed) rows.push([say('reranking'), say('rerankFailed')])
  rows.push(...result.warnings.map(({ code, message }) => [code, message]))
  return h('dl', {}, ...rows.flatMap(([name, value]) => [h('dt', {}, name), h('dd', { lang: 'en' }, value || '–')]))
}

function words(trace: TraceEvent[], say: Say) {
  const terms = trace.flatMap((event) => event.terms ?? [])
  return table(say('words'), [say('word'), say('language'), say('weight'), say('origin')],
    terms.map(({ word, lang, weight, origin }) => [h('span', { lang }, word), lang, weight, origin]))
}

function steps(trace: TraceEvent[], say: Say) {
  const total = trace.reduce((sum, { millis }) => sum + millis, 0)
  const rows = trace.map((event) => [titled(event.operator, event.stage), time(event.millis, total), result(event)])
  return table(say('steps'), [say('step'), 'ms', say('result')], rows)
}

function time(millis: number, total: number) {
  const bar = total > 0 && h('progress', { max: total, value: millis, 'aria-hidden': 'true' })
  return h('span', { class: 'time' }, shown(millis), bar)
}

function result({ output, warnings }: TraceEvent) {
  return h('span', { class: 'result', lang: 'en' }, output, ...warnings.map((warning) => h('span', { class: 'warning' }, ` ⚠ ${warning}`)))
}

const FEATURES = ['coverage', 'closeness', 'title'] as const

/** The scores of the hits after each step: a column per step, in order. */
function scores(hits: Hit[], trace: TraceEvent[], say: Say) {
  const given = new Set(hits.flatMap((hit) => Object.keys(hit.scores ?? {})))
  const inOrder = trace.map(({ operator }) => operator).filter((name) => given.delete(name))
  const columns = [...inOrder, ...given]
  const hasFeatures = hits.some((hit) => hit.features)
  const features = hasFeatures ? FEATURES.map((name) => say(name)) : []
  const rows = hits.map((hit, index) => [
    index + 1, page(hit, say), ...columns.map((name) => hit.scores?.[name]), hit.relevance,
    ...hasFeatures ? FEATURES.map((name) => hit.features?.[name]) : [],
  ])
  return table(say('scores'), ['#', say('page'), ...columns, say('relevance'), ...features], rows)
}

function page({ id, chunk, title, lang, duplicates }: Hit, say: Say) {
  const copies = duplicates?.length ? ` · ${say('copies', { count: String(duplicates.length) })}` : ''
  return titled(h('span', { lang }, title || id), `${id} · ${chunk}${copies}`)
}
