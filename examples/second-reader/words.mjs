/**
 * Fold keys: by them words are found.
 *
 * How a text is cut into words, and how a word gets its stem, a reader need not know that looks up single words: the
 * dictionary's rows have both.
 */

/** What letters fold to that are more than a letter in lower case. All of them are in lower case. */
const FOLDED = new Map(Object.entries({
  a: 'àáâãäåāăąǎ', c: 'çćĉċč', d: 'ðďđ', e: 'èéêëēĕėęě', g: 'ĝğġģǧ', h: 'ĥħ', i: 'ìíîïĩīĭįı', j: 'ĵ', k: 'ķĸ',
  l: 'ĺļľŀł', n: 'ñńņňŉ', o: 'òóôõöøōŏő', r: 'ŕŗř', s: 'śŝşšș', t: 'ţťŧț', u: 'ùúûüũūŭůűų', w: 'ŵ', y: 'ýÿŷ',
  z: 'źżž', σ: 'ς', ss: 'ß', ae: 'æ', oe: 'œ', th: 'þ',
}).flatMap(([folded, letters]) => [...letters].map((letter) => [letter, folded])))

/** The fold key of a word in lower case. */
export function foldKey(/** @type {string} */ word) {
  return [...word.replace(/[\u0300-\u036f]/g, '')].map((letter) => FOLDED.get(letter) ?? letter).join('')
}

/**
 * A word in lower case, letter by letter: where one capital has two small letters, `İ`, it is `i`.
 * @param {string} word
 * @param {string} language
 */
export function lowerCase(word, language) {
  const letters = [...word.normalize('NFC')].map((letter) => {
    if (letter === 'I' && language === 'tr') return 'ı'
    return [...letter.toLowerCase()][0]
  })
  // What other lower-casing leaves of `İ`.
  return letters.join('').replace(/[iı]\u0307/g, 'i')
}

/** A word's beginning, by which words are united: none of what is shorter, or has a digit. */
export function beginning(/** @type {string} */ key, /** @type {string} */ language) {
  const letters = [...key].slice(0, language === 'tr' ? 5 : 6)
  const isWhole = letters.length === (language === 'tr' ? 5 : 6)
  return isWhole && !/[0-9]/.test(key) ? letters.join('') : undefined
}
