/**
 * What the parts of the box say that are loaded when they are wanted. A site rewords these as it does
 * those of texts.js.
 */

/** @typedef {keyof typeof EN} MoreKey */
/** @typedef {(key: MoreKey, values?: Record<string, string>) => string} Say */

const EN = {
  open: 'Search',
  close: 'Close',
}

/** @type {typeof EN} */
const TR = {
  open: 'Ara',
  close: 'Kapat',
}

/**
 * @param {import('./texts.js').Wording} wording
 * @returns {Say}
 */
export function moreText(wording) {
  const texts = wording.lang.split('-')[0] === 'tr' ? TR : EN
  return (key, values = {}) => wording.own(key, values, texts)
}
