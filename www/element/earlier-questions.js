/**
 * What was asked before, sent with a question that may go on from it: by a box with a language model the
 * conversation, by others the questions of this panel. The code of either is loaded by those who need it.
 */

/** @typedef {import('./soru.js').Answer} Answer */
/** @typedef {import('./soru.js').Message} Message */

export class EarlierQuestions {
  #host
  /** A box with a language model has a conversation. @type {import('./chat-session.js').ChatSession | null} */
  session = null
  /** There from the first answer on. @type {Promise<import('./follow-ups.js').FollowUps | null> | null} */
  #followUps = null
  /** What the question is sent with. @type {Message[]} */
  history = []

  /** @param {import('./soru-search-element.js').SoruSearchElement} host */
  constructor(host) {
    this.#host = host
  }

  /**
   * Finds out what a question is to be sent with.
   * @param {string} question
   */
  async prepare(question) {
    if (this.#host.model) {
      this.history = (await this.#chat()).history
    } else {
      this.session = null
      this.history = (this.#followUps && (await this.#followUps)?.before(question)) ?? []
    }
  }

  /** @param {Answer} answer */
  async remember({ question, completed, method }) {
    if (method === 'small_talk') return
    // Not when the module has come: the visitor may have waited for it.
    const now = Date.now()
    this.#followUps ??= import('./follow-ups.js').then(({ FollowUps }) => new FollowUps(), () => this.#followUps = null);
    (await this.#followUps)?.remember(completed ?? question, now)
  }

  /** The next question goes on from none of this panel. */
  async beginAnew() {
    (await this.#followUps)?.forget()
  }

  /** The next question stands on its own. */
  async forget() {
    this.session?.clear()
    await this.beginAnew()
  }

  /** Forgets what was said in this tab. */
  async clearConversation() {
    (await this.#chat()).clear()
  }

  /** What a model needs is loaded for those boxes only that have one. */
  async #chat() {
    const { ChatSession } = await import('./chat-session.js')
    ChatSession.dress(/** @type {ShadowRoot} */ (this.#host.shadowRoot))
    return this.session ??= new ChatSession(this.#host.bundle)
  }
}
