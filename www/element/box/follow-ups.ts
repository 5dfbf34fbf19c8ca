/**
 * Questions that may refer to earlier ones: keeps the questions of this panel in memory for ten minutes, and decides
 * whether the next question could refer to them. The engine makes the final decision, with its full code, which is
 * loaded for it; an independent question is sent alone. Loaded after the first answer.
 */
import { words } from './words.js'
import type { Message } from '../api.js'

const MOST_KEPT = 4
const MOST_WORDS = 10
const FEW_WORDS = 4
const KEPT_MS = 10 * 60 * 1000

/** In the form of `words()`: without diacritics, and with one i. */
const OPENERS = /^(and|but|or|then|also|so|what about|how about|peki|ya|ve|bir de|ayrica|und|was ist mit|et|y|e|och|og)( |$)/
const PRONOUNS = new RegExp(' (its?|they|them|their|this|that|these|those|he|she|him|his|hers?|there|ones?'
  + '|o|bu|(o|bu|su)(nu|na|nun|nda|ndan|nunla|nlar\\w*)|(o|bu|su)ra\\w*) ')
const QUESTION_WORDS = new RegExp(' (what|when|where|who|whom|whose|which|why|how'
  + '|ne|neden|nicin|nasil|nere\\w*|kim\\w*|hangi\\w*|kac\\w*|mi|mu) ')

export class FollowUps {
  /** The last one last. */
  #asked: string[] = []
  /** The time of the last one, in milliseconds. */
  #at = 0

  /**
   * @param question in full, if it was completed
   * @param at in milliseconds
   */
  remember(question: string, at: number) {
    if (at - this.#at > KEPT_MS) this.#asked = []
    this.#at = at
    this.#asked = [...this.#asked.filter((other) => other !== question), question].slice(-MOST_KEPT)
  }

  forget() {
    this.#asked = []
  }

  /** The messages to send with a question: none, if it is complete by itself. */
  before(question: string): Message[] {
    if (Date.now() - this.#at > KEPT_MS || !mayFollow(words(question))) return []
    return this.#asked.filter((other) => other !== question).map((content) => ({ role: 'user', content }))
  }
}

/** @param all words of a question */
function mayFollow(all: string[]) {
  if (all.length === 0 || all.length > MOST_WORDS) return false
  const text = ` ${all.join(' ')} `
  return OPENERS.test(text.trim()) || PRONOUNS.test(text) || (all.length <= FEW_WORDS && QUESTION_WORDS.test(text))
}
