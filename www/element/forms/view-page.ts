/**
 * A page among the results, with the passages that were found on it.
 */
import { h, highlighted, icon } from '../box/dom.js'
import { foreignTag, languageChip, siteChip } from '../box/foreign.js'
import { breadcrumb, safeUrl } from '../box/links.js'
import { bestMarks, dateOf, documentOf, ended, headingPath } from '../box/view-results.js'
import type { Attributes } from '../box/dom.js'
import type { Shown, View, ViewContext } from '../box/view-results.js'

const BELOW = 'M7 5v8h11m-4-4 4 4-4 4'

/**
 * @param hits of one page, the best first
 * @param number of the page
 */
export function pageItem([best, ...others]: Shown[], context: ViewContext, number: number, ask?: View['ask']) {
  const { wording, base, isJoined } = context
  const lang = foreignTag(best.lang, wording)
  const path = headingPath(best)
  const item = h('li', { class: 'result', part: 'result' },
    h('h3', { class: 'name' },
      link(best, context, { class: 'title', part: 'title', lang, 'data-passage': 0 }, best.title || best.id, number),
      path && h('span', { class: 'path', part: 'path', lang }, path)),
    h('p', { class: 'url', part: 'url' },
      siteChip(isJoined && best.meta?.site),
      languageChip(best.lang, wording),
      documentOf(best, wording),
      safeUrl(best.url, base) === null ? best.url : breadcrumb(best.url, base, best.lang), dateOf(best, wording)),
    excerpt(best, lang),
    ask?.(best),
    others.length > 0 && h('ul', { class: 'passages' }, ...others.map((hit, index) => passage(hit, context, { lang, 'data-passage': index + 1 }, number, ask))))
  context.dress?.(item, best)
  return item
}

/**
 * A further passage of the same page, by the heading above it.
 * @param number of the page
 */
function passage(
  hit: Shown,
  context: ViewContext,
  attributes: { lang: string | null, 'data-passage': number },
  number: number,
  ask?: View['ask'],
) {
  const name = headingPath(hit) || hit.title || hit.id
  return h('li', {},
    h('span', { class: 'passage-name' }, icon(BELOW), link(hit, context, { class: 'passage', part: 'passage', ...attributes }, name, number)),
    excerpt(hit, attributes.lang),
    ask?.(hit))
}

/** A link, unless the address may not be one. */
function link(hit: Shown, { base }: ViewContext, attributes: Attributes, text: string, number: number) {
  const href = safeUrl(hit.url, base)
  return href === null ? h('span', attributes, text) : h('a', { ...attributes, href, 'data-page': number }, text)
}

function excerpt(hit: Shown, lang: string | null) {
  return hit.excerpt ? h('p', { class: 'excerpt', part: 'excerpt', lang }, highlighted(ended(hit.excerpt), bestMarks(hit))) : null
}
