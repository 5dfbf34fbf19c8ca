/**
 * Attributes, properties and events of the tags, for the templates of frameworks. `docs/element.md` explains each
 * attribute.
 */
import type { GenerateOptions } from './soru.js'
import type {} from './soru-search.js'
import type {} from './soru-related.js'

/** An attribute without a value, or a value of a script. */
type Flag = boolean | ''

type Handlers<Names extends keyof GlobalEventHandlersEventMap> = {
  [Name in Names as `on${Name}`]?: (event: GlobalEventHandlersEventMap[Name]) => void
}

type SearchEvent =
  | 'soru-ready' | 'soru-ask' | 'soru-answer' | 'soru-written' | 'soru-error' | 'soru-feedback' | 'soru-select'
type RelatedEvent = 'soru-related' | 'soru-select' | 'soru-error'

/** The events of `<soru-search>`, by name. */
export type SearchEvents = Pick<GlobalEventHandlersEventMap, SearchEvent>
/** The events of `<soru-related>`, by name. */
export type RelatedEvents = Pick<GlobalEventHandlersEventMap, RelatedEvent>

export interface SearchAttributes {
  form?: 'inline' | 'dialog' | 'page'
  header?: string | boolean
  instead?: string
  results?: string
  filters?: string
  sort?: Flag
  state?: 'url'
  shortcut?: string
  bundle?: string
  gateway?: string
  placeholder?: string
  label?: string
  lang?: string
  'top-k'?: number | string
  autofocus?: Flag
  debug?: Flag
  theme?: 'light' | 'dark' | 'auto'
  endpoint?: string
  /** The name of a language model, or as a property its options. */
  model?: string | GenerateOptions | null
  api?: 'openai' | 'ollama' | 'browser'
  'daily-limit'?: number | string
  generate?: Flag
  marks?: 'off'
  previews?: Flag
  recent?: Flag
  feedback?: Flag
  report?: string
  'report-consent'?: 'ask'
  log?: Flag
  worker?: 'off'
  /** The text in the input, a property. */
  value?: string
}

export interface RelatedAttributes {
  url?: string
  'top-k'?: number | string
  'only-lang'?: string
  label?: string
  lang?: string
  bundle?: string
  theme?: 'light' | 'dark' | 'auto'
  worker?: 'off'
}

/** With handlers such as `onsoru-answer`, as React and Svelte name them. */
export type SearchTag = SearchAttributes & Handlers<SearchEvent>
export type RelatedTag = RelatedAttributes & Handlers<RelatedEvent>
