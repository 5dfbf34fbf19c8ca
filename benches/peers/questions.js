/**
 * Visitors' questions: a few words, and whole questions of eight words and more, both about existing
 * pages.
 */

/** @type {Record<string, ((title: string) => string)[]>} */
const QUESTIONS = {
  tr: [
    (title) => `${title} nedir ve hangi durumlarda nasıl kullanılması gerekir?`,
    (title) => `${title} kullanırken hata almamak için nelere dikkat etmeliyim?`,
    (title) => `${title} ile ilgili örnek kod ve açıklama nerede bulunur?`,
    (title) => `${title} için gereken ayarlar nelerdir ve nasıl değiştirilir?`,
  ],
  en: [
    (title) => `What is ${title} and in which cases should I use it?`,
    (title) => `What do I have to watch out for when I use ${title}?`,
    (title) => `Where can I find an example and an explanation of ${title}?`,
    (title) => `Which settings does ${title} need and how can I change them?`,
  ],
}

/**
 * @param {import('./pages.js').Page[]} pages
 * @param {string} lang
 * @param {number} count of each kind
 */
export function questions(pages, lang, count) {
  const titled = pages.filter((page) => words(page.title).length >= 2)
  if (!titled.length) throw new Error('no page has a title of two words or more')
  const chosen = Array.from(
    { length: count },
    (_, i) => titled[Math.floor(((i + 0.5) * titled.length) / count)],
  )
  const templates = QUESTIONS[lang] ?? QUESTIONS.en
  return {
    keywords: chosen.map((page) => words(page.title).slice(0, 2).join(' ')),
    questions: chosen.map((page, i) =>
      templates[i % templates.length](words(page.title).slice(0, 4).join(' ')),
    ),
  }
}

/** @param {string} title */
function words(title) {
  return title.match(/[\p{L}\p{N}_]{2,}/gu) ?? []
}
