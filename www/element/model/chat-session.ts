/**
 * A conversation with a language model, in a box that has one: earlier messages, and the answer that is being written.
 * Loaded only if the box has a model.
 */
import { SoruError } from '../engine/errors.js'
import { isThere } from './browser-model.js'
import { countedBelow } from './daily-count.js'
import { GeneratedCard } from './view-generated.js'
import { generatedSheet } from './generated-styles.js'
import { generatedText } from '../texts/generated-texts.js'
import type { Answer, GenerateEvent, GenerateOptions, Message } from '../api.js'
import type { ViewContext } from '../box/view-results.js'
import type { Say } from '../texts/generated-texts.js'

const SPENT = 'this browser has asked the language model today as often as generation.model.daily_limit allows'

/** Older messages are dropped. */
const MOST_MESSAGES = 20

export interface Writing {
  generate: (question: string, options: GenerateOptions) => AsyncIterable<GenerateEvent>
  options: GenerateOptions
  context: ViewContext
  /** For screen readers. */
  say: (text: string) => void
  failed: (error: SoruError) => void
  written: (written: GenerateEvent) => void
}

export class ChatSession {
  #bundle
  #key
  #running: AbortController | null = null

  /** @param bundle its conversation; each tab has its own */
  constructor(bundle: string) {
    this.#bundle = bundle
    this.#key = `soru-conversation ${bundle}`
  }

  static dress(root: ShadowRoot) {
    const sheets = root.adoptedStyleSheets
    if (!sheets.includes(generatedSheet())) sheets.push(generatedSheet())
  }

  get history(): Message[] {
    try {
      const kept = JSON.parse(sessionStorage.getItem(this.#key) ?? '[]')
      return Array.isArray(kept) ? kept.filter(isMessage) : []
    } catch {
      return [] // storage may be forbidden
    }
  }

  clear() {
    try {
      sessionStorage.removeItem(this.#key)
    } catch {
      // storage may be forbidden; then nothing was stored
    }
  }

  #keep(question: string, answer: string) {
    const said = [...this.history, { role: 'user', content: question }, { role: 'assistant', content: answer }]
    try {
      sessionStorage.setItem(this.#key, JSON.stringify(said.slice(-MOST_MESSAGES)))
    } catch {
      // storage may be forbidden or full; then the conversation has no memory
    }
  }

  /** Cancels the answer being written. */
  stop() {
    this.#running?.abort()
    this.#running = null
  }

  /** The card for a written answer, if a model is to be asked; the answer is added to the conversation. */
  answer(question: string, answer: Answer, writing: Writing): HTMLElement | null {
    this.stop()
    const isMissing = writing.options.api === 'browser' && !isThere()
    if (isMissing || !isForModel(answer)) {
      if (answer.answer !== null) this.#keep(question, answer.answer)
      return null
    }
    const before = this.history
    const say = generatedText(writing.context.wording)
    const card = new GeneratedCard(writing.context, say, {
      stop: () => this.stop(),
      retry: () => this.#write(question, before, card, writing, say),
      download: () => this.#write(question, before, card, writing, say, true),
      clear: () => { this.clear(); card.forgotten() },
    })
    this.#write(question, before, card, writing, say)
    return card.element
  }

  /** @param download the visitor lets the browser download its model */
  async #write(
    question: string,
    history: Message[],
    card: GeneratedCard,
    writing: Writing,
    say: Say,
    download: boolean = false,
  ) {
    this.stop()
    const running = this.#running = new AbortController()
    const { signal } = running
    const { endpoint, generate } = writing.options
    card.begin(history.length > 0, download || Boolean(endpoint || generate))
    try {
      for await (const event of writing.generate(question, { download, ...writing.options, history, signal })) {
        if (event.type === 'sources' && event.isAsked && !countedBelow(this.#bundle, event.dailyLimit)) {
          card.limited()
          return writing.failed(new SoruError('MODEL_LIMIT', SPENT))
        }
        card.take(event)
        if (event.type === 'error' && card.isShown) writing.failed(new SoruError(event.code, event.message))
        if (event.type === 'done') {
          this.#keep(question, event.text)
          writing.written(event)
          writing.say(say('sayDone', { answer: event.text }))
        }
      }
    } catch (thrown) {
      if (signal.aborted) return card.stopped()
      const error = SoruError.from(thrown)
      card.take({ type: 'error', code: error.code, message: error.message })
      writing.failed(error)
    }
  }
}

/** If nothing is certain enough to be asserted, the engine decides whether to ask a model. */
function isForModel({ method, hits }: Answer) {
  return method === 'extractive' || (method === 'none' && hits.length > 0)
}

function isMessage(given: unknown): given is Message {
  const { role, content } = Object(given) as Partial<Record<keyof Message, unknown>>
  return (role === 'user' || role === 'assistant') && typeof content === 'string'
}
