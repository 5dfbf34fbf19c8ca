/**
 * Fold keys: by them words are found.
 *
 * How a text is cut into words, and how a word gets its stem, a reader need not know that looks up single words: the
 * dictionary's rows have both.
 */

/** What letters fold to that are more than a letter in lower case. All of them are in lower case. */
const FOLDED = new Map(Object.entries({
  a: 'àáâãäåāăąǎạảấầẩẫậắằẳẵặ', c: 'çćĉċč', d: 'ðďđ', e: 'èéêëēĕėęěẹẻẽếềểễệ', g: 'ĝğġģǧ', h: 'ĥħ',
  i: 'ìíîïĩīĭįıỉị', j: 'ĵ', k: 'ķĸ', l: 'ĺļľŀł', n: 'ñńņňŉ', o: 'òóôõöøōŏőơọỏốồổỗộớờởỡợ',
  r: 'ŕŗř', s: 'śŝşšș', t: 'ţťŧț', u: 'ùúûüũūŭůűųưụủứừửữự', w: 'ŵ', y: 'ýÿŷỳỵỷỹ', z: 'źżž',
  σ: 'ς', ss: 'ß', ae: 'æ', oe: 'œ', th: 'þ', α: 'ά', ε: 'έ', η: 'ή', ι: 'ίϊΐ', ο: 'ό', υ: 'ύϋΰ', ω: 'ώ',
  е: 'ё', и: 'й', і: 'ї', г: 'ґ', у: 'ў', ا: 'آأإٱ', و: 'ؤ', ي: 'ئىی', ه: 'ةۀ', ك: 'ک',
}).flatMap(([folded, letters]) => [...letters].map((letter) => [letter, folded])))

/** Marks that no fold key has. */
const MARKS = new RegExp('[\\u0300-\\u036f\\u0483-\\u0487\\u0591-\\u05bd\\u05bf\\u05c1\\u05c2\\u05c4\\u05c5\\u05c7\\u0610-\\u061a\\u0640'
  + '\\u064b-\\u065f\\u0670\\u06d6-\\u06dc\\u06df-\\u06e4\\u06e7\\u06e8\\u06ea-\\u06ed\\u1ab0-\\u1aff\\u1dc0-\\u1dff\\u200c\\u200d'
  + '\\u20d0-\\u20f0\\ufe00-\\ufe0f\\ufe20-\\ufe2f\\u{e0100}-\\u{e01ef}]', 'gu')

/** The fold key of a word in lower case. */
export function foldKey(/** @type {string} */ word) {
  return [...word.replace(MARKS, '')].map((letter) => FOLDED.get(letter) ?? hiragana(letter)).join('')
}

/** The hiragana of a katakana; any other letter as it is. */
function hiragana(/** @type {string} */ letter) {
  return /[ァ-ヶヽヾ]/u.test(letter) ? String.fromCharCode(letter.charCodeAt(0) - 0x60) : letter
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
  const length = language === 'en' ? 6 : 5
  const letters = [...key].slice(0, length)
  const isWhole = letters.length === length
  return isWhole && !/[0-9]/.test(key) ? letters.join('') : undefined
}
