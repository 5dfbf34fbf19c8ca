/**
 * Converts an address to the form of the index: relative to the site's root, which is the folder that contains the
 * bundle's.
 */
import { page as ofDocument } from '../box/page.js'

/**
 * The address below the site's root; absolute, if the page is elsewhere; unchanged, if it is not an address.
 * @param url relative to the page
 * @param bundles absolute address of the bundle's folder; of several, the first counts
 */
export function belowRoot(url: string | URL, bundles: string) {
  const root = new URL('..', bundles.split(' ')[0])
  let page
  try {
    page = new URL(url, globalThis.document ? ofDocument('baseURI') : root)
  } catch {
    return String(url)
  }
  const isBelow = page.origin === root.origin && page.pathname.startsWith(root.pathname)
  return isBelow ? page.pathname.slice(root.pathname.length) + page.search : page.href
}
