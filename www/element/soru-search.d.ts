import type { Answer, GenerateEvent, GenerateOptions, Hit, SoruError, Stats } from './soru.js'

/** `<soru-search>`; its attributes, events, parts and custom properties are listed in soru-search-element.js. */
export class SoruSearchElement extends HTMLElement {
  /** Registers the tag, unless it is taken. */
  static define(tag?: string): void
  /** The text in the input. Setting it searches nothing; `ask()` does. */
  value: string
  /** URL of the bundle folder, absolute. */
  bundle: string
  /** The language model, of the attributes `endpoint`, `model` and `api` and of what a script sets: a visitor's `key`, too. Kept in memory only. */
  model: GenerateOptions | null
  /** Forgets what was said in this tab. */
  clearConversation(): Promise<void>
  /**
   * What was asked while the attribute `log` was set, at most 500 questions, the oldest first: a line of
   * JSON each, a `LogEntry`. Empty if nothing was kept.
   */
  exportLog(): Promise<string>
  /** Forgets what was asked while the attribute `recent` was set. */
  clearRecent(): Promise<void>
  /** Forgets what `exportLog` gives. */
  clearLog(): Promise<void>
  /** `null` if it failed, was empty, was cancelled or dismissed, or was overtaken by a later question. */
  ask(question?: string): Promise<Answer | null>
  /** Does what the keyboard shortcut does: opens the dialog, or puts the focus into the input. */
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
  /** Where the router sent the question. */
  routedTier: 1 | 2
  /** Where its answer came from. */
  tier: 1 | 2
  /** 0 to 1. */
  confidence: number
  level: Answer['level']
  method: Answer['method']
  /** How many passages were found. */
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
