/**
 * The typed text, and which prepared questions continue it best, as `src/pre_retrieval/suggestions/` finds them.
 */
import { UNSPACED, beginnings } from './beginnings.js'
import type { Beginning } from './beginnings.js'

export type Prepared = { text: string, lang: string, validUntil: string, turn: number, section: number }
/** How well a question continues the text; less is better. Questions of the least tier alone are proposed. */
export type Rank = { tier: number, place: number }

/** The number of letters from which a word may have an error, and two, and beyond which it has none. */
const ONE_ERROR = 4
const TWO_ERRORS = 8
const MOST_LETTERS = 24
/** The cost of an error, and of a slip of the fingers: two letters exchanged, one doubled or missing its double. */
const EDIT = 10
const SLIP = 7
/** The tier of a question with a misspelt word. */
const MISSPELT = 1 << 15
/** Added for a question in another language than the page's. */
const FOREIGN = 1 << 14
/** The place of a question that does not begin with the typed text. */
const ELSEWHERE = 1
/** Added to the place of words that are no question; their turns begin here. */
const NO_QUESTION = 2
const UNWORDED = 128

/** Words that hardly choose among questions. */
const STOP_WORDS = new Set((
  'a about am an and any are as at be been by can could did do does for from had has have he her how i if in is it its may '
  + 'me my no not of on or our she should so that the their there these they this to was we were what when where which who '
  + 'why will with would you your '
  + 'bir biz bu bunun ben benim cok da daha de en gibi hangi hangisi her icin ile ise kac kadar kim ki mi mu nasil ne neden '
  + 'nedir nerede o onun sen siz su var ve veya ya yok'
).split(' '))

export class Typed {
  /** Its words, folded. */
  words: string[]
  lang: string
  #leads
  #today

  /** @param lang of the page; may be empty */
  constructor(text: string, lang: string, today: string) {
    this.words = beginnings(text).filter(({ isWhole }) => isWhole).map(({ letters }) => letters)
    this.lang = lang
    this.#today = today
    const last = this.words.length - Number(!/\s$/.test(text))
    // The first word of a question leads to it, but any other word says more about it.
    const isChosen = this.words.some((word, place) => place > 0 && !STOP_WORDS.has(word))
    this.#leads = this.words.map((word, place) => place === 0 && !isChosen || place >= last || !STOP_WORDS.has(word))
  }

  /** The words that lead to files of questions; an empty one for an empty text. */
  leading() {
    return this.words.length > 0 ? this.words.filter((_, place) => this.#leads[place]) : ['']
  }

  /** @returns null if it does not continue the text */
  rank({ text, lang, validUntil, turn }: Prepared): Rank | null {
    // ISO days compare as texts.
    if (this.#today !== '' && validUntil !== '' && validUntil < this.#today) return null
    const isForeign = this.lang !== '' && this.lang !== lang
    if (this.words.length === 0) return isForeign ? null : { tier: 0, place: turn }
    const own = beginnings(text)
    let errors = 0
    for (const word of this.words) {
      const least = errorsIn(word, own)
      if (least === null) return null
      errors += least
    }
    const whole = own.filter(({ isWhole }) => isWhole).map(({ letters }) => letters).join('')
    return {
      tier: (errors > 0 ? MISSPELT : 0) + (isForeign ? FOREIGN : 0) + errors,
      place: (whole.startsWith(this.words.join('')) ? 0 : ELSEWHERE) + (turn < UNWORDED ? 0 : NO_QUESTION),
    }
  }
}

/** The cost of the errors with which a word of a question continues a typed one; null if none does. */
function errorsIn(word: string, own: Beginning[]) {
  if (own.some(({ letters }) => letters.startsWith(word))) return 0
  const letters = [...word]
  const mayErr = letters.length >= ONE_ERROR && letters.length <= MOST_LETTERS && !/\p{N}/u.test(word) && !UNSPACED.test(word)
  if (!mayErr) return null
  const limit = letters.length < TWO_ERRORS ? 1 : 2
  const costs = own.map((begun) => distance(letters, [...begun.letters], limit))
  const least = Math.min(...costs)
  return Number.isFinite(least) ? least : null
}

/**
 * The least distance (optimal string alignment) of the typed letters from a beginning of a word; infinite beyond the
 * limit.
 * @param errors the limit
 */
function distance(typed: string[], word: string[], errors: number) {
  const added = (at: number) => typed[at - 1] === typed[at - 2] ? SLIP : EDIT
  /** The rows of the last two letters. */
  let [before, row]: [number[], number[]] = [[], [0]]
  for (let at = 1; at <= typed.length; at++) row.push(row[at - 1] + added(at))
  let least = Infinity
  for (const [place, letter] of word.slice(0, typed.length + errors).entries()) {
    const next = [row[0] + EDIT]
    for (let at = 1; at <= typed.length; at++) {
      const missing = row[at] + (letter === word[place - 1] ? SLIP : EDIT)
      const replaced = row[at - 1] + (letter === typed[at - 1] ? 0 : EDIT)
      const isExchanged = place > 0 && at > 1 && letter === typed[at - 2] && word[place - 1] === typed[at - 1]
      next.push(Math.min(missing, next[at - 1] + added(at), replaced, isExchanged ? before[at - 2] + SLIP : Infinity))
    }
    [before, row] = [row, next]
    least = Math.min(least, next[typed.length])
  }
  return least <= errors * EDIT ? least : Infinity
}

/**
 * The questions of the least tier, each once, the first of equals first. As several questions of one section have the
 * same answer, sections take turns.
 */
export function best(questions: Prepared[], typed: Typed, limit: number): Prepared[] {
  const ranked = questions.flatMap((question) => {
    const rank = typed.rank(question)
    return rank ? [{ question, ...rank, chosen: 0 }] : []
  })
  const tier = Math.min(...ranked.map((own) => own.tier))
  let left = ranked.filter((own) => own.tier === tier)
  const chosen: Prepared[] = []
  while (left.length > 0 && chosen.length < limit) {
    const { question } = left.reduce((one, own) => (own.place - one.place || own.chosen - one.chosen) < 0 ? own : one)
    chosen.push(question)
    left = left.filter((own) => own.question.text !== question.text)
    for (const own of left) own.chosen += Number(own.question.section === question.section)
  }
  return chosen
}
