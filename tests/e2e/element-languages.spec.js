/**
 * The box in languages whose texts come with the bundle: those that it shows first with the outline, which it fetches
 * at once only on pages in such a language; all with the manifest.
 */
import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { input, panel } from './fixtures/box.js'
import { openSite } from './fixtures/site.js'

const FOLDER = new URL('../../index-builder/src/project/texts/', import.meta.url)

/** @param {string} lang */
async function textsOf(lang) {
  const file = await readFile(new URL(`${lang}.toml`, FOLDER), 'utf8')
  const lines = file.matchAll(/^(\w+) = "(.*)"$/gm)
  return Object.fromEntries([...lines].map(([, key, text]) => [key, text]))
}

/** @param {import('@playwright/test').Page} page */
function outlinesAsked(page) {
  /** @type {string[]} */
  const asked = []
  page.on('request', (request) => { if (request.url().includes('outline.json')) asked.push(request.url()) })
  return asked
}

for (const lang of ['de', 'ar', 'ja']) {
  test(`a page in ${lang} has the box in its language before anybody asks`, async ({ page }) => {
    const texts = await textsOf(lang)
    await openSite(page, { lang, outline: { texts: { [lang]: texts } } })
    await expect(input(page)).toHaveAttribute('placeholder', texts.placeholder)
    await expect(input(page)).toHaveAccessibleName(texts.label)
  })
}

test('a page in English or Turkish fetches no texts', async ({ page }) => {
  const asked = outlinesAsked(page)
  await openSite(page, { lang: 'tr' })
  await expect(input(page)).toHaveAttribute('placeholder', 'Soru sorun veya arayın…')
  expect(asked).toEqual([])
})

test('a page in a language without texts asks once, and stays in English', async ({ page }) => {
  const asked = outlinesAsked(page)
  await openSite(page, { lang: 'eo', attributes: 'label="Serĉi"' })
  await page.locator('soru-search').evaluate((element) => element.setAttribute('label', 'Serĉu'))
  await expect(input(page)).toHaveAttribute('placeholder', 'Ask a question or search…')
  expect(asked).toHaveLength(1)
})

test('counts take the plural of the language', async ({ page }) => {
  const texts = { ru: await textsOf('ru'), ar: await textsOf('ar'), ko: await textsOf('ko') }
  await openSite(page)
  const counts = await page.evaluate(async (texts) => {
    const { Wording } = await import(new URL('/soru/texts/texts.js', location.href).href)
    const of = (/** @type {string} */ lang) => [1, 2, 5, 21].map((count) => new Wording(lang, texts).pages(count))
    return [of('ru'), of('ar'), of('ko')]
  }, texts)
  expect(counts[0]).toEqual(['1 страница', '2 страницы', '5 страниц', '21 страница'])
  expect(counts[1].map((text) => text.replace(/[٠-٩\d]+/g, 'n'))).toEqual(['صفحة واحدة', 'صفحتان', 'n صفحات', 'n صفحة'])
  expect(counts[2]).toEqual(['페이지 1개', '페이지 2개', '페이지 5개', '페이지 21개'])
})

test('the card of a model is in the language of the page', async ({ page }) => {
  const texts = { de: { ...await textsOf('de'), stop: 'Halt' } }
  await openSite(page)
  const card = await page.evaluate(async (texts) => {
    const { Wording } = await import(new URL('/soru/texts/texts.js', location.href).href)
    const { generatedText } = await import(new URL('/soru/texts/generated-texts.js', location.href).href)
    const say = generatedText(new Wording('de-AT', texts))
    return [say('generated'), say('stop'), say('sayDone', { answer: '42' })]
  }, texts)
  expect(card).toEqual([texts.de.generated, 'Halt', 'Von einem Sprachmodell geschrieben: 42'])
})

// The box has no texts in Urdu and shows them in English; a result in the page's own language is not a foreign one.
test('only results in another language than the page are labelled', async ({ page }) => {
  await openSite(page)
  const names = await page.evaluate(async () => {
    const { Wording } = await import(new URL('/soru/texts/texts.js', location.href).href)
    const { breadcrumb } = await import(new URL('/soru/box/links.js', location.href).href)
    const [urdu, british] = ['ur-PK', 'en-GB'].map((lang) => new Wording(lang))
    return {
      urdu: ['ur', 'en', 'tr', ''].map((tag) => urdu.foreignName(tag) || null),
      british: ['ur', 'en-US', 'tr', null].map((tag) => british.foreignName(tag) || null),
      lang: urdu.isForeign('ur'),
      places: ['zh/a', 'zh-cn/a', 'ZH-TW/a', 'zha/a'].map((path) => breadcrumb(`https://a.example/${path}`, 'https://a.example/', 'zh'))
    }
  })
  expect(names).toEqual({
    urdu: [null, null, 'Turkish', null],
    british: ['Urdu', null, 'Turkish', null],
    lang: true,
    places: ['a', 'a', 'a', 'zha › a']
  })
})

for (const lang of ['ar', 'fa', 'he']) {
  test(`the box is laid out from right to left on a page in ${lang}`, async ({ page }) => {
    const texts = await textsOf(lang)
    await openSite(page, { lang, attributes: 'dir="rtl"', bundle: { texts: JSON.stringify({ [lang]: texts }) } })
    await input(page).fill('quote')
    await input(page).press('Enter')
    await expect(panel(page)).toContainText(texts.quote)
    const field = await input(page).boundingBox()
    const ask = await page.locator('soru-search [part~=ask]').boundingBox()
    expect(ask && field && ask.x + ask.width <= field.x + 1).toBe(true)
    // English text reads from left to right.
    const title = page.locator('soru-search [part~=title][lang=en]').first()
    await expect(title).toHaveAttribute('dir', 'auto')
    expect(await title.evaluate((element) => getComputedStyle(element).direction)).toBe('ltr')
    const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(width).toBeLessThanOrEqual(0)
  })
}
