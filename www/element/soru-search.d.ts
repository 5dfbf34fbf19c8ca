import type { Answer, GenerateEvent, GenerateOptions, Hit, SoruError, Stats } from './soru.js'

/** `<soru-search>`; its attributes, events, parts and custom properties are listed in soru-search-element.js. */
export class SoruSearchElement extends HTMLElement {
  /** Registers the tag, unless it is taken. */
  static define(tag?: string): void
  /** The text in the input. Setting it searches nothing; `ask()` does. */
  value: string
  /** URL of the bundle folder, absolute. */
  bundle: string
  /** The language model: the attributes `endpoint`, `model`, `api` and `daily-limit`, and the options set by a script, such as a visitor's `key`. Kept in memory only. */
  model: GenerateOptions | null
  /** Clears the conversation of this tab. */
  clearConversation(): Promise<void>
  /**
   * What was asked while the attribute `log` was set, at most 500 questions, the oldest first: a line of
   * JSON each, a `LogEntry`. Empty if nothing was kept.
   */
  exportLog(): Promise<string>
  /** Deletes the questions stored for the attribute `recent`. */
  clearRecent(): Promise<void>
  /** Deletes the log that `exportLog` returns. */
  clearLog(): Promise<void>
  /** `null` if it failed, was empty, was cancelled or dismissed, or was overtaken by a later question. */
  ask(question?: string): Promise<Answer | null>
  /** Opens the dialog, or moves the focus into the input, like the keyboard shortcut. */
  open(): Promise<void>
  /** Closes the dialog, or the panel. */
  close(): void
  /** Empties the box and closes the panel. */
  clear(): void
}

/** One question of the log, without the text of its answer. */
export interface LogEntry {
  /** ISO 8601, in UTC. */
  time: string
  /** As asked; at most 1,000 characters. */
  question: string
  lang: string
  /** The route of the question. */
  routedTier: 1 | 2
  /** The origin of its answer. */
  tier: 1 | 2
  /** 0 to 1. */
  confidence: number
  level: Answer['level']
  method: Answer['method']
  /** The number of passages found. */
  hits: number
  intent: string
}

declare global {
  interface HTMLElementTagNameMap {
    'soru-search': SoruSearchElement
  }

  interface GlobalEventHandlersEventMap {
    'soru-ready': CustomEvent<Stats>
    'soru-ask': CustomEvent<{ question: string }>
    'soru-answer': CustomEvent<Answer>
    'soru-written': CustomEvent<GenerateEvent>
    'soru-error': CustomEvent<SoruError>
    'soru-feedback': CustomEvent<{ question: string, answer: string | null, helpful: boolean }>
    'soru-select': CustomEvent<{ url: string, hit: Hit | null }>
  }
}
