/**
 * Numbers, dates and names of languages: those written in the box are the same as the browser's own, but for
 * dates in English of no region or of Türkiye, where the day comes first.
 */
import { expect, test } from '@playwright/test'
import { openSite } from './fixtures/site.js'

const LANGUAGES = ['en', 'en-US', 'en-GB', 'en-TR', 'tr', 'tr-TR', 'tr-CY', 'de', 'ar-EG', 'fa']

test('formats are those of the browser, in every language', async ({ page }) => {
  await openSite(page)
  const pairs = await page.evaluate(async (languages) => {
    const { date, languageName, number, plural } = await import(new URL('/soru/box/formats.js', location.href).href)
    /** @type {[string, string][]} ours and theirs */
    const pairs = []
    for (const lang of languages) {
      const dates = new Intl.DateTimeFormat(['en', 'en-TR'].includes(lang) ? 'en-GB' : lang, { dateStyle: 'long', timeZone: 'UTC' })
      for (let month = 0; month < 12; month += 1) {
        const day = new Date(Date.UTC(2026, month, 3 * month + 1))
        pairs.push([date(day, lang), dates.format(day)])
      }
      const numbers = new Intl.NumberFormat(lang)
      for (const value of [0, 1, 9, 10, 42, 999, 1000, 12_345, -1, 0.5]) pairs.push([number(value, lang), numbers.format(value)])
      const plurals = new Intl.PluralRules(lang)
      for (const count of [0, 1, 2, 11, 21]) pairs.push([plural(count, lang).toLowerCase(), plurals.select(count)])
      const names = new Intl.DisplayNames(lang, { type: 'language' })
      for (const tag of ['en', 'tr', 'de', 'en-GB']) pairs.push([languageName(tag, lang), String(names.of(tag))])
    }
    return pairs
  }, LANGUAGES)
  expect(pairs).toHaveLength(LANGUAGES.length * 31)
  expect(pairs.map(([ours]) => ours)).toEqual(pairs.map(([, theirs]) => theirs))
})

test('an invalid language name stays unchanged', async ({ page }) => {
  await openSite(page)
  const names = await page.evaluate(async () => {
    const { languageName } = await import(new URL('/soru/box/formats.js', location.href).href)
    return ['', 'x y', 'constructor'].map((tag) => languageName(tag, 'en'))
  })
  expect(names).toEqual(['', 'x y', 'constructor'])
})
