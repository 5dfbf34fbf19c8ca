/**
 * R11: prepared questions complete what is typed, from small files that only a visitor who types fetches. The page reads
 * them in JavaScript, and the command in Rust: both find the same.
 */
import { execFile } from 'node:child_process'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'
import { answerCard, input, options } from './fixtures/box.js'
import { SORU, startBuiltSite } from './fixtures/built-site.js'

const run = promisify(execFile)
/** The largest file that a visitor waits for while typing, in bytes. */
const MOST_BYTES = 16_384

const SUBJECTS = {
  en: ['library', 'locker', 'laundry', 'canteen', 'parking permit', 'student card', 'gym', 'workshop', 'H-1B desk', 'e-mail'],
  tr: ['kütüphane', 'yemekhane', 'öğrenci kartı', 'İngilizce sınavı', 'yurt', 'çamaşırhane', 'ıslak zemin', 'şenlik'],
}
const ASKED = {
  en: ['What does the {} of house {n} cost?', 'Who opens the {} of house {n}?', 'lost key {} {n}'],
  tr: ['{n}. bloktaki {} ne kadar?', '{n}. blokta {} nasıl açılır?', '{} anahtarı {n}'],
}
const OTHERS = [
  { lang: 'ja', text: '窓口は九時に開きます。', questions: ['学生ビザの申請はどこでしますか', 'カードを失くしたらどうしますか'] },
  { lang: 'ar', text: 'تفتح المكتبة في التاسعة.', questions: ['متى تفتح المكتبة؟', 'أين الجامعة القديمة؟'] },
  { lang: 'ru', text: 'Библиотека открыта с девяти.', questions: ['Когда открыта библиотека?', 'Где взять ёлку?'] },
  { lang: 'fr', text: 'Le bureau ouvre à neuf heures.', questions: ["Combien coûte l'eau ?", "Où est l'université ?"] },
]

/** Pages with prepared questions, in six languages. */
function site() {
  const pages = /** @type {const} */ (['en', 'tr']).flatMap((lang) => Array.from({ length: 30 }, (_, n) => ({
    lang,
    text: lang === 'en' ? `House ${n} opens at nine. A locker costs five euros.` : `${n}. blok dokuzda açılır.`,
    questions: SUBJECTS[lang].flatMap((subject) => ASKED[lang].map((own) => own.replace('{}', subject).replace('{n}', `${n}`))),
  })))
  const all = [...pages, ...OTHERS].map((page, at) => ({ ...page, id: `p${at}` }))
  const lines = (/** @type {object[]} */ rows) => rows.map((row) => JSON.stringify(row)).join('\n')
  return {
    'documents.jsonl': lines(all.map(({ id, lang, text }) => ({ id, title: `Page ${id}`, url: `${id}.html`, lang, text }))),
    'written.jsonl': lines(all.map(({ id, questions }) => ({ id, questions }))),
    'facts.json': JSON.stringify([{ question: 'How much is the library fine?', answer: 'Two euros a week.', source_url: 'p0.html', lang: 'en' }]),
    'soru.toml': '[site]\nlanguages = ["en", "tr", "ja", "ar", "ru", "fr"]\n',
    'index.html': '<!doctype html><html lang="en"><head><title>Start</title><script type="module" src="soru/soru-search.js"></script></head><body><soru-search></soru-search></body></html>',
  }
}

/** @type {Awaited<ReturnType<typeof startBuiltSite>>} */
let built
test.beforeAll(async () => {
  built = await startBuiltSite(site())
  const of = (/** @type {string} */ name) => join(built.folder, name)
  await run(SORU, ['build', of('documents.jsonl'), '--out', of('soru'), '--config', of('soru.toml'),
    '--questions', of('written.jsonl'), '--facts', of('facts.json'), '--layout', 'sharded', '--quiet'])
})
test.afterAll(() => built.close())

const bundle = () => join(built.folder, 'soru')

/** @param {string[]} args */
async function json(...args) {
  return JSON.parse((await run(SORU, [...args, '--json'], { maxBuffer: 1 << 26 })).stdout)
}

/** Visitors type beginnings, words in any order, other spellings, and typos. @type {[string, string][]} */
const TYPED = [
  ...['', 'l', 'lib', 'library', 'lirbary', 'libary', 'of house 2', 'how', 'who opens', 'what does the', 'who', 'cost park', 'card 12', 'card 12 ', 'H1B', 'h-1b d',
    'email', 'e-mail 7', 'mail', 'laundri', 'what does the gym of house 29', 'house 4 what', 'lost', 'lsot key', 'zzz', 'fine', 'yurt', "who's"]
    .map((text) => /** @type {[string, string]} */ (['en', text])),
  ...['', 'yurt', 'yutr', 'kutup', 'KÜTÜPHANE', 'kütüphnae', 'ingilizce', 'INGILIZCE SINAVI', 'islak', 'ıslak z', 'senlik 3', 'ogrenci k',
    'nasıl', 'ne kadar 12', 'anahtar', 'camasirhanee', 'library', 'öğrenci kartı 5 blok']
    .map((text) => /** @type {[string, string]} */ (['tr', text])),
  ['ja', '学生'], ['ja', '申請'], ['ja', 'かーど'], ['ja', '失くし'], ['ar', 'مكتبة'], ['ar', 'الجامعه'], ['ar', 'اين'], ['ru', 'библ'],
  ['ru', 'елку'], ['ru', 'бибилотека'], ['fr', 'eau'], ['fr', "l'eau"], ['fr', 'universite'], ['fr', 'cout'], ['', 'bibl'],
]

test('the page and the command find the same questions', async ({ page }) => {
  await page.goto(built.url)
  const own = await page.evaluate(async (typed) => {
    const { open } = await import(new URL('soru/soru.js', location.href).href)
    const soru = await open('soru/')
    return Promise.all(typed.map(([lang, text]) => soru.suggest(text, { lang, limit: 5 })))
  }, TYPED)
  for (const [at, [lang, typed]] of TYPED.entries()) {
    const other = await json('query', bundle(), '--suggest', typed, '--lang', lang, '--top-k', '5')
    expect(own[at].suggestions, `«${typed}» in ${lang}`).toEqual(other.suggestions)
  }
  // Else nothing was compared.
  expect(own.filter(({ suggestions }) => suggestions.length > 0).length).toBeGreaterThan(TYPED.length - 6)
})

test('no first answer fetches them, typing fetches a few small ones, and one that is chosen is asked word for word', async ({ page }) => {
  /** @type {string[]} */
  const fetched = []
  page.on('request', (request) => {
    const name = request.url().split('/').at(-1) ?? ''
    if (name.endsWith('.msgpack.bin')) fetched.push(name)
  })
  const { files } = await json('inspect', bundle())
  const own = (/** @type {{ sections: string[] }} */ { sections }) => sections.some((name) => /^(files\/)?suggest/.test(name))
  const tables = files.filter(own).map((/** @type {{ name: string }} */ { name }) => name)
  const isOfQuestions = (/** @type {string} */ name) => name.startsWith('suggest-') || tables.includes(name)

  await page.goto(built.url)
  await page.locator('soru-search').evaluate(async (box) => {
    await customElements.whenDefined(box.localName)
    await /** @type {any} */ (box).ask('Who opens the gym of house 3?')
  })
  expect(fetched.length).toBeGreaterThan(0)
  expect(fetched.filter(isOfQuestions)).toEqual([])

  await input(page).fill('')
  await input(page).pressSequentially('locker of house 17 co')
  await expect(options(page).first()).toHaveText('What does the locker of house 17 cost?')
  const typed = fetched.filter(isOfQuestions)
  expect(typed.length).toBeGreaterThan(2)
  const sizes = await Promise.all(typed.map(async (name) => (await stat(join(bundle(), name))).size))
  expect(Math.max(...sizes)).toBeLessThanOrEqual(MOST_BYTES)
  const shards = new Set(typed.filter((name) => name.startsWith('suggest-')))
  expect(shards.size).toBeLessThan(15)

  await options(page).first().click()
  await expect(input(page)).toHaveValue('What does the locker of house 17 cost?')
  await expect(answerCard(page)).toContainText('A locker costs five euros.')
})

test('a page without the files says nothing, and lists pages', async ({ page }) => {
  await page.route(/\/suggest-/, (route) => route.fulfill({ status: 404, body: '' }))
  await page.goto(built.url)
  await input(page).pressSequentially('house 17')
  await expect(options(page).first()).toContainText('Page p17')
})

test('files that never arrive do not keep the pages back', async ({ page }) => {
  await page.route(/\/suggest-/, () => {})
  await page.goto(built.url)
  await input(page).pressSequentially('house 17')
  await expect(options(page).first()).toContainText('Page p17', { timeout: 5000 })
})

test('a page of the host instead of a file is an error for scripts, and the next attempt succeeds', async ({ page }) => {
  await page.route(/\/suggest-/, (route) => route.fulfill({ body: '<!doctype html><title>Sign in</title>' }), { times: 1 })
  await page.goto(built.url)
  const attempts = await page.evaluate(async () => {
    const { open } = await import(new URL('soru/soru.js', location.href).href)
    const soru = await open('soru/')
    const attempt = () => soru.suggest('locker').then((/** @type {any} */ { suggestions }) => suggestions.length, (/** @type {any} */ { code }) => code)
    const refused = await soru.suggest('locker', { limit: 0 }).catch((/** @type {any} */ { code }) => code)
    return [await attempt(), await attempt(), refused]
  })
  expect(attempts).toEqual(['CORRUPT_INDEX', 3, 'INVALID_OPTION'])
})
