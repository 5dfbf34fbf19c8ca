/**
 * The outlines of several bundles as one. Loaded by boxes that name more than one.
 */
import type { Written } from './outline.js'

/**
 * @param bundles addresses of their folders, with a space between them
 * @param fetchOne rejects for a bundle that has none, or is unavailable
 * @throws if no bundle has one
 */
export async function joinedOutline(bundles: string, fetchOne: (bundle: string) => Promise<Written>): Promise<Written> {
  const all = await Promise.all(bundles.split(' ').map((bundle) => fetchOne(bundle).then((own) => placed(own, bundle), () => null)))
  const found = all.filter((own) => own !== null)
  if (found.length === 0) throw new Error('no bundle has an outline')
  return {
    ...found[0],
    texts: Object.assign({}, ...found.map(({ texts }) => texts).reverse()),
    suggestions: found.flatMap(({ suggestions = [] }) => suggestions),
    more: found.some(({ more }) => more),
    // Those of each in turn: the most important pages are the first.
    pages: inTurn(found.map(({ pages = [] }) => pages)),
  }
}

/** The outline with absolute addresses. */
function placed({ siteUrl, pages = [], ...others }: Written, bundle: string): Written {
  const base = `${siteUrl || new URL('..', bundle).href}`.replace(/\/*$/, '/')
  const moved = pages.map(([title, address, ...row]) => [title, new URL(address.replace(/^\/+/, ''), base).href, ...row])
  return { ...others, siteUrl: base, pages: moved }
}

function inTurn<T>(lists: T[][]): T[] {
  const most = Math.max(...lists.map(({ length }) => length))
  return Array.from({ length: most }, (_, place) => lists.flatMap((list) => list.slice(place, place + 1))).flat()
}
