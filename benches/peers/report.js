/** Results as a table for people and as plots. */
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import { FAR, READING, VISITORS } from './measure.js'
import { growth } from './plot.js'

/**
 * @typedef {{
 *   pages: number, engine: string, failed?: string,
 *   build?: import('./builders.js').Build, browser?: import('./measure.js').Measured
 * }} Result
 */

/** Figures of the table and the plots: name, unit, and value in a result. */
const FIGURES = [
  figure('to the first answer', 'KB', (result) => (result.browser?.firstAnswerBytes ?? NaN) / 1000),
  ...['questions', 'keywords'].flatMap((kind) => [
    figure(`index to a first answer, ${kind}, p50`, 'KB', (result) => kilobytes(result, kind, 'firstIndexBytes', 'p50')),
    figure(`index to a first answer, ${kind}, p95`, 'KB', (result) => kilobytes(result, kind, 'firstIndexBytes', 'p95')),
    figure(`index per further one, ${kind}, p95`, 'KB', (result) => kilobytes(result, kind, 'indexBytes', 'p95')),
  ]),
  figure('later, while nobody waits', 'KB', (result) => (result.browser?.laterBytes ?? NaN) / 1000),
  figure('load', 'ms', (result) => result.browser?.loadMs),
  figure('per question, p50', 'KB', (result) => (result.browser?.kinds.questions.bytes.p50 ?? NaN) / 1000),
  figure('per question, p95', 'KB', (result) => (result.browser?.kinds.questions.bytes.p95 ?? NaN) / 1000),
  figure('cold question, p50', 'ms', (result) => result.browser?.kinds.questions.coldMs.p50),
  figure('cold question, p95', 'ms', (result) => result.browser?.kinds.questions.coldMs.p95),
  figure('first answer from afar', 'ms', (result) => result.browser?.far.firstAnswerMs),
  figure('cold question from afar, p50', 'ms', (result) => result.browser?.far.coldMs.questions.p50),
  figure('cold question from afar, p95', 'ms', (result) => result.browser?.far.coldMs.questions.p95),
  figure('cold keywords from afar, p50', 'ms', (result) => result.browser?.far.coldMs.keywords.p50),
  figure('cold keywords from afar, p95', 'ms', (result) => result.browser?.far.coldMs.keywords.p95),
  figure('warm question, p50', 'ms', (result) => result.browser?.kinds.questions.warmMs.p50),
  figure('warm question, p95', 'ms', (result) => result.browser?.kinds.questions.warmMs.p95),
  figure('per keywords, p50', 'KB', (result) => (result.browser?.kinds.keywords.bytes.p50 ?? NaN) / 1000),
  figure('per keywords, p95', 'KB', (result) => (result.browser?.kinds.keywords.bytes.p95 ?? NaN) / 1000),
  figure('cold keywords, p50', 'ms', (result) => result.browser?.kinds.keywords.coldMs.p50),
  figure('cold keywords, p95', 'ms', (result) => result.browser?.kinds.keywords.coldMs.p95),
  figure('warm keywords, p50', 'ms', (result) => result.browser?.kinds.keywords.warmMs.p50),
  figure('warm keywords, p95', 'ms', (result) => result.browser?.kinds.keywords.warmMs.p95),
  figure('questions without a result', '%', (result) => share(result, 'none')),
  figure('questions with an answer', '%', (result) => share(result, 'answered')),
  figure('heap', 'MB', (result) => heap(result.browser?.heap)),
  figure('build', 's', (result) => result.build?.seconds),
  figure('build memory', 'MB', (result) => result.build?.peakMegabytes),
  figure('bundle', 'MB', (result) => (result.build?.bytes ?? NaN) / 1e6),
  figure('files', '', (result) => result.build?.files),
]

/**
 * @param {string} name
 * @param {string} unit
 * @param {(result: Result) => number | null | undefined} of
 */
function figure(name, unit, of) {
  return { name, unit, of }
}

/**
 * @param {Result} result
 * @param {string} kind of question
 * @param {'firstIndexBytes' | 'indexBytes'} what
 * @param {'p50' | 'p95'} percentile
 */
function kilobytes(result, kind, what, percentile) {
  return (result.browser?.kinds[kind][what]?.[percentile] ?? NaN) / 1000
}

/** @param {import('./measure.js').Measured['heap'] | undefined} heap */
function heap(heap) {
  return heap && heap.used + heap.backing + heap.wasm
}

/**
 * @param {Result} result
 * @param {'none' | 'answered'} what
 */
function share(result, what) {
  const kind = result.browser?.kinds.questions
  return kind ? (100 * kind[what]) / kind.asked : undefined
}

/** @typedef {Record<string, string | number | undefined>} Machine */

/**
 * Writes the measurements into a folder: as JSON, as a table and as plots.
 * @param {string} folder
 * @param {{ machine: Machine, results: Result[] }} measured
 * @param {string} [name] of the files; only the usual one gets plots
 */
export async function write(folder, { machine, results }, name = USUAL) {
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}.json`), `${JSON.stringify({ machine, results }, null, 2)}\n`)
  const drawn = name === USUAL
  await writeFile(join(folder, `${name}.md`), document(machine, results, drawn))
  const files = drawn ? await plots(results) : {}
  for (const [file, svg] of Object.entries(files)) await writeFile(join(folder, file), svg)
}

/** The usual name of the result files. */
const USUAL = 'peers'

/**
 * Returns the description of the measurement and the machine, and the tables.
 * @param {Machine} machine
 * @param {Result[]} results
 * @param {boolean} drawn whether there are plots
 * @returns {string} Markdown
 */
function document({ date, cpu, cpus, node, lang, pages, folder }, results, drawn) {
  return `# Beside other search engines

Written by \`cargo xtask bench --peers\`: every engine over the same pages, with the same questions, in one
run on ${date}, in Chromium on ${cpus} cores (${cpu}), Node ${node}. Pages in "${lang}": ${pages} real ones (folder
\`${folder}\`), beyond those the same with changed words. Bytes are what the server sent, with gzip where
a file is not compressed already; times are those of this machine, and worth comparing with each other only.
From afar every file takes ${FAR} ms more, six at most are on their way at once, and the visitor reads the first
answer for ${READING / 1000} s before asking on; otherwise questions follow each other at once. Keywords and questions
are asked by visitors of their own, so that none finds what another has fetched, though both ask about the same pages.
Cold times at hand are those of ${VISITORS} visitors who ask the same.

${table(results)}${drawn ? `
## Over the number of pages

${pictures(results)}` : ''}`
}

/**
 * @param {Result[]} results
 * @returns {string} Markdown, a table per size
 */
export function table(results) {
  const lines = []
  for (const pages of new Set(results.map((result) => result.pages))) {
    const engines = results.filter((result) => result.pages === pages)
    lines.push(`## ${pages.toLocaleString('en')} pages`, '')
    lines.push(`| | unit | ${engines.map((result) => result.engine).join(' | ')} |`)
    lines.push(`|---|---|${'---:|'.repeat(engines.length)}`)
    for (const { name, unit, of } of FIGURES) {
      const cells = engines.map((result) => (result.failed ? 'failed' : written(of(result))))
      lines.push(`| ${name} | ${unit} | ${cells.join(' | ')} |`)
    }
    lines.push('')
    for (const result of engines.filter((result) => result.failed)) {
      lines.push(`${result.engine}: ${result.failed}`, '')
    }
  }
  return lines.join('\n')
}

/** @param {number | null | undefined} value */
function written(value) {
  if (value === null || value === undefined || Number.isNaN(value)) return '-'
  return value.toFixed(value >= 100 ? 0 : value >= 10 ? 1 : 2)
}

/**
 * Returns the figures to plot: those measured at several sizes.
 * @param {Result[]} results
 */
function drawn(results) {
  return FIGURES.flatMap(({ name, unit, of }) => {
    const points = results
      .map((result) => ({ engine: result.engine, pages: result.pages, value: of(result) ?? NaN }))
      .filter((point) => point.value > 0)
    const isDrawn = unit && unit !== '%' && new Set(points.map((point) => point.pages)).size > 1
    return isDrawn ? [{ name, unit, points, file: `${name.replace(/[^a-z0-9]+/g, '-')}.svg` }] : []
  })
}

/**
 * @param {Result[]} results
 * @returns {string} Markdown, a picture per figure
 */
function pictures(results) {
  return drawn(results)
    .map(({ name, unit, file }) => `![${name} in ${unit}, by engine and number of pages](${file})\n`)
    .join('\n')
}

/**
 * @param {Result[]} results
 * @returns {Promise<Record<string, string>>} SVG by file name
 */
async function plots(results) {
  /** @type {Record<string, string>} */
  const files = {}
  for (const { name, unit, points, file } of drawn(results)) files[file] = await growth(name, unit, points)
  return files
}
