/**
 * Offers the visitor's last questions in the empty box. Stored in the browser only, if the box has the attribute
 * `recent`, which loads this module; sends nothing.
 */
import { h, icon } from './dom.js'
import { moreText } from '../texts/more-texts.js'
import { suggestionOption } from './view-results.js'
import type { View, ViewContext } from './view-results.js'

const CLOCK = 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18Zm0 4.500V12l3 2'
const MOST = 5
const MOST_CHARACTERS = 200

/** @param bundle of the questions */
function keyOf(bundle: string) {
  return `soru-recent ${bundle}`
}

/** The stored questions, the last one first. */
function recent(bundle: string): string[] {
  try {
    const kept = JSON.parse(localStorage.getItem(keyOf(bundle)) ?? '[]')
    return Array.isArray(kept) ? kept.filter((question) => typeof question === 'string').slice(0, MOST) : []
  } catch {
    return [] // storage may be forbidden, or contain something else
  }
}

export function remember(bundle: string, question: string) {
  if (question.length > MOST_CHARACTERS) return
  const others = recent(bundle).filter((other) => plain(other) !== plain(question))
  try {
    localStorage.setItem(keyOf(bundle), JSON.stringify([question, ...others].slice(0, MOST)))
  } catch {
    // storage may be forbidden or full; then nothing is stored
  }
}

export function forgetRecent(bundle: string) {
  try {
    localStorage.removeItem(keyOf(bundle))
  } catch {
    // storage may be forbidden; then nothing was stored
  }
}

/**
 * The visitor's questions, and below them the site's suggestions.
 * @returns null without questions
 */
export function recentView(
  bundle: string,
  suggested: string[],
  { wording }: ViewContext,
  cleared: () => void,
): View | null {
  const asked = recent(bundle)
  if (asked.length === 0) return null
  const say = moreText(wording)
  const others = suggested.filter((question) => !asked.some((other) => plain(other) === plain(question)))
  const clear = h('button', { class: 'exactly', part: 'clear-recent', type: 'button' }, say('clearRecent'))
  clear.addEventListener('click', () => { forgetRecent(bundle); cleared() })
  return {
    listLabel: say(others.length > 0 ? 'recentAndSuggested' : 'recent'),
    options: [...asked.map((question) => suggestionOption(question, icon(CLOCK))), ...others.map((question) => suggestionOption(question))],
    tail: [h('p', { class: 'correction' }, clear)],
  }
}

function plain(question: string) {
  return question.toLocaleLowerCase().replace(/[^\p{L}\p{N}]+/gu, ' ').trim()
}
