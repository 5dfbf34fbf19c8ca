/** Letters that have no plain one inside, as the engine folds them (`src/text/fold.rs`). */
const PLAIN: Record<string, string> = { ı: 'i', ł: 'l', ø: 'o', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ς: 'σ' }

/** Words for comparisons in the box: without case and diacritics, and with one i for all four. */
export function words(text: string) {
  const plain = text.toLowerCase().normalize('NFD').replace(/\p{M}/gu, '').replace(/[ıłøđðħŧßæœþς]/g, (letter) => PLAIN[letter])
  return plain.match(/[\p{L}\p{N}]+/gu) ?? []
}
