/**
 * Texts in another language than the page: their `lang` attribute and the label that names the language.
 */
import { h } from './dom.js'
import type { Wording } from '../texts/texts.js'

/** The `lang` of a text; null if it is that of the page. */
export function foreignTag(lang: string | null | undefined, wording: Wording) {
  return lang && wording.isForeign(lang) ? lang : null
}

/** The label with the name of a site, if there is one. */
export function siteChip(name: string | undefined | false) {
  return name && h('span', { class: 'chip', part: 'site' }, name)
}

/** The label with the language of a text; null if it is that of the page. */
export function languageChip(lang: string | null | undefined, wording: Wording) {
  const name = wording.foreignName(lang)
  return name && h('span', { class: 'chip', part: 'language' }, name)
}
