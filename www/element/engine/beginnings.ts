/**
 * The places in a text where words begin, for completing what is typed, as `src/text/beginnings.rs` finds them.
 */

/** Folded letters to the end of a word, or of a part of it. */
export type Beginning = { letters: string, isWhole: boolean }

const APOSTROPHES = "'’‘ʼ"
/** Signs that join the letters around them to one word. */
const JOINS = `${APOSTROPHES}\\-‐‑–_/.,:&\\u200c`
const WORD = new RegExp(`[\\p{Alphabetic}\\p{N}](?:[\\p{Alphabetic}\\p{N}\\p{M}]|[${JOINS}](?=[\\p{Alphabetic}\\p{N}]))*`, 'gu')
/** Scripts without spaces between words. */
export const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Hang}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmr}\p{sc=Mymr}]/u
const ARTICLE = /^(?:ال|وال|بال|كال|فال|لل)(?=...)/u
/** An article or a preposition before an apostrophe has two letters at most, a word behind one has five at least. */
const ELIDED = 2
const ELIDING = /^[\p{Alphabetic}\p{N}]{5}/u

/** Marks and joiners that hurried visitors do not type. */
const LEFT_OUT = /[\u0300-\u036f\u0483-\u0487\u0591-\u05bd\u05bf\u05c1\u05c2\u05c4\u05c5\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06dc\u06df-\u06e4\u06e7\u06e8\u06ea-\u06ed\u200c\u200d]/gu
/** Letters that stand for others and are not composed. */
const OTHERS = new Map(Object.entries({
  ı: 'i', ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th', ø: 'o', ł: 'l', đ: 'd', ð: 'd', ħ: 'h', ŧ: 't', ĸ: 'k', ς: 'σ', ґ: 'г',
  ٱ: 'ا', ى: 'ي', ی: 'ي', ة: 'ه', ک: 'ك',
}))
const STANDS_FOR = new RegExp(`[${[...OTHERS.keys()].join('')}]`, 'gu')
/** Hiragana and katakana differ by this. */
const KATAKANA = 0x60

/** The beginnings of all words and their parts, in the order of the text. */
export function beginnings(text: string): Beginning[] {
  return (text.normalize('NFC').match(WORD) ?? []).flatMap((word) => {
    const bare = word.replace(ARTICLE, '')
    return [
      { letters: folded(word), isWhole: true },
      ...(bare === word ? [] : [{ letters: folded(bare), isWhole: false }]),
      ...parts(word).map((part) => ({ letters: folded(part), isWhole: false })),
    ]
  })
}

function parts(word: string) {
  const letters = [...word]
  return letters.flatMap((_, at) => at > 0 && beginsPart(letters, at) ? [letters.slice(at).join('')] : [])
}

function beginsPart(word: string[], at: number) {
  const [before, own] = [word[at - 1], word[at]]
  if (/[^\p{Alphabetic}\p{N}]/u.test(own)) return false
  if (UNSPACED.test(own)) return !/\p{M}/u.test(own)
  if (APOSTROPHES.includes(before)) return at - 1 <= ELIDED || ELIDING.test(word.slice(at).join(''))
  return !/[\p{Alphabetic}\p{N}\p{M}]/u.test(before) || UNSPACED.test(before)
}

/** Letters without accents, dots, capitals, and the signs between them, with one i for all four. */
function folded(word: string) {
  const bare = word.replace(/[^\p{Alphabetic}\p{N}\p{M}]/gu, '').normalize('NFKD').replace(LEFT_OUT, '').normalize('NFC')
  return bare.toLowerCase()
    .replace(STANDS_FOR, (letter) => OTHERS.get(letter) ?? letter)
    .replace(/[ァ-ヶヽヾ]/gu, (kana) => String.fromCharCode(kana.charCodeAt(0) - KATAKANA))
    .replace(/(?![0-9])\p{Nd}/gu, figure)
}

/** The figure for a digit of another script. */
function figure(digit: string) {
  const code = digit.codePointAt(0) ?? 0
  let zero = code
  while (code - zero < 9 && /\p{Nd}/u.test(String.fromCodePoint(zero - 1))) zero -= 1
  return String(code - zero)
}
