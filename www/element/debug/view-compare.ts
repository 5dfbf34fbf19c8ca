/**
 * Every method on one question, side by side: what each finds, and which of
 * them agree.
 */
import { h } from '../box/dom.js'
import { SoruError } from '../engine/errors.js'
import { shown, table, titled } from './tables.js'
import type { Compared, Comparison, Hit, TierAnswer } from '../api.js'
import type { Say } from '../texts/debug-texts.js'

const PLACES = 5

/** A button that compares, and its results. */
export function comparisonView(compare: () => Promise<Comparison>, say: Say) {
  const button = h('button', { type: 'button', class: 'button', part: 'compare' }, say('compare'))
  const status = h('p', { class: 'muted', role: 'status' })
  const view = h('div', { class: 'comparison' }, button, status)
  button.addEventListener('click', async () => {
    button.disabled = true
    status.textContent = say('comparing')
    try {
      const region = results(await compare(), say)
      view.replaceChildren(region)
      // The removed button had the focus.
      region.focus()
    } catch (thrown) {
      const { code, message } = SoruError.from(thrown)
      status.textContent = `${code}: ${message}`
      button.disabled = false
    }
  })
  return view
}

function results({ methods, tier1, tier2 }: Comparison, say: Say) {
  const found = new Agreement(methods)
  const rows = Array.from({ length: PLACES }, (_, place) => [
    place + 1, ...methods.map(({ hits }) => hits[place] ? cell(hits[place], found, say) : '–'),
  ])
  return h('div', { class: 'tables', tabindex: 0, role: 'region', 'aria-label': say('methods') },
    h('dl', {}, ...tier(say('tier1'), tier1, say), ...tier(say('tier2'), tier2, say)),
    h('p', { class: 'muted' }, say('legend', { all: String(methods.length) })),
    table(say('methods'), [say('place'), ...methods.map(heading)], rows))
}

function tier(name: string, answer: TierAnswer | null, say: Say) {
  const text = answer ? `${answer.answer} (${answer.method}, ${shown(answer.confidence)})` : say('none')
  return [h('dt', {}, name), h('dd', {}, text)]
}

function heading({ method, ms, warnings }: Compared) {
  const time = ms === undefined ? '' : `${shown(ms)} ms`
  return titled(method, [time, ...warnings.map(({ message }) => `⚠ ${message}`)].filter(Boolean).join(' · '))
}

function cell(hit: Hit, found: Agreement, say: Say) {
  const { letter, count, isShared } = found.of(hit)
  const badge = h('span', { class: isShared ? 'letter shared' : 'letter' }, `${letter} ${count}×`)
  const { heading, title, id, lang, score } = hit
  const name = [title || id, ...heading ?? []].filter((step, index, all) => step && step !== all[index - 1]).join(' › ')
  return h('span', { class: 'titled' }, badge, h('span', { lang }, name), h('small', {}, `${say('score')} ${shown(score)}`))
}

/** The passages that several methods have among their first. */
class Agreement {
  #passages: Map<string, { letter: string, count: number }> = new Map()

  constructor(methods: Compared[]) {
    for (const hit of methods.flatMap(({ hits }) => hits.slice(0, PLACES))) {
      const passage = this.#passages.get(key(hit))
      if (passage) passage.count += 1
      else this.#passages.set(key(hit), { letter: nth(this.#passages.size), count: 1 })
    }
  }

  of(hit: Hit) {
    const { letter, count } = this.#passages.get(key(hit)) ?? { letter: '', count: 0 }
    return { letter, count, isShared: count > 1 }
  }
}

function key({ id, chunk }: Hit) {
  return `${chunk} ${id}`
}

/** A, B, … Z, A2, B2, … */
function nth(index: number) {
  const round = Math.floor(index / 26)
  return String.fromCharCode(65 + index % 26) + (round > 0 ? round + 1 : '')
}
