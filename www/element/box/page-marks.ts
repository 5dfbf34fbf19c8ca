/**
 * Marks words on the page, with the browser's own highlights: no element of the page changes, and no text. A button of
 * the box, or Escape, ends it. Loaded with the first words to mark.
 */
import { h, icon, ICONS } from './dom.js'
import { nameOf, page } from './page.js'
import { words as foldedWords } from './words.js'
import { moreText } from '../texts/more-texts.js'
import { Wording, languageAround } from '../texts/texts.js'
import type { SoruSearchElement } from '../soru-search-element.js'

const NAME = 'soru-words'
/** Limits of the work on very long pages. */
const MOST_NODES = 20_000
const MOST_MARKS = 2000
/** A shorter word counts only as a whole. */
const LEAST_BEGINNING = 5
const SILENT = 'script, style, noscript, template, textarea, select, nav, [hidden], [aria-hidden="true"]'
const WORD = /[\p{L}\p{N}\p{M}]+/gu
/** Scripts without spaces, in which a word is part of a run. */
const RUN = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Khmer}\p{Script=Lao}\p{Script=Myanmar}]/u

const RULES = `
::highlight(soru-words) { background-color: #ffe680; color: #111 }
@supports (color: light-dark(#000, #fff)) {
  ::highlight(soru-words) { background-color: light-dark(#ffe680, #6b5a17); color: light-dark(#111, #fff) }
}
`

const BUTTON = `
.marks-off {
  position: fixed;
  inset: auto 16px 16px auto;
  display: inline-flex;
  align-items: center;
  gap: .5em;
  min-height: 44px;
  margin: 0;
  padding: 4px 16px;
  border: 1px solid var(--_border);
  border-radius: 22px;
  background: var(--_bg);
  color: var(--_fg);
  font: 600 16px/1.4 var(--soru-font, inherit);
  box-shadow: var(--_shadow);
}
.marks-off:dir(rtl) { inset: auto auto 16px 16px }
.marks-off:hover { border-color: currentColor }
.marks-off .icon { width: 1em; height: 1em }
@media print { .marks-off { display: none } }
`

/** Style sheets of all pages and boxes. */
let sheets: { page: CSSStyleSheet, box: CSSStyleSheet } | undefined
/** Ends the marks of before. */
let shown: AbortController | null = null

/** Marks the words until the visitor ends it. Marks of before are replaced. */
export function markPage(words: string[], box: SoruSearchElement, signal: AbortSignal) {
  shown?.abort()
  const ranges = rangesOf(words)
  if (ranges.length === 0) return
  const ended = shown = new AbortController()
  const root = box.shadowRoot as ShadowRoot
  sheets ??= { page: sheet(RULES), box: sheet(BUTTON) }
  if (!root.adoptedStyleSheets.includes(sheets.box)) root.adoptedStyleSheets.push(sheets.box)
  dress([...page('adoptedStyleSheets'), sheets.page])
  CSS.highlights.set(NAME, new Highlight(...ranges))
  const button = offButton(box, () => ended.abort())
  const show = () => {
    if (button.isConnected) return
    root.append(button)
    button.showPopover?.()
  }
  show()
  // A form of the box that loads later replaces what is in it.
  const replaced = new MutationObserver(show)
  replaced.observe(root, { childList: true })
  ended.signal.addEventListener('abort', () => {
    CSS.highlights.delete(NAME)
    replaced.disconnect()
    dress(page('adoptedStyleSheets').filter((own) => own !== sheets?.page))
    button.remove()
  })
  signal.addEventListener('abort', () => ended.abort(), { signal: ended.signal })
  // Whatever else Escape closes on the page comes first.
  window.addEventListener('keydown', (event) => { if (event.key === 'Escape' && !event.defaultPrevented) ended.abort() }, { signal: ended.signal })
}

function offButton(box: SoruSearchElement, act: () => void) {
  const text = moreText(new Wording(languageAround(box)))('hideMarks')
  const button = h('button', { class: 'marks-off', part: 'marks-off', type: 'button', popover: 'manual' }, icon(ICONS.clear), text)
  button.addEventListener('click', act)
  return button
}

function rangesOf(words: string[]) {
  const isWanted = wanted(words)
  const content = page('querySelector')('main') ?? page('body')
  const walker = page('createTreeWalker')(content, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT, (node) =>
    node instanceof Element ? skips(node) ? NodeFilter.FILTER_REJECT : NodeFilter.FILTER_SKIP : NodeFilter.FILTER_ACCEPT)
  const ranges: Range[] = []
  for (let count = 0; count < MOST_NODES && ranges.length < MOST_MARKS && walker.nextNode(); count += 1) {
    const node = walker.currentNode as Text
    for (const [start, end] of isWanted(node.data)) {
      const range = page('createRange')()
      range.setStart(node, start)
      range.setEnd(node, end)
      ranges.push(range)
    }
  }
  return ranges.slice(0, MOST_MARKS)
}

function skips(element: Element) {
  return Element.prototype.matches.call(element, SILENT) || nameOf(element).startsWith('soru-')
}

/** Finds the words in a text: each in any case and with any diacritics, longer ones also with an ending. */
function wanted(words: string[]) {
  const parts = words.flatMap(partsOf)
  const runs = parts.filter((part) => RUN.test(part))
  const folded = new Set(parts.filter((part) => !RUN.test(part)).map(fold).filter(Boolean))
  const beginnings = [...folded].filter((word) => word.length >= LEAST_BEGINNING)
  const isWord = (word: string) => folded.has(word) || beginnings.some((beginning) => word.startsWith(beginning))
  return (text: string): [number, number][] => [...text.matchAll(WORD)].flatMap(({ 0: word, index }) => RUN.test(word)
    ? runs.flatMap((run) => occurrences(word, run).map((at): [number, number] => [index + at, index + at + run.length]))
    : isWord(fold(word)) ? [[index, index + word.length] as [number, number]] : [])
}

/** Of `H-1B` not the letter alone, which pages are full of. */
function partsOf(word: string) {
  const parts = [...word.matchAll(WORD)].map(([part]) => part)
  return parts.length > 1 ? parts.filter((part) => part.length > 1) : parts
}

function fold(word: string) {
  return foldedWords(word).join('')
}

function occurrences(text: string, part: string) {
  const found = []
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) found.push(at)
  return found
}

function sheet(rules: string) {
  const made = new CSSStyleSheet()
  made.replaceSync(rules)
  return made
}

function dress(all: CSSStyleSheet[]) {
  Reflect.set(Document.prototype, 'adoptedStyleSheets', all, document)
}
