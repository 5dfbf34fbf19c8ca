/**
 * Replaces in a text what may identify a person: mail addresses, telephone numbers, and numbers of more than five
 * digits, in any grouping. `index-builder/desk/src/masking.rs` does the same; `tests/fixtures/masking.json` has cases
 * of both.
 */

const MAIL = /[^\s@＠<>()[\]"',;:!?]+\s?(?:@|＠|[([]\s?at\s?[)\]])\s?[^\s@＠<>()[\]"',;:!?]+\.[^\s@＠<>()[\]"',;:!?]+/giu
/** Digits, with what people write between those of one number. */
const NUMBER = /\+?\(?\p{Nd}(?:(?:[\s()./+‐-―-]{0,3}|,)\p{Nd})*/gu
const MOST_DIGITS = 5
/** A year or an academic year, which names nobody. */
const YEAR = /^(?:19|20)\d\d(?:[/‐-―-](?:19|20)?\d\d)?$/

export function masked(text: string): string {
  return text.replace(MAIL, '[mail]').replace(NUMBER, (number) => isLong(number) ? '[number]' : number)
}

function isLong(number: string): boolean {
  const others = number.split(/\s+/).filter((part) => !YEAR.test(part)).join('')
  return others.replace(/\P{Nd}/gu, '').length > MOST_DIGITS
}
