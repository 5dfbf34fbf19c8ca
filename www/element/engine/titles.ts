/**
 * Searches in place of the engine where WebAssembly is forbidden or missing: finds titles and headings of the site's pages,
 * from a file that is read for this only, and answers nothing. The console says why, once.
 */
import { EMPTY_WORDS, Outline } from '../box/outline.js'
import { words } from '../box/words.js'
import { Wording } from '../texts/texts.js'
import type { Answer, AskOptions, Hit, SearchResult, Stats } from '../api.js'
import type { Place } from '../box/outline.js'
import type { FoundPage, Method, Options, Value } from './calls.js'
import type { Engine } from './client.js'
import type { SoruError } from './errors.js'

/** A place that matches a query: the lower rank first, then the higher score. */
interface Found { place: Place, rank: number, score: number }

const USUAL_HITS = 5
const TITLES = 'titles.json.bin'

let isTold = false

export class Titles implements Engine {
  #outline
  #reason
  stats: Stats

  /** @returns null if the bundle has no titles, or they are unavailable */
  static async open(bundle: string, reason: SoruError): Promise<Titles | null> {
    const outline = await Outline.read(bundle)
    const whole = outline?.more ? await Outline.read(bundle, TITLES) : outline
    if (!outline) return null
    if (!isTold) console.warn(`Soru: ${reason.message} The box finds titles and headings only, and gives no answers.`)
    isTold = true
    return new Titles(outline, (whole ?? outline).places, reason)
  }

  constructor(outline: Outline, places: Place[], reason: SoruError) {
    this.#outline = outline
    this.#outline.places = places
    this.#reason = reason
    this.stats = statsOf(outline)
  }

  async call<M extends Method>(method: M, text: string, options?: Options<M>): Promise<Value<M>> {
    const asked: AskOptions = options ?? {}
    const results: Partial<{ [Name in Method]: () => Value<Name> }> = {
      ask: () => this.#ask(text, asked),
      search: () => this.#search(text, asked),
      pages: () => ({ pages: pagesOf(this.#find(text, asked)), warnings: [] }),
      suggest: () => ({ suggestions: [] }),
      related: () => ({ pages: [] }),
      stats: () => this.stats,
    }
    const result = results[method]
    if (!result) throw this.#reason
    return result() as Value<M>
  }

  close() {}

  #ask(question: string, options: AskOptions): Answer {
    const { hits, warnings, lang } = this.#search(question, options)
    return {
      question, completed: null, answer: null, answerMarks: [], highlight: null, quoteUrl: null, sources: [], confidence: 0,
      level: 'low', tier: 2, method: 'none', route: { tier: 2, confidence: 0, reasoning: 'titles only' }, intent: 'unknown', lang,
      fact: null, choices: [], offers: [], hits, corrections: [], warnings, rerankFailed: false, trace: null,
    }
  }

  #search(query: string, options: AskOptions): SearchResult {
    const hits = this.#find(query, options).slice(0, options.topK ?? USUAL_HITS).map(hitOf)
    const warnings = [{ code: 'titles_only', message: this.#reason.message }]
    return { hits, corrections: [], warnings, rerankFailed: false, trace: null, lang: options.lang ?? '', intent: 'unknown' }
  }

  /** Places with all words, or else those with some of them. */
  #find(query: string, { lang = 'en', filter = {} }: AskOptions): Place[] {
    const wording = new Wording(lang, this.#outline.texts)
    const found = allOf(query, this.#outline.places, wording)
    const places = found.length > 0 ? found : this.#outline.find(query, wording)
    // Of a page's metadata, only its language is known.
    return places.filter((place) => Object.entries(filter).every(([key, values]) => key === 'lang' && [values].flat().includes(place.lang)))
  }
}

/** Places with all words of the query, as beginnings of their own: in the language of the box first, titles before headings. */
function allOf(query: string, places: Place[], wording: Wording): Place[] {
  const typed = words(query)
  const meant = typed.filter((word) => !EMPTY_WORDS.has(word))
  const asked = meant.length > 0 ? meant : typed
  const found = places.map((place) => match(place, asked)).filter((one) => one !== null)
  const foreign = ({ place }: Found) => Number(wording.isForeign(place.lang))
  // Equal ones keep their order, by importance.
  return found.sort((a, b) => foreign(a) - foreign(b) || a.rank - b.rank || b.score - a.score).map(({ place }) => place)
}

/** @returns null unless all words match: those of a heading, or also of the title above it */
function match(place: Place, asked: string[]): Found | null {
  const begin = (names: string[]) => asked.filter((word) => names.some((name) => name.startsWith(word))).length
  const own = begin(place.words)
  if (own === 0 || begin([...place.words, ...place.above]) < asked.length) return null
  const rank = place.heading.length === 0 ? 0 : own === asked.length ? 1 : 2
  const equal = asked.filter((word) => place.words.includes(word)).length
  return { place, rank, score: equal - place.words.length / 100 }
}

function hitOf({ id, title, heading, url, lang }: Place, at: number): Hit {
  const score = 1 / (at + 1)
  return {
    id, chunk: at, title, heading, url, lang, text: '', excerpt: '', marks: [], highlight: null, score, scores: {},
    features: { coverage: 1, closeness: 0, title: 0, heading: 0, expected: 0 }, importance: 0, relevance: score, meta: {}, duplicates: [],
  }
}

function pagesOf(places: Place[]): FoundPage[] {
  const pages = new Map(places.map(({ id, lang }) => [id, lang]))
  return [...pages.values()].map((lang) => ({ lang, meta: {}, relevance: 1 }))
}

/** As far as the outline has it. */
function statsOf({ siteUrl, texts, suggestions, places }: Outline): Stats {
  const pages = places.filter(({ heading }) => heading.length === 0)
  return {
    title: '', siteUrl, texts, suggestions, languages: [...new Set(pages.map(({ lang }) => lang))], documents: pages.length,
    chunks: places.length, terms: 0, words: {}, facts: 0, buildId: '', generator: '', formatVersion: 0, files: [], contactUrl: '',
  }
}
