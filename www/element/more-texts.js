/**
 * What the parts of the box say that are loaded when they are wanted. A site rewords these as it does
 * those of texts.js.
 */

/** @typedef {keyof typeof EN} MoreKey */
/** @typedef {(key: MoreKey, values?: Record<string, string>) => string} Say */

const EN = {
  open: 'Search',
  close: 'Close',
  filters: 'Filter',
  lang: 'Language',
  section: 'Section',
  all: 'All',
  more: 'Show more',
}

/** @type {typeof EN} */
const TR = {
  open: 'Ara',
  close: 'Kapat',
  filters: 'Filtrele',
  lang: 'Dil',
  section: 'Bölüm',
  all: 'Tümü',
  more: 'Daha fazla göster',
}

/**
 * @param {import('./texts.js').Wording} wording
 * @returns {Say}
 */
export function moreText(wording) {
  const texts = wording.lang.split('-')[0] === 'tr' ? TR : EN
  return (key, values = {}) => wording.own(key, values, texts)
}
