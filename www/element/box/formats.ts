/**
 * Numbers, dates and names of languages as a language writes them.
 *
 * `Intl` knows all languages, but making its first formatter took 20 to 50 ms of the page's thread (timed
 * around `new Intl.NumberFormat('tr').format(5)` and the like in fresh pages of Chromium), just when a visitor
 * waits for results. This module has the common formats of the box's own languages.
 */

export interface Own {
  months: string[]
  /** A date with the month's name. */
  long: (day: number, month: string, year: number) => string
  /** Names by tag. */
  languages: Record<string, string>
}

const OWN: Record<string, Own> = {
  en: {
    months: 'January February March April May June July August September October November December'.split(' '),
    long: (day, month, year) => `${day} ${month} ${year}`,
    languages: { en: 'English', tr: 'Turkish' },
  },
  tr: {
    months: 'Ocak Şubat Mart Nisan Mayıs Haziran Temmuz Ağustos Eylül Ekim Kasım Aralık'.split(' '),
    long: (day, month, year) => `${day} ${month} ${year}`,
    languages: { en: 'İngilizce', tr: 'Türkçe' },
  },
}

/** English without a region is international: the day comes first. */
OWN['en-US'] = { ...OWN.en, long: (day, month, year) => `${month} ${day}, ${year}` }

/** Other regions write dates in other ways. */
function own(lang: string): Own | undefined {
  return OWN[lang.replace(/-(GB|TR)$/, '')]
}

/** @param lang a BCP 47 tag */
export function number(value: number, lang: string) {
  const isPlain = own(lang) && Number.isInteger(value) && value >= 0 && value < 1000
  return isPlain ? String(value) : new Intl.NumberFormat(lang).format(value)
}

/** The plural that a count takes, with a capital: `One`, `Few`, `Other`. */
export function plural(count: number, lang: string) {
  const rule = own(lang) ? (count === 1 ? 'one' : 'other') : new Intl.PluralRules(lang).select(count)
  return rule[0].toUpperCase() + rule.slice(1)
}

/** With the month's name, in UTC. */
export function date(value: Date, lang: string) {
  const known = own(lang)
  if (known) return known.long(value.getUTCDate(), known.months[value.getUTCMonth()], value.getUTCFullYear())
  return new Intl.DateTimeFormat(lang, { dateStyle: 'long', timeZone: 'UTC' }).format(value)
}

/**
 * @param tag of the language that is named
 * @param lang in which it is
 */
export function languageName(tag: string, lang: string) {
  const known = own(lang)?.languages[tag]
  if (typeof known === 'string') return known // and not what every object has
  try {
    return new Intl.DisplayNames(lang, { type: 'language' }).of(tag) ?? tag
  } catch {
    return tag
  }
}
