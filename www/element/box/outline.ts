/**
 * Offers and search results until the engine is ready, or if it cannot run at all: the site's suggestions, and titles
 * and headings of its most important pages, from one small file of the bundle.
 */
import { unpack } from '../engine/unpack.js'
import { words } from './words.js'
import type { Suggestion } from '../api.js'
import type { Client } from '../engine/client.js'
import type { Wording } from '../texts/texts.js'

/** A possible target of a link: a page, or a heading on it. */
export interface Place {
  /** Address of the page. */
  id: string
  title: string
  /** None for the page itself. */
  heading: string[]
  url: string
  lang: string
  /** Its own. */
  words: string[]
  /** Words of the title above a heading. */
  above: string[]
}

const OUTLINE = 'outline.json.bin'
const MOST_FOUND = 5
/** The weight of a word in the title above a heading, relative to a word in the heading itself. */
const ABOVE = 0.5
/** The weight of a page in another language than the box. */
const FOREIGN = 0.5
/** The minimum number of common letters, and their minimum share of the longer word, for two forms of one word. */
const LEAST_SHARED = 3
const SHARED = 0.55

/** Words in many titles that carry no meaning. */
export const EMPTY_WORDS = new Set(words(
  'a an and are can do does for from how i in is it me my of on or the to was what when where which who why with you your '
  + 'bir bu da de hangi icin ile kim mi mu nasil ne neden nedir nerede ve veya',
))

/** The file. */
export interface Written {
  siteUrl?: string
  suggestions?: Suggestion[]
  texts?: Record<string, Record<string, string>>
  /** Whether another file has more pages or headings. */
  more?: boolean
  /** Title, address, language, and headings with their anchors. */
  pages?: string[][]
}

/** @throws if there is none */
async function written(bundle: string, name: string = OUTLINE): Promise<Written> {
  const response = await unpack(new URL(name, bundle), { cache: 'no-cache' })
  if (!response.ok) throw response
  return response.json()
}

/** By client, as the engines are. */
const fetched: WeakMap<Client, Promise<Outline | null>> = new WeakMap()

export class Outline {
  /** As in `stats()`. */
  siteUrl
  suggestions: Suggestion[]
  /** Texts of the box in further languages. */
  texts: Record<string, Record<string, string>>
  places: Place[]
  /** Whether another file has more pages or headings. */
  more

  constructor(
    { siteUrl = '', suggestions = [], texts = {}, more = false, pages = [] }: Written,
  ) {
    this.siteUrl = siteUrl
    this.texts = texts
    this.more = more
    this.suggestions = suggestions.filter(({ question }) => typeof question === 'string')
    this.places = pages.flatMap((row) => placesOf(row, siteUrl))
  }

  /**
   * The outline of a bundle, which all owners of a client share: it is searchable until the client's engine is ready.
   * @param bundle absolute address of its folder
   * @returns null if there is none, or it is unavailable
   */
  static of(client: Client, bundle: string): Promise<Outline | null> {
    const fetching = fetched.get(client) ?? this.read(bundle)
    fetched.set(client, fetching)
    return fetching
  }

  /** @returns null if there is no such file, or it is unavailable */
  static async read(bundle: string, name: string = OUTLINE): Promise<Outline | null> {
    try {
      if (!bundle.includes(' ')) return new Outline(await written(bundle, name))
      // A bundle has the further file only if it has more pages or headings than its outline.
      const one = (folder: string) => written(folder, name).catch(() => written(folder))
      return new Outline(await (await import('./joined-outline.js')).joinedOutline(bundle, one))
    } catch {
      return null
    }
  }

  /**
   * Places that share words with the query, the best first: rare words of the outline weigh more than frequent ones
   * (inverse document frequency), and every word counts once.
   */
  find(query: string, wording: Wording) {
    const typed = allWords(query)
    const asked = typed.filter((word) => !EMPTY_WORDS.has(word))
    // An unfinished last word may be the beginning of a longer one.
    const partial = /[\p{L}\p{N}]$/u.test(query) ? words(query).at(-1) : undefined
    const found = this.places.map((place) => ({ place, score: 0, isMeant: false }))
    for (const word of asked) score(word, word === partial, found)
    for (const one of found) if (wording.isForeign(one.place.lang)) one.score *= FOREIGN
    const best = found.filter(({ isMeant }) => isMeant).sort((a, b) => b.score - a.score).slice(0, MOST_FOUND)
    // Drops places that match few words if others match most of them.
    return best.filter(({ score }) => score >= best[0].score / 2).map(({ place }) => place)
  }
}

/** Adds the weight of a word to the score of every place. */
function score(word: string, isPartial: boolean, found: { place: Place, score: number, isMeant: boolean }[]) {
  const matches = found.map(({ place }) => ({
    own: likeness(word, isPartial, place.words),
    above: likeness(word, isPartial, place.above),
  }))
  const count = matches.filter(({ own, above }) => own + above > 0).length
  const weight = Math.log(1 + (matches.length - count + 0.5) / (count + 0.5))
  for (const [at, { own, above }] of matches.entries()) {
    found[at].score += weight * (own + ABOVE * above)
    // A heading must match a word itself: if only its title matches, the page is the result.
    found[at].isMeant ||= own > 0
  }
}

/** Each word once; words divided by a hyphen or an apostrophe also joined, since many write H-1B as h1b. */
export function allWords(text: string) {
  const joined = text.replace(/([\p{L}\p{N}])[-’'](?=[\p{L}\p{N}])/gu, '$1')
  return [...new Set([...words(text), ...words(joined)])]
}

/** A page, and the headings on it. */
function placesOf([title, address, lang, ...headings]: string[], siteUrl: string): Place[] {
  const id = absolute(address, siteUrl)
  const own = allWords(title)
  const places = [{ id, title, heading: ([] as string[]), url: id, lang, words: own, above: ([] as string[]) }]
  const page = id.split('#')[0]
  for (let at = 0; at + 1 < headings.length; at += 2) {
    const [heading, anchor] = headings.slice(at)
    places.push({ id, title, heading: [heading], url: `${page}#${anchor}`, lang, words: allWords(heading), above: own })
  }
  return places
}

/** The absolute address like in the engine: below the site's address, if it has one. */
export function absolute(address: string, siteUrl: string) {
  if (siteUrl === '' || /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address)) return address
  return `${siteUrl.replace(/\/+$/, '')}/${address.replace(/^\/+/, '')}`
}

/** The similarity of the most similar word: 1 if equal, less for a prefix or another form. */
function likeness(asked: string, isPartial: boolean, all: string[]) {
  let most = 0
  for (const word of all) most = Math.max(most, likenessOf(asked, isPartial, word))
  return most
}

function likenessOf(asked: string, isPartial: boolean, word: string) {
  if (word === asked) return 1
  let shared = 0
  while (shared < asked.length && asked[shared] === word[shared]) shared += 1
  if (isPartial && shared === asked.length) return 0.9
  const isForm = shared >= LEAST_SHARED && shared >= SHARED * Math.max(asked.length, word.length)
  return isForm ? 0.7 : 0
}
