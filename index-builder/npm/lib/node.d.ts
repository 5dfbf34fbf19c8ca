/** Building bundles from Node.js, by the native command. */

/** What `soru build` can be told; paths are relative to the current folder. */
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
  layout?: 'auto' | 'single' | 'sharded'
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
  /** Unique; default: the address. */
  id?: string
  url?: string
  title?: string
  /** Plain text; a line break ends a paragraph. */
  content: string
  /** A BCP 47 tag; default: told from the text. */
  language?: string
  /** For filters. */
  meta?: { [key: string]: string | number | boolean }
}

/** The report of `soru build --json`. */
export interface Report {
  pages: number
  chunks: number
  [key: string]: unknown
}

export interface Index {
  /** @throws {TypeError} if the address was added before */
  addHTML(page: Page): Promise<void>
  /** Adds a folder of HTML, Markdown and text pages. */
  addDirectory(folder: { path: string }): Promise<void>
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

/** An empty index. */
export function createIndex(options?: IndexOptions): Promise<Index>
