/**
 * Handles a visitor's choice in the panel: a question to ask, or a page to open.
 */
import type { Hit } from '../api.js'
import type { SoruSearchElement } from '../soru-search-element.js'
import type { Emit } from './events.js'
import type { Field } from './field.js'
import type { Panel } from './panel.js'

export class Choices {
  #host
  #field
  #panel
  #emit
  #hitOf

  /** @param hitOf the hit of a link */
  constructor(
    host: SoruSearchElement,
    field: Field,
    panel: Panel,
    emit: Emit,
    hitOf: (link: HTMLAnchorElement) => Hit | null,
  ) {
    this.#host = host
    this.#field = field
    this.#panel = panel
    this.#emit = emit
    this.#hitOf = hitOf
  }

  /** Follows the active option like a click with the same modifier keys. */
  follow({ ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent) {
    const init = { bubbles: true, cancelable: true, composed: true, ctrlKey, metaKey, shiftKey, altKey }
    this.#panel.cursor.active?.dispatchEvent(new MouseEvent('click', init))
  }

  /** @param event somewhere in the panel */
  clicked(event: MouseEvent) {
    const target = event.target as Element
    const suggestion = target.closest('[data-question]')
    const link = target.closest('a')
    if (suggestion instanceof HTMLElement) this.#askInstead(suggestion.dataset.question)
    else if (link) this.#selected(event, link)
  }

  /** The new answer replaces the button with the question, so the focus returns to the input. */
  #askInstead(question: string | undefined) {
    if (!this.#field.closeKeyboard()) this.#host.focus()
    this.#host.ask(question)
  }

  #selected(event: MouseEvent, link: HTMLAnchorElement) {
    const followed = this.#emit('soru-select', { url: link.href, hit: this.#hitOf(link) })
    if (!followed) event.preventDefault()
    const staysHere = event.ctrlKey || event.metaKey || event.shiftKey
    if (!staysHere) this.#host.close()
  }
}
