/** Building bundles from Node.js, and asking them, by the native command. */
import type { Answer, AskOptions } from '../soru.js'

/** Options of `soru build`; paths are relative to the current folder. */
export interface IndexOptions {
  /** The project file. Default: `soru.toml` in the current folder, if there is one. */
  config?: string
  /** Facts besides those of the project file: CSV, JSON, YAML or SQLite. */
  facts?: string
  /** Questions written for sections. */
  questions?: string
  /** A folder that keeps what was read, so that the next build is fast. */
  cache?: string
  /** The name of an installed sentence encoder, a folder, or `none`. */
  encoder?: string
  /** Whether a bundle with warnings is an error: `exitCode` is 3, and the bundle is written. */
  strict?: boolean
  /** Whether to write the index without engine and box. */
  indexOnly?: boolean
  /** `remote`: facts and a small index, for pages that are in a cluster. */
  layout?: 'auto' | 'single' | 'sharded' | 'remote'
  /** How many threads to use. Default: one per core. */
  jobs?: number
}

export interface Page {
  /** The address on the site, such as `/fees/`. */
  url: string
  /** The HTML. */
  content: string
}

export interface Record {
  /** Unique; default: the address. Either `id` or `url` is required. */
  id?: string
  /** The address, of which hits are links. Without it the `url` of its hits is empty. */
  url?: string
  title?: string
  /** Plain text; a line break ends a paragraph. */
  content: string
  /** A BCP 47 tag; default: detected from the text. */
  language?: string
  /**
   * For filters, and in `meta` of hits, as texts. A list becomes one text, `a, b`, and a filter finds each of its
   * values; null is left out. `importance` (0 to 1) and `description` are those of the page.
   */
  meta?: { [key: string]: MetaValue | MetaValue[] | null | undefined }
}

export type MetaValue = string | number | boolean

/** The report of `soru build --json`. */
export interface Report {
  /** The folder of the bundle. */
  out: string
  /** The project file, if there was one. */
  config: string | null
  /** Pages indexed. */
  pages: number
  /** Passages into which they were cut. */
  chunks: number
  /** Words of text by language. */
  words: { [language: string]: number }
  /** Different words by language. */
  terms: { [language: string]: number }
  facts: number
  /** Pages left out, by reason. */
  skipped: SkippedPages[]
  /** Groups of ids of nearly identical pages. */
  alike: string[][]
  warnings: string[]
  /** The bundle by part. */
  parts: { name: string, files: number, bytes: number }[]
  /** Size of the whole bundle. */
  bytes: number
  /** Number of files of the whole bundle. */
  files: number
  /** Number of files of older builds that were removed. */
  removed: number
  /** Whether the index is the same as before. */
  unchanged: boolean
  seconds: number
  [key: string]: unknown
}

/** Pages left out for the same reason. */
export interface SkippedPages {
  reason: string
  /** Whether the authors of the pages requested it, as with `noindex`. */
  intended: boolean
  /** Each with details, where there are any: `page: detail`. */
  pages: string[]
}

export interface Index {
  /** @throws {TypeError} if the address was added before */
  addHTML(page: Page): Promise<void>
  /** Adds a folder of HTML, Markdown and text pages. */
  addDirectory(folder: { path: string }): Promise<void>
  /** @throws {TypeError} if the id was added before, or a field or a value of `meta` is unknown */
  addRecord(record: Record): Promise<void>
  /** Writes the bundle; may be called again after more was added. */
  writeBundle(target: { out: string }): Promise<Report>
  /** Removes temporary files. */
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

/** The command failed; the message is what it printed. */
export class BuildError extends Error {
  /** null if it could not be started */
  readonly exitCode: number | null
}

/** Options of a question. Rerankers are named; functions are for browsers. */
export type QuestionOptions = Omit<AskOptions, 'rerankers' | 'signal'> & { rerankers?: string[] }

/**
 * Answers a question from a bundle, like `ask()` in a browser, or from several as if they were one. A bundle over a
 * cluster asks the gateway that it names, or that of the options; among several, none can be one.
 * @throws {BuildError} if the command fails
 */
export function ask(bundle: string | string[], question: string, options?: QuestionOptions): Promise<Answer>

/** An empty index. */
export function createIndex(options?: IndexOptions): Promise<Index>
