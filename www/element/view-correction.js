/**
 * "Showing results for ...", or "including" them: a question some of whose words
 * were repaired, and the way back to what was typed.
 */
import { h } from './dom.js'

/** @typedef {import('./soru.js').Correction} Correction */
/** @typedef {import('./view-results.js').View} View */

/**
 * Puts the line above a view, and says it first. A view of results that were
 * found for the very words that were typed stays as it is.
 * @param {View} view
 * @param {string} typed
 * @param {Correction[] | undefined} corrections
 * @param {import('./view-results.js').ViewContext} context
 * @param {() => void} search for exactly what was typed
 * @returns {View}
 */
export function withCorrection(view, typed, corrections, { wording }, search) {
  if (!corrections?.length) return view
  const pieces = repaired(typed, corrections)
  // A doubtful repair is searched for beside what was typed.
  const found = corrections.some(({ doubtful }) => doubtful) ? 'including' : 'showing'
  const exactly = h('button', { class: 'exactly', part: 'exactly', type: 'button' },
    wording.text('exactly', { question: typed }))
  exactly.addEventListener('click', search)
  const [before, after] = wording.text(found, { question: '\u0000' }).split('\u0000')
  const line = h('p', { class: 'correction', part: 'correction' },
    h('span', {}, before, h('span', { class: 'repaired' }, ...pieces.map(piece)), after), ' ', exactly)
  const question = pieces.map(({ text }) => text).join('').replace(/[?!.…\s]+$/, '')
  const said = `${wording.text(found, { question })}. ${view.say ?? ''}`
  return { ...view, lead: [line, ...(view.lead ?? [])], say: said.trim() }
}

/** @param {{ text: string, isRepaired: boolean }} piece */
function piece({ text, isRepaired }) {
  return isRepaired ? h('strong', { part: 'repaired' }, text) : text
}

/**
 * The text as it was understood, in pieces. Corrections come in the order of
 * their words.
 * @param {string} typed
 * @param {Correction[]} corrections
 */
function repaired(typed, corrections) {
  const pieces = []
  let done = 0
  for (const { from, to } of corrections) {
    const at = typed.indexOf(from, done)
    if (at < 0) continue
    pieces.push({ text: typed.slice(done, at), isRepaired: false }, { text: to, isRepaired: true })
    done = at + from.length
  }
  return [...pieces, { text: typed.slice(done), isRepaired: false }].filter(({ text }) => text !== '')
}
