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
  if (box.value === '' && question) box.value = question
  const keep = () => { if (box.value !== (left(box).question ?? '')) leave(box, { question: box.value }) }
  input.addEventListener('change', keep, { signal })
  for (const type of ['soru-ask', 'soru-select'] as const) box.addEventListener(type, keep, { signal })
}
