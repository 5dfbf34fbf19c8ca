/**
 * Carries the words of a question to the page that the visitor opens from the list, where they are marked: page-marks.ts.
 * They wait in the browser's storage until that page takes them, for a minute at most, since a link may also open in
 * another tab. Nothing is in an address, which the site's server would see.
 */
import type { Hit } from '../api.js'
import type { SoruSearchElement } from '../soru-search-element.js'

const NAME = 'soru-marks'
const KEPT_MS = 60_000
const MOST_WORDS = 30
const LONGEST_WORD = 60

/** Carries words, and marks those that were carried here, until the signal aborts. */
export function carryMarks(box: SoruSearchElement, signal: AbortSignal) {
  if (signal.aborted || box.getAttribute('marks') === 'off' || !('highlights' in CSS)) return
  let answered: Hit[] = []
  const mark = async (words: string[]) => {
    const loaded = await import('./page-marks.js').catch(() => null)
    if (!signal.aborted) loaded?.markPage(words, box, signal)
  }
  const selected = ({ url, hit }: { url: string, hit?: Hit | null }) => {
    const words = wordsOf([...hit ? [hit] : [], ...answered])
    if (words.length === 0) return
    if (pageOf(url) === pageOf(location.href)) mark(words)
    else if (new URL(url).origin === location.origin) put(url, words)
  }
  box.addEventListener('soru-answer', ({ detail: { hits } }) => { answered = hits }, { signal })
  // A listener of the page may prevent it.
  box.addEventListener('soru-select', (event) => queueMicrotask(() => { if (!event.defaultPrevented) selected(event.detail) }), { signal })
  const words = take()
  if (words.length > 0) mark(words)
}

/** The words of the question as the passages have them. */
function wordsOf(hits: Hit[]) {
  const all = hits.flatMap(({ excerpt, marks }) => (marks ?? []).map(([start, end]) => excerpt.slice(start, end)))
  return [...new Set(all.map((word) => word.slice(0, LONGEST_WORD)))].slice(0, MOST_WORDS)
}

/** An address without what may differ between a link and the page that it opens. */
function pageOf(url: string) {
  const { origin, pathname } = new URL(url)
  return origin + pathname.replace(/(\/index)?(\.html?)?$/, '').replace(/\/+$/, '')
}

function put(url: string, words: string[]) {
  try {
    localStorage.setItem(NAME, JSON.stringify({ page: pageOf(url), words, until: Date.now() + KEPT_MS }))
  } catch {
    // storage may be forbidden; then nothing is marked
  }
}

/** The words for this page, once. */
function take(): string[] {
  try {
    const { page, words, until } = JSON.parse(localStorage.getItem(NAME) ?? '{}')
    const isOld = !(until >= Date.now())
    if (!isOld && page !== pageOf(location.href)) return []
    if (page) localStorage.removeItem(NAME)
    return isOld || !Array.isArray(words) ? [] : words.filter((word) => typeof word === 'string').slice(0, MOST_WORDS)
  } catch {
    return [] // storage may be forbidden, or contain something else
  }
}
