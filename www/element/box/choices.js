/**
 * Handles a visitor's choice in the panel: a question to ask, or a page to open.
 */

/** @typedef {import('../soru.js').Hit} Hit */

export class Choices {
  #host
  #field
  #panel
  #emit
  #hitOf

  /**
   * @param {import('../soru-search-element.js').SoruSearchElement} host
   * @param {import('./field.js').Field} field
   * @param {import('./panel.js').Panel} panel
   * @param {(type: string, detail: unknown) => boolean} emit false if a listener prevented the default
   * @param {(link: HTMLAnchorElement) => Hit | null} hitOf the hit of a link
   */
  constructor(host, field, panel, emit, hitOf) {
    this.#host = host
    this.#field = field
    this.#panel = panel
    this.#emit = emit
    this.#hitOf = hitOf
  }

  /**
   * Follows the active option like a click with the same modifier keys.
   * @param {KeyboardEvent} event
   */
  follow({ ctrlKey, metaKey, shiftKey, altKey }) {
    const init = { bubbles: true, cancelable: true, composed: true, ctrlKey, metaKey, shiftKey, altKey }
    this.#panel.cursor.active?.dispatchEvent(new MouseEvent('click', init))
  }

  /** @param {MouseEvent} event somewhere in the panel */
  clicked(event) {
    const target = /** @type {Element} */ (event.target)
    const suggestion = target.closest('[data-question]')
    const link = target.closest('a')
    if (suggestion instanceof HTMLElement) this.#askInstead(suggestion.dataset.question)
    else if (link) this.#selected(event, link)
  }

  /**
   * The new answer replaces the button with the question, so the focus returns to the input.
   * @param {string | undefined} question
   */
  #askInstead(question) {
    if (!this.#field.closeKeyboard()) this.#host.focus()
    this.#host.ask(question)
  }

  /**
   * @param {MouseEvent} event
   * @param {HTMLAnchorElement} link
   */
  #selected(event, link) {
    const followed = this.#emit('soru-select', { url: link.href, hit: this.#hitOf(link) })
    if (!followed) event.preventDefault()
    const staysHere = event.ctrlKey || event.metaKey || event.shiftKey
    if (!staysHere) this.#host.close()
  }
}
