/**
 * The calls of the engine: what each takes and returns. `src/web/bindings.rs` is its side.
 */
import type { Answer, AskOptions, Comparison, RelatedOptions, RelatedPages, SearchResult, Stats, SuggestOptions, Suggestions, Warning } from '../api.js'

/** What an answer of a language model is written from; `src/language-model/passage.rs` reads the rest. */
export type Quotable = { answer: Answer }

/** A page that a question finds, by what it says of itself. */
export interface FoundPage {
  lang: string
  meta: Record<string, string>
  /** The score of its best passage as a share of the maximum, 0 to 1. */
  relevance: number
}

export interface Calls {
  ask: { options: AskOptions, value: Answer }
  search: { options: AskOptions, value: SearchResult }
  /** All pages that a search finds, best first; no text is fetched for it. */
  pages: { options: AskOptions, value: { pages: FoundPage[], warnings: Warning[] } }
  compare: { options: AskOptions, value: Comparison }
  suggest: { options: SuggestOptions, value: Suggestions }
  related: { options: RelatedOptions, value: RelatedPages }
  quotable: { options: AskOptions, value: Quotable }
  stats: { options: { signal?: AbortSignal }, value: Stats }
  /** Opens the bundle at an address, in a worker. */
  open: { options: { signal?: AbortSignal }, value: Stats }
}

/** The calls of an open bundle. */
export type Method = Exclude<keyof Calls, 'open'>
export type Options<M extends keyof Calls> = Calls[M]['options']
export type Value<M extends keyof Calls> = Calls[M]['value']
/** The options of any call, as far as the code between a page and the engine reads them. */
export type AnyOptions = { signal?: AbortSignal, rerankers?: unknown[], gateway?: string, partial?: boolean }
