/**
 * The cards of an asserted answer. A checked fact and a quotation differ without reading: a fact has a seal and
 * a solid band, a quotation has a line at its side, below its heading.
 */
import { h, highlighted, icon, ICONS } from './dom.js'
import { foldable } from './fold.js'
import { foreignTag, languageChip, siteChip } from './foreign.js'
import { breadcrumb, safeUrl } from './links.js'
import { structured } from './structure.js'
import { headingPath } from './view-results.js'
import type { Answer, Fact, Source } from '../api.js'
import type { Wording } from '../texts/texts.js'
import type { Child } from './dom.js'
import type { ViewContext } from './view-results.js'

/** Keeps an icon on the line of the word before it. */
const NO_BREAK = '\u2060'
const BARS = ['M5 20v-5', 'M12 20V10', 'M19 20V4']
const LEVELS = ({
  high: [3, 'confidenceHigh'],
  low: [1, 'confidenceLow'],
} as const)

export function answerCard(answer: Answer, context: ViewContext) {
  return answer.fact ? factCard(answer.fact, context, answer) : quoteCard(answer, context)
}

/** @param given what it answers; none if the visitor chose the fact's own question */
export function factCard(fact: Fact, context: ViewContext, given?: Answer) {
  const { wording } = context
  const { checkedOn, validUntil } = fact
  // A checked answer always fits, so its confidence is not shown.
  const isDoubtful = given && given.level !== 'high'
  return card('fact', ICONS.seal, checkedOn && dated('checkedOn', checkedOn, context), context,
    (fact.category || isDoubtful) && h('p', { class: 'meta' },
      fact.category && h('span', { class: 'chip', part: 'category' }, fact.category),
      isDoubtful && confidence(given.level, wording)),
    given && askedInstead(fact, given.question, wording),
    h('p', { class: 'text', part: 'text', lang: foreignTag(fact.lang, wording) }, highlighted(given?.answer ?? fact.answer, given?.answerMarks)),
    h('div', { class: 'card-foot' },
      h('div', {},
        factSource(fact, context), ' ', siteChip(fact.site), languageChip(fact.lang, wording),
        validUntil && h('p', { class: 'dates muted' }, dated('validUntil', validUntil, context))),
      given && actions()))
}

function quoteCard(answer: Answer, context: ViewContext) {
  const { wording, base } = context
  const [source] = answer.sources
  const isText = !source || safeUrl(source.url, base) === null
  return card(`quote ${answer.level}`, ICONS.quote, confidence(answer.level, wording), context,
    source && place(source, linkOf(answer), context),
    ...foldable(h('blockquote', { class: 'text', part: 'text', lang: foreignTag(source?.lang, wording) }, ...quoted(answer)), wording),
    h('div', { class: 'card-foot' },
      source && h('span', { class: 'url', part: 'url' }, siteChip(context.isJoined && siteOf(source, answer)), isText ? source.url : breadcrumb(source.url, base, source.lang)),
      actions()))
}

/** The sentence that fits best; of a passage that names none, the words of the question. */
function quoted({ answer, answerMarks, highlight }: Answer) {
  return highlight ? structured(answer ?? '', [highlight], 'mark highlight') : structured(answer ?? '', answerMarks)
}

/**
 * @param kind its classes, the first of which says what it is
 * @param aside beside the badge
 */
function card(
  kind: string,
  sign: string,
  aside: Node | '' | undefined,
  { wording }: ViewContext,
  ...children: Child[]
) {
  const name = wording.text(kind === 'fact' ? 'fact' : 'quote')
  return h('section', { class: `card ${kind}`, part: `answer ${kind}`, 'aria-label': name },
    h('p', { class: 'card-head' }, h('span', { class: 'badge', part: 'badge' }, icon(sign), name), aside),
    ...children)
}

/**
 * The actions are filled in later.
 */
function actions() {
  return h('div', { class: 'actions', part: 'actions' })
}

/** As many bars as there is confidence, so that the levels differ without colour and without reading. */
function confidence(level: Answer['level'], wording: Wording) {
  const [count, key] = LEVELS[level] ?? LEVELS.low
  return h('span', { class: `confidence ${level}`, part: `confidence ${level}` },
    icon(BARS.slice(0, count).join(''), 'icon bars', BARS.slice(count).join('')), wording.text(key))
}

/**
 * A fact may answer a question in other words than the visitor's. Which one it
 * answers is then part of the answer.
 */
function askedInstead(fact: Fact, question: string, wording: Wording) {
  if (plain(fact.question) === plain(question)) return null
  return h('p', { class: 'asked muted', part: 'fact-question' },
    wording.text('answers', { question: fact.question }))
}

function plain(question: string) {
  return question.toLocaleLowerCase().replace(/[^\p{L}\p{N}]+/gu, '')
}

/** The site of a source, which is one of the pages found. */
function siteOf({ url }: Source, { hits }: Answer) {
  const [page] = url.split('#')
  return hits.find((hit) => hit.url.split('#')[0] === page)?.meta.site
}

/** The address of the quoted words themselves, if there is one. */
function linkOf({ quoteUrl, sources: [source] }: Answer) {
  // Elsewhere the fragment would keep the browser from finding the anchor before it.
  return quoteUrl && 'fragmentDirective' in document ? quoteUrl : source?.url
}

/** The place of a quotation: the page, and the headings above it. */
function place(source: Source, url: string | undefined, { wording, base }: ViewContext) {
  const path = headingPath(source)
  const lang = foreignTag(source.lang, wording)
  return h('p', { class: 'where', part: 'heading' },
    link(safeUrl(url, base), base,
      h('span', { class: 'source-title', part: 'title', lang }, source.title || source.url),
      path && h('span', { class: 'path', part: 'path', lang }, path)), ' ', languageChip(lang, wording))
}

function factSource({ sourceTitle, sourceUrl, lang }: Fact, { wording, base }: ViewContext) {
  const href = safeUrl(sourceUrl, base)
  return link(href, base,
    h('span', { class: 'muted' }, `${wording.text('source')}: `),
    h('span', { class: 'source-title', lang: foreignTag(lang, wording) }, sourceTitle || sourceUrl),
    href === null && sourceTitle && sourceTitle !== sourceUrl && ` (${sourceUrl})`)
}

/** @param href null if the address may not be a link */
function link(href: string | null, base: string, ...children: Child[]) {
  if (href === null) return h('span', { class: 'source', part: 'source' }, ...children)
  const isElsewhere = new URL(href).origin !== new URL(base).origin
  return h('a', { class: 'source', part: 'source', href }, ...children, ...(isElsewhere ? [NO_BREAK, icon(ICONS.link)] : []))
}

/** "Checked on 31 January 2026", with the date readable by machines too. */
function dated(key: 'checkedOn' | 'validUntil', iso: string, { wording }: ViewContext) {
  const [before, after] = wording.text(key, { date: '\u0000' }).split('\u0000')
  return h('span', { class: 'date', part: 'date' },
    before, h('time', { datetime: iso }, wording.date(iso)), after)
}
