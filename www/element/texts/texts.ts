/**
 * Texts of the box, in Turkish and English.
 *
 * A site changes any of them, or adds a language, under `[texts.<lang>]` of its soru.toml; the keys are those
 * below, and those of the modules that are loaded later. `{name}` stands for a value. Texts in other languages
 * come with the bundle (`index-builder/src/project/texts/`). `contactUrl` is not a text, but depends on the
 * language as well.
 */

import { date, languageName, number, plural } from '../box/formats.js'
import { attributeOf, page } from '../box/page.js'

export type Texts = typeof EN
export type TextKey = keyof Texts

const EN = {
  label: 'Search this site',
  placeholder: 'Ask a question or search…',
  ask: 'Ask',
  clear: 'Clear',
  suggestions: 'Try asking',
  pages: 'Pages',
  documentPage: '{type}, p. {page}',
  matching: 'Questions and pages',
  nearest: 'Closest pages',
  best: 'These sections fit best',
  noSingle: 'No sure answer.',
  countOne: '{count} page',
  countOther: '{count} pages',
  fact: 'Checked answer',
  quote: 'From the site',
  showAll: 'Show all',
  showLess: 'Show less',
  answers: 'Answers the question “{question}”',
  source: 'Source',
  checkedOn: 'Checked on {date}',
  validUntil: 'Valid until {date}',
  confidenceHigh: 'Good match',
  confidenceLow: 'Uncertain – please check the source',
  noAnswer: 'No answer found',
  noAnswerNear: 'Nothing on this site seems to answer that.',
  otherLanguage: 'The pages here are in {languages}',
  otherLanguageHint: 'They were searched for your words. A question in that language finds more.',
  noAnswerAlone: 'Nothing on this site matches. Try different or fewer words.',
  contact: 'Contact us',
  smallTalk: 'Ask a question, and this box will look for the answer on this site.',
  smallTalkThanks: 'You’re welcome!',
  noMatch: 'No matching page yet',
  noMatchHint: 'Finish your question and press Enter.',
  allResults: 'All results for “{question}”',
  searching: 'Looking for an answer…',
  loading: 'Loading the search…',
  errorTitle: 'The search is not available right now',
  errorOffline: 'You seem to be offline. Connect to the internet and try again.',
  errorFetch: 'Part of the search could not be loaded. Check your connection and try again.',
  partMissing: 'Part of the search could not be loaded, so some results may be missing.',
  errorReload: 'The search was updated. Reload the page to use the new version.',
  errorWords: 'Type at least one word to search for.',
  errorOther: 'Please try again. If this keeps happening, let the people who run this site know.',
  retry: 'Try again',
  details: 'Technical details',
  hintMove: 'to select',
  hintAsk: 'to ask',
  hintOpen: 'to open',
  hintClose: 'to close',
  saySource: 'Source: {source}.',
}

const TR: Texts = {
  label: 'Bu sitede ara',
  placeholder: 'Soru sorun veya arayın…',
  ask: 'Sor',
  clear: 'Temizle',
  suggestions: 'Şunları sorabilirsiniz',
  pages: 'Sayfalar',
  documentPage: '{type}, s. {page}',
  matching: 'Sorular ve sayfalar',
  nearest: 'En yakın sayfalar',
  best: 'En uygun bölümler',
  noSingle: 'Kesin bir yanıt bulunamadı.',
  countOne: '{count} sayfa',
  countOther: '{count} sayfa',
  fact: 'Doğrulanmış yanıt',
  quote: 'Siteden alıntı',
  showAll: 'Tümünü göster',
  showLess: 'Daha az göster',
  answers: '“{question}” sorusunun yanıtı',
  source: 'Kaynak',
  checkedOn: 'Son doğrulama: {date}',
  validUntil: '{date} tarihine kadar geçerli',
  confidenceHigh: 'İyi eşleşme',
  confidenceLow: 'Belirsiz – lütfen kaynağı kontrol edin',
  noAnswer: 'Yanıt bulunamadı',
  noAnswerNear: 'Bu sitede sorunuzun yanıtı yok gibi görünüyor.',
  otherLanguage: 'Buradaki sayfaların dili: {languages}',
  otherLanguageHint: 'Sözcükleriniz bu sayfalarda arandı. Bu dilde sorarsanız daha çok sonuç bulunur.',
  noAnswerAlone: 'Bu sitede eşleşen bir sayfa bulunamadı. Farklı ya da daha az sözcükle deneyin.',
  contact: 'Bize ulaşın',
  smallTalk: 'Sorunuzu yazın; yanıtını bu sitede arayalım.',
  smallTalkThanks: 'Rica ederiz!',
  noMatch: 'Henüz eşleşen sayfa yok',
  noMatchHint: 'Sorunuzu tamamlayıp Enter’a basın.',
  allResults: '“{question}” için tüm sonuçlar',
  searching: 'Yanıt aranıyor…',
  loading: 'Arama yükleniyor…',
  errorTitle: 'Arama şu anda kullanılamıyor',
  errorOffline: 'Çevrimdışı görünüyorsunuz. İnternete bağlanıp yeniden deneyin.',
  errorFetch: 'Aramanın bir bölümü yüklenemedi. Bağlantınızı kontrol edip yeniden deneyin.',
  partMissing: 'Aramanın bir bölümü yüklenemedi; bazı sonuçlar eksik olabilir.',
  errorReload: 'Arama güncellendi. Yeni sürümü kullanmak için sayfayı yenileyin.',
  errorWords: 'Aranacak en az bir sözcük yazın.',
  errorOther: 'Lütfen yeniden deneyin. Sorun sürerse sitenin yöneticilerine bildirin.',
  retry: 'Yeniden dene',
  details: 'Teknik ayrıntılar',
  hintMove: 'seçmek için',
  hintAsk: 'sormak için',
  hintOpen: 'açmak için',
  hintClose: 'kapatmak için',
  saySource: 'Kaynak: {source}.',
}

const BUILT_IN: Record<string, Texts> = { en: EN, tr: TR }

/** The wording for one language, and the formats that go with it. */
export class Wording {
  #texts: Record<string, string>
  /** The language of the page, which may have no texts. */
  #wanted: string
  /** Whether these texts are in that language. */
  isKnown: boolean
  lang: string

  /**
   * @param lang a BCP 47 tag
   * @param overrides the site's own, by language
   */
  constructor(lang: string, overrides: Record<string, Record<string, string>> = {}) {
    const primary = primaryOf(lang)
    this.#wanted = primary
    this.isKnown = primary in BUILT_IN || primary in overrides
    this.lang = this.isKnown ? valid(lang) : 'en'
    this.#texts = { ...EN, ...BUILT_IN[primary], ...overrides[primary], ...overrides[lang] }
  }

  text(key: TextKey, values: Record<string, string> = {}) {
    return this.own(key, values, EN)
  }

  /** The same for texts that are loaded later: the site's own wording, or that of the module. */
  own(key: string, values: Record<string, string>, builtIn: Record<string, string>) {
    const template = String(this.#texts[key] ?? builtIn[key])
    return template.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole)
  }

  pages(count: number) {
    const key = `count${plural(count, this.lang)}`
    return this.own(key, { count: this.number(count) }, { [key]: this.text('countOther') })
  }

  number(value: number) {
    return number(value, this.lang)
  }

  /**
   * Formats a date for the language; an invalid date is returned unchanged.
   * @param iso as in 2026-01-31
   */
  date(iso: string) {
    const value = new Date(iso)
    return Number.isNaN(value.getTime()) ? iso : date(value, this.lang)
  }

  /** The name of a language in this one: "tr" is "Turkish". */
  languageName(tag: string) {
    return languageName(tag, this.lang)
  }

  /** Is a text in that language foreign to a reader of this one? */
  isForeign(tag: string | null | undefined) {
    return Boolean(tag) && primaryOf(String(tag)) !== primaryOf(this.lang)
  }

  /** The name of a text's language; null if it is that of these texts, or of the page. */
  foreignName(tag: string | null | undefined) {
    return tag && this.isForeign(tag) && primaryOf(tag) !== this.#wanted ? this.languageName(tag) : null
  }
}

function primaryOf(tag: string) {
  return tag.toLowerCase().split('-')[0]
}

function valid(tag: string) {
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? 'en'
  } catch {
    return 'en'
  }
}

/** The language of the page around an element, through shadow roots. */
export function languageAround(element: Element) {
  let here: Element | null = element
  while (here) {
    const found = here.closest('[lang]')
    const lang = found && attributeOf(found, 'lang')
    if (lang) return lang
    const root = here.getRootNode()
    here = root instanceof ShadowRoot ? root.host : null
  }
  return page('documentElement').lang || navigator.language || 'en'
}
