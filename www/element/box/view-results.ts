/**
 * Results and suggestions: the options of the list.
 */
import { h, highlighted, icon, ICONS } from './dom.js'
import { foreignTag, languageChip, siteChip } from './foreign.js'
import { breadcrumb, safeUrl } from './links.js'
import type { Hit, SearchResult, Warning } from '../api.js'
import type { Wording } from '../texts/texts.js'
import type { Place } from './outline.js'

/** The context of the views, besides the data. */
export interface ViewContext {
  wording: Wording
  /** The base of relative URLs. */
  base: string
  contactUrl?: string | null | undefined
  /** Of the site's pages. */
  languages?: string[]
  /** Whether several bundles are searched, so that pages name their site. */
  isJoined?: boolean
  /** To screen readers The content of a view: above the list, the list, below it. */
  say?: (text: string) => void
  /** Adds to an option or an item what the owner wants of a page besides its rows. */
  dress?: (item: HTMLElement, hit: Shown) => void
}

export interface View {
  lead?: Node[]
  listLabel?: string
  options?: HTMLElement[]
  tail?: Node[]
  /** For screen readers, once. */
  say?: string
  /** The question that people ask about the section of a hit. */
  ask?: (hit: Shown) => HTMLElement | null
  /** Those of the options that are of the outline. */
  places?: Place[]
}

export type Shown = Omit<Place, 'words' | 'above'> & Partial<Hit>

/**
 * While typing: the pages that match so far.
 * @param questions that complete the text
 */
export function resultsView({ hits }: SearchResult, context: ViewContext, questions: string[]): View {
  const { wording } = context
  if (hits.length + questions.length === 0) return noMatchView(wording)
  return { ...matchingList(hitOptions(hits, context), context, questions), say: wording.pages(hits.length) }
}

/** Before the engine is there, or without one: places whose titles and headings match. */
export function placesView(places: Place[], context: ViewContext): View {
  if (places.length === 0) return {}
  return { ...matchingList(hitOptions(places, context), context, []), places }
}

function matchingList(pages: HTMLElement[], { wording }: ViewContext, questions: string[]) {
  return {
    listLabel: wording.text(questions.length > 0 ? 'matching' : 'pages'),
    options: [...questions.map((question) => suggestionOption(question)), ...pages],
  }
}

/** Whether only titles and headings were searched, because there is no engine. */
export function isOfTitles(warnings: Warning[] | undefined) {
  return Boolean(warnings?.some(({ code }) => code === 'titles_only'))
}

export function hasMissingPart(warnings: Warning[] | undefined) {
  return Boolean(warnings?.some(({ code }) => code === 'part_missing'))
}

/** Says below the lead of a view that it was found without a part of the index. */
export function withMissingPart(view: View, warnings: Warning[] | undefined, { wording }: ViewContext): View {
  if (!isOfTitles(warnings) && !hasMissingPart(warnings)) return view
  const text = wording.text('partMissing')
  const line = h('p', { class: 'correction muted' }, text)
  return { ...view, lead: [...(view.lead ?? []), line], say: `${view.say ?? ''} ${text}`.trim() }
}

function noMatchView(wording: Wording): View {
  const title = wording.text('noMatch')
  const hint = wording.text('noMatchHint')
  const lead = h('div', { class: 'state', part: 'state' },
    icon(ICONS.none, 'state-icon'),
    h('div', {}, h('p', { class: 'state-title' }, title), h('p', { class: 'muted' }, hint)))
  return { lead: [lead], say: `${title}. ${hint}` }
}

export function suggestionsView(questions: string[], { wording }: ViewContext): View {
  return {
    listLabel: wording.text('suggestions'),
    options: questions.map((question) => suggestionOption(question)),
  }
}

/** @param sign what kind of question it is */
export function suggestionOption(question: string, sign: Node = icon(ICONS.ask)) {
  return h('div', { class: 'option suggestion', part: 'option suggestion', role: 'option', 'data-question': question },
    sign, h('span', {}, question))
}

/**
 * Groups the passages of a page: the best, and links to the further ones below it.
 * @param areRead there is no answer above them, so visitors read the best ones
 */
export function hitOptions(hits: Shown[], context: ViewContext, areRead: boolean = false) {
  return byPage(hits).flatMap((page) => page.map((hit, place) =>
    hitOption(hit, context, hits.indexOf(hit), place > 0 ? 'further' : areRead ? 'whole' : '')))
}

/** Tells the page of a hit from others; two sites may have a page of the same id. */
export function pageKey({ id, meta }: Pick<Shown, 'id' | 'meta'>) {
  return `${id} ${meta?.site ?? ''}`
}

/** The hits of each page together, pages in the order of their best hit. */
export function byPage<Kind extends Shown>(hits: Kind[]): Kind[][] {
  const pages: Map<string, Kind[]> = new Map()
  for (const hit of hits) pages.set(pageKey(hit), [...(pages.get(pageKey(hit)) ?? []), hit])
  return [...pages.values()]
}

/**
 * One passage as an option that is a real link, so that middle click, modifier
 * keys and the context menu do what they do on any link.
 * @param index of the hit
 * @param kind "further" if a better one of its page is above it
 */
function hitOption(hit: Shown, context: ViewContext, index: number, kind: '' | 'whole' | 'further') {
  const href = safeUrl(hit.url, context.base)
  const rows = hitRows(hit, context, href === null, kind === 'whole').slice(0, kind === 'further' ? 2 : 3)
  const attributes = { class: `option hit ${kind}`, part: 'option', role: 'option', 'data-hit': index }
  const option = href === null
    ? h('div', { ...attributes, 'aria-disabled': 'true' }, ...rows)
    : h('a', { ...attributes, href, tabindex: -1 }, ...rows)
  if (kind !== 'further') context.dress?.(option, hit)
  return option
}

/** @param isText the address may not be a link, so it is shown as it is */
function hitRows(hit: Shown, { wording, base, isJoined }: ViewContext, isText: boolean, isRead: boolean) {
  const lang = foreignTag(hit.lang, wording)
  const path = headingPath(hit)
  return [
    h('span', { class: 'name' },
      h('span', { class: 'title', part: 'title', lang }, hit.title || hit.id),
      path && h('span', { class: 'path', part: 'path', lang }, path)),
    h('span', { class: 'excerpt', part: 'excerpt', lang }, ...excerpt(hit, isRead ? bestMarks(hit) : hit.marks)),
    h('span', { class: 'url', part: 'url' },
      siteChip(isJoined && hit.meta?.site),
      languageChip(hit.lang, wording),
      documentOf(hit, wording),
      isText ? hit.url : breadcrumb(hit.url, base, hit.lang), dateOf(hit, wording)),
  ].filter((row) => row.textContent !== '')
}

/** Length of an excerpt in the name of an option, since screen readers read it at every key press. */
const NAMED = 160

/** Behind the end of a sentence nothing seems to be left out. */
export function ended(excerpt: string = '') {
  return excerpt.replace(/(?<=[.!?…])…$/, '')
}

/** What is marked where visitors read: the best sentence, or the words of the question. */
export function bestMarks({ highlight, marks = [] }: Shown) {
  return highlight ? [highlight] : marks
}

/** In two pieces, of which the first is part of the option's name: a screen reader says title and headings before it. */
function excerpt({ excerpt: given }: Shown, marks: [number, number][] = []) {
  const excerpt = ended(given)
  const end = excerpt.indexOf(' ', NAMED)
  const cut = end < 0 ? excerpt.length : end
  return [
    highlighted(excerpt.slice(0, cut), marks.map(([start, end]) => [start, Math.min(end, cut)])),
    cut < excerpt.length && h('span', { 'aria-hidden': 'true' }, highlighted(excerpt.slice(cut), marks.map(([start, end]) => [Math.max(start - cut, 0), Math.min(end, excerpt.length) - cut]))),
  ]
}

/** The metadata keys for the date of a page. */
const DATES = ['updated', 'modified', 'published', 'date']

/** The key of the day of a page, if it says so. */
export function dayKey(meta: Record<string, string> = {}) {
  return DATES.find((key) => /^\d{4}-\d\d-\d\d/.test(meta[key]))
}

/** Of when the page is. */
export function dateOf({ meta = {} }: Shown, wording: Wording) {
  const iso = meta[dayKey(meta) ?? '']?.slice(0, 10)
  return iso && h('time', { class: 'dated', part: 'page-date', datetime: iso }, wording.date(iso))
}

/** What kind of document a page is, and which of its pages. */
export function documentOf({ meta: { type = '', page = '' } = {} }: Shown, wording: Wording) {
  const name = /^(pdf|docx|odt|pptx)$/.test(type) && type.toUpperCase()
  return name && h('span', { class: 'chip', part: 'document' }, page ? wording.text('documentPage', { type: name, page }) : name)
}

/** The headings above the passage, without the page's title said twice. */
export function headingPath({ heading, title }: Pick<Shown, 'heading' | 'title'>) {
  return (heading ?? []).filter((step) => step && step !== title).join(' › ')
}
