/**
 * Earlier questions, sent with a question that may refer to them: a box with a language model sends the conversation,
 * others the questions of this panel. The code of each is loaded only by boxes that need it.
 */
import type { Answer, Message } from '../api.js'
import type { ChatSession } from '../model/chat-session.js'
import type { SoruSearchElement } from '../soru-search-element.js'
import type { FollowUps } from './follow-ups.js'

export class EarlierQuestions {
  #host
  /** The conversation of a box with a language model. */
  session: ChatSession | null = null
  /** Set from the first answer on. */
  #followUps: Promise<FollowUps | null> | null = null
  /** The earlier messages to send with the question. */
  history: Message[] = []

  constructor(host: SoruSearchElement) {
    this.#host = host
  }

  /** Determines the messages to send with a question. */
  async prepare(question: string) {
    if (this.#host.model) {
      this.history = (await this.#chat()).history
    } else {
      this.session = null
      this.history = (this.#followUps && (await this.#followUps)?.before(question)) ?? []
    }
  }

  async remember({ question, completed, method }: Answer) {
    if (method === 'small_talk') return
    // Not after the import: the visitor may have waited for it.
    const now = Date.now()
    this.#followUps ??= import('./follow-ups.js').then(({ FollowUps }) => new FollowUps(), () => this.#followUps = null);
    (await this.#followUps)?.remember(completed ?? question, now)
  }

  /** Makes the next question refer to none of this panel. */
  async beginAnew() {
    (await this.#followUps)?.forget()
  }

  /** Makes the next question independent. */
  async forget() {
    this.session?.clear()
    await this.beginAnew()
  }

  /** Clears the conversation of this tab. */
  async clearConversation() {
    (await this.#chat()).clear()
  }

  /** Loads the code for a model, only for boxes that have one. */
  async #chat() {
    const { ChatSession } = await import('../model/chat-session.js')
    ChatSession.dress((this.#host.shadowRoot as ShadowRoot))
    return this.session ??= new ChatSession(this.#host.bundle)
  }
}
