/**
 * Keeps the question in the input when the visitor goes to another page and comes back. Nothing is loaded and nothing
 * opens before the visitor turns to the box again.
 */
import { leave, left } from './entry.js'
import type { SoruSearchElement } from '../soru-search-element.js'

/** Until the signal aborts. A page of results has the question in its address. */
export function keepQuestion(box: SoruSearchElement, input: HTMLInputElement, signal: AbortSignal) {
  if (signal.aborted || box.getAttribute('form') === 'page' || box.getAttribute('state') === 'url') return
  const { question = '' } = left(box)
  if (box.value === '' && question && cameBack(box)) box.value = question
  const since = performance.timeOrigin
  const keep = () => { if (box.value !== (left(box).question ?? '')) leave(box, { question: box.value, since }) }
  input.addEventListener('change', keep, { signal })
  for (const type of ['soru-ask', 'soru-select'] as const) box.addEventListener(type, keep, { signal })
}

/**
 * Whether the visitor comes back to what is left, in this document or by loading it again. WebKit keeps the entry of a
 * page that is opened anew from a link on it.
 */
function cameBack(box: SoruSearchElement) {
  const [loaded] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
  return left(box).since === performance.timeOrigin || loaded?.type !== 'navigate'
}
