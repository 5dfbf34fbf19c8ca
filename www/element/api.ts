/**
 * The types of the published interface. Types of answers are checked against the answers of an engine by a test.
 */
/** A stretch of a text, in UTF-16 units: `text.slice(start, end)`. */
export type Mark = [start: number, end: number]

export interface Warning {
  /**
   * Stable: `no_hits`, `phrase_not_found`, `phrase_search_cut`, `reranker_failed`, `question_cut`,
   * `method_failed`, or `part_missing`: a file could not be loaded, so results may be
   * missing, and the next question requests it again. `gateway_failed`: the gateway of a cluster did not answer, so only
   * the bundle's own pages were searched; it is asked again half a minute later. `bundle_missing`: one of several
   * bundles could not be loaded; it is tried again half a minute later. `titles_only`: in a box where WebAssembly is
   * forbidden or missing, only titles and headings were searched.
   */
  code: string
  message: string
  /** With `bundle_missing`: its address, without a scheme. */
  bundle?: string
}

/** The origin of an answer. */
export interface Source {
  title: string
  /** As `url` of a hit. */
  url: string
  /** 0 to 1. */
  relevance: number
  preview: string
  /** As `heading` of a hit; empty for a fact. */
  heading: string[]
  lang: string
}

/** One passage that was found. */
export interface Hit {
  /** The document's id. */
  id: string
  /** Its number within the document. */
  chunk: number
  title: string
  /** The headings below the page's title, down to the passage's own. */
  heading: string[]
  /**
   * With the anchor of the passage; relative to the folder above the bundle folder, or absolute if `[site] url` is set
   * (`Stats.siteUrl`): `new URL(hit.url, new URL('..', new URL('./soru/', document.baseURI)))`. Empty for a record
   * without an address.
   */
  url: string
  text: string
  /** The part of `text` around the question's words. Line breaks part paragraphs, list items and table rows. */
  excerpt: string
  /** The question's words in `excerpt`. */
  marks: Mark[]
  /** Into `excerpt`: the sentence that fits best. `null` in a search, or if none has anything of the question. */
  highlight: Mark | null
  score: number
  /** The score of each ranking step, by its name. */
  scores: Record<string, number>
  /** The match of the passage with the whole question, each part 0 to 1. */
  features: MatchFeatures
  lang: string
  /** The importance of the page, independent of the question, 0 to 1. */
  importance: number
  /** The score of the passage as a share of the maximum, 0 to 1; comparable between questions. */
  relevance: number
  /** Other metadata of the page. If several bundles are searched, `site` is the name of its site. */
  meta: Record<string, string>
  /** The question written for the passage that is most like the visitor's, if any was written. */
  question?: string
  /** Other pages that hold the same passage and were found as well, best first. */
  duplicates: Duplicate[]
}

/** Another place of a passage. */
export interface Duplicate {
  title: string
  url: string
}

/** The match of a passage with a whole question, each part 0 to 1. */
export interface MatchFeatures {
  /** Share of the question's words that the passage has, weighted by their rarity. */
  coverage: number
  /** Share of neighbouring words of the question that are as close in the passage. */
  closeness: number
  /** Match of the heading of the passage with the question: 1 word for word, otherwise at most 0.5. */
  heading: number
  /** Whether the passage has the kind of thing asked for, as a date for `when`: 0, 0.5 or 1. */
  expected: number
  /** Share of the title's words that are words of the question. */
  title: number
  /** Similarity of the visitor's question to the nearest question written for the passage, if any. */
  question?: number
}

/** An entry of the site's own table of checked answers. */
export interface Fact {
  question: string
  answer: string
  sourceUrl: string
  /** May be empty, as all that follows. */
  sourceTitle: string
  /** ISO 8601 date. */
  checkedOn: string
  /** ISO 8601 date. */
  validUntil: string
  category: string
  lang: string
  /** Other ways to ask the same. */
  aliases: string[]
  /** The words of the source that say so. */
  sourceQuote: string
  /** Absent: official. */
  authority?: 'official' | 'extended'
  /** The site whose fact it is, if several bundles are searched. */
  site?: string
}

export interface TraceEvent {
  stage: string
  operator: string
  input: string
  output: string
  /** 0 without a clock. */
  millis: number
  warnings: string[]
  /** The words that a retriever looked for. */
  terms?: TraceTerm[]
}

export interface TraceTerm {
  word: string
  /** The language of the pages in which it was looked for. */
  lang: string
  /** 1 for a content word of the visitor's in the question's own language. */
  weight: number
  /** `typed`, `stop`, `extra`, `synonym` or `booster`. */
  origin: string
}

export interface Route {
  tier: 1 | 2
  confidence: number
  reasoning: string
}

/** A misspelt word that was repaired. */
export interface Correction {
  /** The word as typed. */
  from: string
  /** The correction, in lower case. */
  to: string
  /** Whether it may mean something else; then the typed word was searched for as well. */
  doubtful: boolean
}

export interface Answer {
  question: string
  /** The whole question that was answered, if the one asked was completed from those before it (`history`). */
  completed: string | null
  /**
   * `null`: nothing is asserted; `hits` are then the sections that fit best. A quoted list has a line for each
   * item, with `• ` or (numbered on its page) `→ ` in front; cells of a quoted row are parted by ` | `.
   */
  answer: string | null
  /** Into `answer`. */
  answerMarks: Mark[]
  /** Into `answer`: of a passage, the sentence that fits best. */
  highlight: Mark | null
  /**
   * If the answer is quoted: the address of the very words, a text fragment (`#:~:text=`) on that of their page.
   * Relative as `url` of a hit.
   */
  quoteUrl: string | null
  sources: Source[]
  /** 0 to 1. */
  confidence: number
  level: 'high' | 'low'
  /** 1: from the table of facts. 2: from the pages. */
  tier: 1 | 2
  method: 'fact_exact' | 'fact_fuzzy' | 'extractive' | 'none' | 'small_talk'
  route: Route
  intent: string
  lang: string
  fact: Fact | null
  /** If no fact answered: possibly matching questions of facts, nearest first, to be asked unchanged. */
  choices: string[]
  /** The same facts whole, in the same order, to be shown without asking again. Empty if a fact answered. */
  offers: Fact[]
  hits: Hit[]
  /** If there are any, all this was found for the question with these words repaired. */
  corrections: Correction[]
  warnings: Warning[]
  rerankFailed: boolean
  /** Only with the option `trace: true`. */
  trace: TraceEvent[] | null
}

export interface SearchResult {
  hits: Hit[]
  /** If there are any, the hits are those of the query with these words repaired. */
  corrections: Correction[]
  warnings: Warning[]
  rerankFailed: boolean
  trace: TraceEvent[] | null
  lang: string
  intent: string
}

/** Every method on one question, side by side. */
export interface Comparison {
  question: string
  /** Every retriever, alone and with rerankers: those of the call, or all if it names none. */
  methods: Compared[]
  /** The answer of the table of facts, for any route; `null` if no fact fits. */
  tier1: TierAnswer | null
  /** The answer of the pages, independent of the facts; `null` without one. */
  tier2: TierAnswer | null
  route: Route
}

/** The results of one method. */
export interface Compared {
  /** Retriever and rerankers: `bm25`, `bm25 + matching`. */
  method: string
  retriever: string
  rerankers: string[]
  hits: Hit[]
  /** `method_failed`: the method could not run, for the reason in the message. */
  warnings: Warning[]
  /** Duration of retrieval and reranking, in milliseconds. */
  ms?: number
}

/** An answer of one tier. */
export interface TierAnswer {
  answer: string
  /** Into `answer`. */
  answerMarks: Mark[]
  sources: Source[]
  /** 0 to 1. */
  confidence: number
  level: 'high' | 'low'
  method: 'fact_exact' | 'fact_fuzzy' | 'extractive'
  fact: Fact | null
}

/** The properties of a bundle. */
export interface Stats {
  title: string
  /** The site's address; empty if hits have addresses relative to the folder that holds the bundle folder. */
  siteUrl: string
  /** The default first. */
  languages: string[]
  documents: number
  chunks: number
  /** Different words. */
  terms: number
  /** Words of text by language. */
  words: Record<string, number>
  facts: number
  /** Changes whenever anything in the bundle changes. */
  buildId: string
  /** Version of the engine that wrote the bundle. */
  generator: string
  formatVersion: number
  files: StatsFile[]
  /** The site's own wording of the box, by language; the keys are listed in texts.ts and more-texts.ts. */
  texts: Record<string, Record<string, string>>
  /** The site's sample questions. */
  suggestions: Suggestion[]
  /** The contact page; may be empty. `texts[lang].contactUrl` replaces it in a language. */
  contactUrl: string
  /** The site's section `[generation]` of soru.toml; none if the site has no such section. */
  generation?: Record<string, unknown>
}

export interface StatsFile {
  name: string
  /** Bytes as stored. */
  size: number
  sections: string[]
}

/** A sample question of the site, or the question of a fact. */
export interface Suggestion {
  /** In which language it is shown; empty: in all. */
  lang: string
  question: string
  /** The last day on which its answer is current, ISO 8601; missing if unlimited. */
  validUntil?: string
}

/** A value of a page's metadata. */
export type FilterValue = string | number | boolean

/**
 * Scores hits again: one number per hit, in their order; larger is better. Hits are sorted best first, without
 * `excerpt` and `marks`. A function that throws, rejects, returns anything else or takes longer than
 * `ranking.callbackMillis` leaves the order unchanged (`rerankFailed`). Scores are kept in `hit.scores` under
 * the function's name, or under `callback 2`, by its place in the list, if it has none.
 */
export type Reranker = (query: string, hits: Hit[]) =>
  ArrayLike<number> | Promise<ArrayLike<number>>

/** Each overrides the site's configuration for one call. */
export interface AskOptions {
  /** Number of hits; default 5. */
  topK?: number
  /** The language that is expected, that of the page for instance; the question itself decides. */
  lang?: string
  /** Words and meaning (the default), words, meaning, or plain counting. */
  retriever?: 'hybrid' | 'bm25' | 'semantic' | 'tf'
  /** Names, and functions of your own; default `['matching', 'passage']`. */
  rerankers?: ('matching' | 'passage' | 'basic' | 'quality' | 'position' | 'recency' | Reranker)[]
  /**
   * Keeps pages in these languages (`lang`), or that say this of themselves (any other key, as in
   * `meta`): `{ lang: 'en', section: ['Visa', 'Housing'] }`. All keys must fit, each by one value.
   */
  filter?: Record<string, FilterValue | FilterValue[]>
  /** Drops hits that score less than this times the number of words; with `hybrid`, the score of `bm25` counts. */
  minScoreWeight?: number
  /** `false` searches for the typed words; default `true`: misspelt words are corrected. */
  spelling?: boolean | Record<string, unknown>
  /**
   * The text is still being typed: a last word that no space follows also matches words that go
   * on from it. Default `false`.
   */
  partial?: boolean
  /**
   * The address of a cluster's gateway, instead of the one that the site's configuration names; an empty one is ignored.
   * It is asked by bundles of `soru build --layout remote`, and never with `partial`.
   */
  gateway?: string
  /** The day against which facts expire, ISO 8601; default: the visitor's. */
  today?: string
  /** The previous messages, the earliest first. */
  history?: Message[]
  /** Report every step in `trace`. */
  trace?: boolean
  /** Cancels the call, which then rejects with the signal's reason, and the downloads that no other call needs. */
  signal?: AbortSignal
  [option: string]: unknown
}

/** A completion of the typed text. */
export interface Completion {
  /** A question with an answer on the site. */
  text: string
  lang: string
}

export interface Suggestions {
  /** Prepared questions, best first; no two the same in another spelling. */
  suggestions: Completion[]
}

export interface SuggestOptions {
  /** Maximum number, 1 to 100; default 3. */
  limit?: number
  /** The language of the page; questions in others are returned only if none in it fits. */
  lang?: string
  /** The day after which questions of expired facts are not proposed, ISO 8601; default: the visitor's. */
  today?: string
  /** Cancels the call, which then rejects with the signal's reason. */
  signal?: AbortSignal
}

/** A page that resembles another one. */
export interface RelatedPage {
  /** May be empty. */
  title: string
  /** As `url` of a hit. */
  url: string
  lang: string
  /** Similarity, 0 to 1. */
  similarity: number
}

export interface RelatedPages {
  /** Most similar first, those in the page's own language before others; empty if the index has no such page. */
  pages: RelatedPage[]
}

export interface RelatedOptions {
  /** Maximum number, at least 1; default 5. A bundle has up to `indexing.related.most` (10) in each language. */
  topK?: number
  /** Only pages in this language. */
  lang?: string
  /** Cancels the call, which then rejects with the signal's reason. */
  signal?: AbortSignal
}

/** A message of a conversation. */
export interface Message {
  /** `system` is for functions to get, not for histories to have. */
  role: 'user' | 'assistant' | 'system'
  content: string
}

/**
 * A language model of your own: gets the messages, gives its text, whole or in pieces. It runs in the
 * page.
 */
export type GenerateFunction = (messages: Message[], options: { signal: AbortSignal }) =>
  string | AsyncIterable<string> | ReadableStream<string>
  | Promise<string | AsyncIterable<string> | ReadableStream<string>>

/** Missing options are those of `[generation]` in the site's configuration. */
export interface GenerateOptions extends AskOptions {
  /** The model's address, as far as in front of `/chat/completions` (`openai`) or `/api/chat` (`ollama`). */
  endpoint?: string
  /** The model's name there. */
  model?: string
  /** The protocol; `browser`: the browser's own model (`LanguageModel`), without an endpoint. */
  api?: 'openai' | 'ollama' | 'browser'
  /**
   * Whether the browser may download its own model, of some gigabytes, for this answer; default: no. Browsers demand a
   * visitor's click before.
   */
  download?: boolean
  /** Overrides `dailyLimit` of the event `sources`. */
  dailyLimit?: number
  /** A function in the place of a model. */
  generate?: GenerateFunction
  /** The visitor's own key, sent as `Authorization: Bearer`. It is kept nowhere, and `***` replaces it in the reply. */
  key?: string
  /** Sent with the request. */
  headers?: Record<string, string>
}

/**
 * `sources` comes first, and one of `skipped`, `done` and `error` last. An error is never text: after one, the
 * text shown so far is not an answer, but `answer` of `sources` still is.
 */
export type GenerateEvent =
  | GenerateSources
  | { type: 'skipped', reason: 'fact' | 'no_answer' | 'small_talk' | 'download' }
  | { type: 'token', text: string }
  | { type: 'citation', number: number }
  | { type: 'content', from: number, blocks: Block[] }
  | GenerateWarning
  | { type: 'done', text: string, cited: number[], flagged: Flag[] }
  | { type: 'error', code: string, message: string }

export interface GenerateSources {
  type: 'sources'
  answer: Answer
  sources: NumberedSource[]
  /** Whether a model is asked now. */
  isAsked: boolean
  /**
   * The number of questions that the site allows a visitor's browser each day, which the box counts; 0: any number. To
   * stop here sends nothing.
   */
  dailyLimit: number
}

export interface GenerateWarning {
  type: 'warning'
  /**
   * Stable: `waiting`, `downloading`, `answer_cut`, `answer_filtered`, `unknown_citation`, `no_citation`,
   * `unsupported_value`.
   */
  code: string
  message: string
  /** With `downloading`: the part that has arrived, 0 to 1. */
  progress?: number
}

/** A passage that the model is given, by the number that it cites it by. */
export interface NumberedSource extends Source {
  /** From 1. */
  number: number
}

/** A value of the text that no cited source contains. */
export interface Flag {
  kind: 'number' | 'amount' | 'date' | 'time' | 'code' | 'telephone' | 'address'
  /** As the model wrote it. */
  value: string
  /** Into the text of `done`, as `slice` takes it. */
  start: number
  end: number
}

/** The format of the text: a small part of Markdown, without images and HTML. */
export type Block =
  | { type: 'paragraph', children: Inline[] }
  | { type: 'list', ordered: boolean, start: number, items: Inline[][] }
  | { type: 'code', text: string }

/** Links lead to hosts of the site, its sources and its configuration only. */
export type Inline =
  | { type: 'text', text: string }
  | { type: 'strong' | 'emphasis' | 'flagged', children: Inline[] }
  | { type: 'code', text: string }
  | { type: 'link', url: string, text: string }
  | { type: 'citation', number: number }

export interface Progress {
  /** Bytes. */
  loaded: number
  /** Bytes; 0 if unknown. */
  total: number
}

export interface OpenOptions {
  /** `false` keeps the engine on the main thread. Default `true`, where the page allows it. */
  worker?: boolean
  /** Receives the progress of all downloads until the search is open. */
  onProgress?: (progress: Progress) => void
  /** Cancels opening. */
  signal?: AbortSignal
}

/** An open bundle. */
export interface Soru {
  /** @throws {SoruError} */
  ask(question: string, options?: AskOptions): Promise<Answer>
  /** @throws {SoruError} */
  search(query: string, options?: AskOptions): Promise<SearchResult>
  /**
   * Runs every method on one question, for comparison.
   * @throws {SoruError}
   */
  compare(question: string, options?: AskOptions): Promise<Comparison>
  /**
   * Returns prepared questions that complete the typed text; for an empty text, the site's sample questions, or
   * those of its most important pages.
   * @throws {SoruError}
   */
  suggest(text: string, options?: SuggestOptions): Promise<Suggestions>
  /**
   * Returns pages that resemble the one at an address, relative to the page, with any query and fragment,
   * without that page and its near-duplicates. The list is empty if the index does not know the address, or no
   * page resembles it.
   * @throws {SoruError}
   */
  related(url: string | URL, options?: RelatedOptions): Promise<RelatedPages>
  /**
   * Answers in a language model's words, event by event. Errors of the question, the options or the bundle are
   * thrown, and so is the reason of an aborted `signal`; errors of the model are events.
   * @throws {SoruError}
   */
  generate(question: string, options?: GenerateOptions): AsyncGenerator<GenerateEvent, void, void>
  stats(): Stats
  close(): Promise<void>
}
