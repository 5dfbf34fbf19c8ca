/**
 * Places for the owner's own content, children of the box: `slot="header"` above results, `slot="footer"` below them,
 * and `slot="no-answer"` where nothing is asserted.
 */
import { h } from '../box/dom.js'
import type { Answer, SearchResult } from '../api.js'
import type { View } from '../box/view-results.js'

export function slotted(view: View, host: HTMLElement, result: Answer | SearchResult | undefined): View {
  const isUnanswered = result && 'answer' in result && result.answer === null && result.method !== 'small_talk'
  const slot = (name: string) => host.querySelector(`:scope > [slot="${name}"]:not(template)`) ? [h('slot', { name })] : []
  return {
    ...view,
    lead: [...slot('header'), ...view.lead ?? [], ...isUnanswered ? slot('no-answer') : []],
    tail: [...view.tail ?? [], ...slot('footer')],
  }
}
