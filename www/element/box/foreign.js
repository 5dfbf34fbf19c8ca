/**
 * Texts in another language than the page: their `lang` attribute and the label that names the language.
 */
import { h } from './dom.js'

/**
 * The `lang` of a text; null if it is that of the page.
 * @param {string | null | undefined} lang
 * @param {import('../texts/texts.js').Wording} wording
 */
export function foreignTag(lang, wording) {
  return lang && wording.isForeign(lang) ? lang : null
}

/**
 * The label with the language of a text; null if it is that of the page.
 * @param {string | null | undefined} lang
 * @param {import('../texts/texts.js').Wording} wording
 */
export function languageChip(lang, wording) {
  const name = wording.foreignName(lang)
  return name && h('span', { class: 'chip', part: 'language' }, name)
}
