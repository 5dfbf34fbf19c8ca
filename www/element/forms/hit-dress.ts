/**
 * What the owner wants a page in a list to look like: a picture and a description beside its rows (`previews`), or the
 * owner's own rows (`<template slot="hit">`). In a template, `data-soru-part` names what an element shows: `title`,
 * `heading`, `excerpt`, `url`, `date`, `language`, `description`, `image`, or `meta.KEY`; an element with nothing to show
 * is left out. All of it is put in as text, and a picture by its address.
 */
import { h, highlighted, plain } from '../box/dom.js'
import { breadcrumb, safeUrl } from '../box/links.js'
import { page } from '../box/page.js'
import { bestMarks, dateOf, dayKey, ended, headingPath } from '../box/view-results.js'
import type { Shown, ViewContext } from '../box/view-results.js'

const PART = 'data-soru-part'

/** @returns null if the box wants the usual rows */
export function hitDress(host: HTMLElement, context: () => ViewContext) {
  const template = host.querySelector(':scope > template[slot="hit"]')
  if (template instanceof HTMLTemplateElement) return (item: HTMLElement, hit: Shown) => fill(item, filled(template, hit, context()))
  if (host.hasAttribute('previews')) return (item: HTMLElement, hit: Shown) => preview(item, hit, context())
  return null
}

function preview(item: HTMLElement, hit: Shown, { base }: ViewContext) {
  const picture = pictureOf(hit, base, item.matches('.option'))
  const description = hit.meta?.description
  const place = item.querySelector(':scope > .name')
  if (description) place?.after(h('span', { class: 'description', part: 'description' }, description))
  if (picture) item.prepend(picture)
}

/** @param isNamed the item has a name of its own, which would begin with the text of the picture */
function pictureOf({ meta = {} }: Shown, base: string, isNamed: boolean) {
  const src = safeUrl(meta.image, base)
  if (!src) return null
  const picture = h('img', {
    class: 'picture', part: 'picture', alt: isNamed ? '' : meta.image_alt ?? '', loading: 'lazy', decoding: 'async', referrerpolicy: 'no-referrer',
    width: meta.image_width, height: meta.image_height,
  })
  // Not before it is lazy.
  picture.src = src
  picture.addEventListener('error', () => picture.remove())
  return picture
}

/** A link stays one; further passages of a page stay below it. */
function fill(item: HTMLElement, content: Node) {
  const link = item.matches('a') ? item : item.querySelector('.title')
  if (!item.matches('.result') || !link) return item.replaceChildren(content)
  link.replaceChildren(content)
  item.querySelectorAll(':scope > :is(.url, .excerpt), .name > .path').forEach((row) => row.remove())
}

function filled(template: HTMLTemplateElement, hit: Shown, context: ViewContext) {
  const content = page('importNode')(template.content, true)
  for (const element of content.querySelectorAll(`[${PART}]`)) show(element, element.getAttribute(PART) ?? '', hit, context)
  return content
}

function show(element: Element, part: string, hit: Shown, context: ViewContext) {
  const { wording, base } = context
  if (element instanceof HTMLImageElement) {
    const src = safeUrl(part === 'image' ? hit.meta?.image : hit.meta?.[part.replace('meta.', '')], base)
    if (!src) return element.remove()
    element.loading = 'lazy'
    element.alt ||= plain(hit.meta?.image_alt ?? '')
    element.src = src
    element.addEventListener('error', () => element.remove())
    return
  }
  const day = dateOf(hit, wording)
  const values: Record<string, Node | string | undefined> = {
    title: hit.title || hit.id,
    heading: headingPath(hit),
    excerpt: hit.excerpt && highlighted(ended(hit.excerpt), bestMarks(hit)),
    url: safeUrl(hit.url, base) === null ? hit.url : breadcrumb(hit.url, base, hit.lang),
    date: dayKey(hit.meta) && day ? day : undefined,
    language: wording.foreignName(hit.lang) ?? undefined,
    description: hit.meta?.description,
  }
  const value = part.startsWith('meta.') ? hit.meta?.[part.slice('meta.'.length)] : values[part]
  if (!value) return element.remove()
  element.replaceChildren(typeof value === 'string' ? plain(value) : value)
  if (['title', 'heading', 'excerpt'].includes(part) && wording.isForeign(hit.lang)) element.setAttribute('lang', hit.lang ?? '')
}
