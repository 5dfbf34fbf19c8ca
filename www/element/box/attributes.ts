/**
 * Attributes that a site's owner may set wrongly. Visitors cannot fix them: the default is used instead, and the
 * console names the correct value.
 */
import { folderUrl } from './links.js'

/**
 * The bundle's folder, an absolute address; several with a space between them.
 * @param own the folder in which the element's code lies
 */
export function bundleOf(element: Element, own: string) {
  const named = element.getAttribute('bundle')
  try {
    return folderUrl(named ?? own)
  } catch {
    tell(element, 'bundle', `no address: write the folder that soru build wrote, such as "/soru/", or several with spaces between them. Now it is ${own}`)
    return own
  }
}

/** The number of pages, if the element states it. */
export function topKOf(element: Element) {
  const topK = Number(element.getAttribute('top-k') ?? NaN)
  if (topK >= 1 && Number.isInteger(topK)) return topK
  if (element.hasAttribute('top-k')) tell(element, 'top-k', 'no whole number from 1: write one, or leave it out. Now it is left out')
  return undefined
}

const warned: Set<string> = new Set()

/** Warns once, however often the attribute is read. */
function tell(element: Element, name: string, advice: string) {
  const message = `Soru: ${name}="${element.getAttribute(name)}" of <${element.localName}> is ${advice}.`
  if (!warned.has(message)) console.warn(message)
  warned.add(message)
}
