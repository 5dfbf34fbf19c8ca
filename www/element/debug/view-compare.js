/**
 * Every method on one question, side by side: what each finds, and which of
 * them agree.
 */
import { h } from '../box/dom.js'
import { SoruError } from '../engine/errors.js'
import { shown, table, titled } from './tables.js'

/** @typedef {import('../soru.js').Comparison} Comparison */
/** @typedef {import('../soru.js').Compared} Compared */
/** @typedef {import('../soru.js').Hit} Hit */
/** @typedef {import('../texts/debug-texts.js').Say} Say */

const PLACES = 5

/**
 * A button that compares, and its results.
 * @param {() => Promise<Comparison>} compare
 * @param {Say} say
 */
export function comparisonView(compare, say) {
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

/**
 * @param {Comparison} comparison
 * @param {Say} say
 */
function results({ methods, tier1, tier2 }, say) {
  const found = new Agreement(methods)
  const rows = Array.from({ length: PLACES }, (_, place) => [
    place + 1, ...methods.map(({ hits }) => hits[place] ? cell(hits[place], found, say) : '–'),
  ])
  return h('div', { class: 'tables', tabindex: 0, role: 'region', 'aria-label': say('methods') },
    h('dl', {}, ...tier(say('tier1'), tier1, say), ...tier(say('tier2'), tier2, say)),
    h('p', { class: 'muted' }, say('legend', { all: String(methods.length) })),
    table(say('methods'), [say('place'), ...methods.map(heading)], rows))
}

/**
 * @param {string} name
 * @param {import('../soru.js').TierAnswer | null} answer
 * @param {Say} say
 */
function tier(name, answer, say) {
  const text = answer ? `${answer.answer} (${answer.method}, ${shown(answer.confidence)})` : say('none')
  return [h('dt', {}, name), h('dd', {}, text)]
}

/** @param {Compared} compared */
function heading({ method, ms, warnings }) {
  const time = ms === undefined ? '' : `${shown(ms)} ms`
  return titled(method, [time, ...warnings.map(({ message }) => `⚠ ${message}`)].filter(Boolean).join(' · '))
}

/**
 * @param {Hit} hit
 * @param {Agreement} found
 * @param {Say} say
 */
function cell(hit, found, say) {
  const { letter, count, isShared } = found.of(hit)
  const badge = h('span', { class: isShared ? 'letter shared' : 'letter' }, `${letter} ${count}×`)
  const { heading, title, id, lang, score } = hit
  const name = [title || id, ...heading ?? []].filter((step, index, all) => step && step !== all[index - 1]).join(' › ')
  return h('span', { class: 'titled' }, badge, h('span', { lang }, name), h('small', {}, `${say('score')} ${shown(score)}`))
}

/** The passages that several methods have among their first. */
class Agreement {
  /** @type {Map<string, { letter: string, count: number }>} */
  #passages = new Map()

  /** @param {Compared[]} methods */
  constructor(methods) {
    for (const hit of methods.flatMap(({ hits }) => hits.slice(0, PLACES))) {
      const passage = this.#passages.get(key(hit))
      if (passage) passage.count += 1
      else this.#passages.set(key(hit), { letter: nth(this.#passages.size), count: 1 })
    }
  }

  /** @param {Hit} hit */
  of(hit) {
    const { letter, count } = this.#passages.get(key(hit)) ?? { letter: '', count: 0 }
    return { letter, count, isShared: count > 1 }
  }
}

/** @param {Hit} hit */
function key({ id, chunk }) {
  return `${chunk} ${id}`
}

/**
 * A, B, … Z, A2, B2, …
 * @param {number} index
 */
function nth(index) {
  const round = Math.floor(index / 26)
  return String.fromCharCode(65 + index % 26) + (round > 0 ? round + 1 : '')
}
