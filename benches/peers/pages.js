/**
 * A site of any size, made of real pages.
 *
 * Writes the pages of a folder (Markdown or HTML) as plain HTML files, so
 * that every engine reads the same bytes. If the site needs more pages,
 * copies with changed words are added: in copy `k` every rarer word is replaced,
 * so that the vocabulary grows with the site as on real ones.
 */
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { dirname, extname, join, relative } from 'node:path'
import { marked } from 'marked'

/** Words on more than this share of pages do not change in copies. */
const COMMON = 0.02

/**
 * @typedef {{ path: string, title: string, body: string }} Page
 * `body` is HTML.
 */

/**
 * @param {string} folder
 * @returns {Promise<Page[]>} sorted by path
 */
export async function readPages(folder) {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries
    .filter((entry) => entry.isFile() && ['.md', '.html'].includes(extname(entry.name)))
    .map((entry) => join(entry.parentPath, entry.name))
  const pages = []
  for (const file of files.sort()) {
    const text = await readFile(file, 'utf8')
    const path = relative(folder, file).replace(/\.(md|html)$/, '.html')
    pages.push(file.endsWith('.md') ? fromMarkdown(path, text) : fromHtml(path, text))
  }
  if (!pages.length) throw new Error(`${folder}: there are no .md or .html files`)
  return pages
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {Page}
 */
function fromMarkdown(path, text) {
  const [, front = '', content = text] = /^---\r?\n([\s\S]*?)\r?\n---\r?\n([\s\S]*)$/.exec(text) ?? []
  const title = /^title:\s*["']?(.+?)["']?\s*$/m.exec(front) ?? /^#\s+(.+)$/m.exec(content)
  return { path, title: plain(title?.[1] ?? path), body: String(marked.parse(content)) }
}

/**
 * @param {string} path
 * @param {string} text
 * @returns {Page}
 */
function fromHtml(path, text) {
  const title = /<title>([\s\S]*?)<\/title>/i.exec(text)?.[1] ?? path
  return { path, title: plain(title), body: /<body[^>]*>([\s\S]*)<\/body>/i.exec(text)?.[1] ?? text }
}

/**
 * Returns the text of some HTML, for engines that index text.
 * @param {string} html
 */
export function plain(html) {
  return html
    .replace(/<(script|style)[\s\S]*?<\/\1>/gi, ' ')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&lt;/g, '<')
    .replace(/&gt;/g, '>')
    .replace(/&quot;/g, '"')
    .replace(/&#39;/g, "'")
    .replace(/&nbsp;/g, ' ')
    .replace(/&amp;/g, '&')
    .replace(/\s+/g, ' ')
    .trim()
}

/**
 * Returns this many pages: the given ones, then copies with changed words.
 * @param {Page[]} pages
 * @param {number} count
 * @returns {Page[]}
 */
export function multiply(pages, count) {
  const rare = rareWords(pages)
  const all = []
  for (let copy = 0; all.length < count; copy += 1) {
    // Takes pages at regular intervals, so that a small site has more than one folder.
    const some = copy === 0 ? spread(pages, count) : pages.slice(0, count - all.length)
    for (const page of some) all.push(copy === 0 ? page : changed(page, copy, rare))
  }
  return all
}

/**
 * @param {Page[]} pages
 * @param {number} count
 */
function spread(pages, count) {
  if (count >= pages.length) return pages
  return Array.from({ length: count }, (_, i) => pages[Math.floor((i * pages.length) / count)])
}

const WORD = /[\p{L}\p{N}_]{4,}/gu

/** @param {Page[]} pages */
function rareWords(pages) {
  const frequencies = new Map()
  for (const page of pages) {
    const words = new Set(plain(page.body).toLocaleLowerCase('tr').match(WORD))
    for (const word of words) frequencies.set(word, (frequencies.get(word) ?? 0) + 1)
  }
  const rare = new Set()
  for (const [word, count] of frequencies) {
    if (count <= pages.length * COMMON) rare.add(word)
  }
  return rare
}

const VOWELS = ['aeıioöuü', 'AEIİOÖUÜ']

/**
 * @param {Page} page
 * @param {number} copy
 * @param {Set<string>} rare
 * @returns {Page}
 */
function changed(page, copy, rare) {
  const other = (/** @type {string} */ word) =>
    rare.has(word.toLocaleLowerCase('tr')) ? turned(word, copy) : word
  // Changes only words between tags.
  const text = (/** @type {string} */ html) =>
    html.replace(/(^|>)([^<]+)/g, (_, tag, between) => tag + between.replace(WORD, other))
  return {
    path: `copy-${copy}/${page.path}`,
    title: page.title.replace(WORD, other),
    body: text(page.body),
  }
}

/**
 * Returns the word with other vowels, the same everywhere in a copy.
 * @param {string} word
 * @param {number} copy
 */
function turned(word, copy) {
  return [...word]
    .map((letter) => {
      const vowels = VOWELS.find((vowels) => vowels.includes(letter))
      if (!vowels) return letter
      const letters = [...vowels]
      return letters[(letters.indexOf(letter) + copy) % letters.length]
    })
    .join('')
}

/**
 * @param {Page[]} pages
 * @param {string} folder
 * @param {string} lang
 */
export async function writeSite(pages, folder, lang) {
  for (const page of pages) {
    const file = join(folder, page.path)
    await mkdir(dirname(file), { recursive: true })
    const title = page.title.replace(/&/g, '&amp;').replace(/</g, '&lt;')
    await writeFile(
      file,
      `<!doctype html>\n<html lang="${lang}">\n<head><meta charset="utf-8"><title>${title}</title></head>\n` +
        `<body><main>\n${page.body}\n</main></body>\n</html>\n`,
    )
  }
}
