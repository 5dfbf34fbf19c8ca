/** Plots a figure against the number of pages, with a line per engine, as SVG. */
import * as vega from 'vega'
import { compile } from 'vega-lite'

/**
 * @param {string} title
 * @param {string} unit
 * @param {{ engine: string, pages: number, value: number }[]} points
 * @returns {Promise<string>}
 */
export async function growth(title, unit, points) {
  const { spec } = compile({
    $schema: 'https://vega.github.io/schema/vega-lite/v6.json',
    title,
    width: 420,
    height: 260,
    background: 'white',
    data: { values: points },
    mark: { type: 'line', point: true },
    encoding: {
      x: { field: 'pages', type: 'quantitative', scale: { type: 'log' }, title: 'pages' },
      y: { field: 'value', type: 'quantitative', scale: { type: 'log' }, title: unit },
      color: { field: 'engine', type: 'nominal', sort: ['soru'], title: null },
      shape: { field: 'engine', type: 'nominal', sort: ['soru'], title: null },
    },
  })
  return new vega.View(vega.parse(spec), { renderer: 'none' }).toSVG()
}
