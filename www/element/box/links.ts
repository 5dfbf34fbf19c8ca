/**
 * Addresses: which may become links, how they are displayed, and which folder they are in.
 *
 * Titles and URLs come from an index that anyone may have written, so a URL becomes a link only if following it can
 * only open a page.
 */
import { page } from './page.js'

/**
 * @param url relative or absolute
 * @param base of relative addresses
 * @returns the absolute address, or null if it must stay text
 */
export function safeUrl(url: string | null | undefined, base: string): string | null {
  const parsed = parse(url, base)
  if (!parsed) return null
  const isWeb = parsed.protocol === 'https:' || parsed.protocol === 'http:'
  // Pages opened from disk may link to other files on it.
  const isNeighbour = parsed.protocol === 'file:' && new URL(base).protocol === 'file:' && !hasScheme(String(url))
  return isWeb || isNeighbour ? parsed.href : null
}

/** The site's contact address may also be that of an email, a call or a text message. */
export function safeContactUrl(url: string | null | undefined, base: string) {
  const parsed = parse(url, base)
  return parsed && /^(mailto|tel|sms):$/.test(parsed.protocol) ? parsed.href : safeUrl(url, base)
}

/**
 * How an address is displayed under a result: the path within the site, or the host of another site.
 * "https://site.example/visa/tr/f1.html" gives "visa › f1": the folder of a language ("tr", "zh-cn") is omitted.
 * @param lang of the page
 */
export function breadcrumb(url: string, base: string, lang?: string | null) {
  const parsed = parse(url, base)
  const root = new URL(base)
  if (!parsed) return url
  const isOwn = parsed.host === root.host
  const path = isOwn && parsed.pathname.startsWith(root.pathname)
    ? parsed.pathname.slice(root.pathname.length)
    : parsed.pathname
  const all = path.split('/').map(readable).filter(Boolean)
  const steps = all.filter((step) => step.toLowerCase().replace(/-[a-z]{2}$/, '') !== lang)
  if (!isOwn || all.length === 0) steps.unshift(parsed.host)
  return steps.join(' › ')
}

function readable(step: string) {
  return decoded(step).replace(/^index\.html?$|\.html?$/i, '')
}

function decoded(step: string) {
  try {
    return decodeURIComponent(step)
  } catch {
    return step
  }
}

/**
 * The folders at addresses, which spaces separate: absolute, with a slash at their ends.
 * @param urls relative to the page, or to the script of a worker
 */
export function folderUrl(urls: string | URL): string {
  return [...new Set(String(urls).trim().split(/\s+/).map(oneFolder))].join(' ')
}

function oneFolder(url: string) {
  const folder = new URL(url, globalThis.document ? page('baseURI') : globalThis.location?.href)
  if (!folder.pathname.endsWith('/')) folder.pathname += '/'
  return folder.href
}

/**
 * The base of relative addresses of pages: the site's address, or the folder above the bundle. Of several bundles it is
 * that of the first; the pages of all have absolute addresses.
 * @param siteUrl empty if the bundle has none
 */
export function siteBase(siteUrl: string, bundles: string) {
  const [bundle] = bundles.split(' ')
  return safeUrl(siteUrl, bundle) ?? new URL('..', bundle).href
}

/**
 * The bundle's folder, which contains the folder of a build's modules.
 * @param module its address
 */
export function bundleAround(module: string) {
  return new URL(/\/engine-\w{16}\//.test(module) ? '..' : '.', module)
}

function parse(url: string | null | undefined, base: string) {
  if (!url) return null
  try {
    return new URL(url, base)
  } catch {
    return null
  }
}

function hasScheme(url: string) {
  return /^[\s\u0000-\u0020]*[a-z][a-z0-9+.\s-]*:/i.test(url)
}
