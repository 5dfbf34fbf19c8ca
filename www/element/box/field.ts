/**
 * The row that is always visible: input, clear and ask buttons.
 */
import { h, icon, ICONS, plain } from './dom.js'
import type { Wording } from '../texts/texts.js'

/** The default of `query.max_characters`: of a longer question the rest is not read. */
const MOST_CHARACTERS = 2000

export class Field {
  input = h('input', {
    part: 'input', name: 'q', type: 'text', role: 'combobox', enterkeyhint: 'search', autocomplete: 'off',
    autocapitalize: 'off', spellcheck: 'false', 'aria-autocomplete': 'list', 'aria-expanded': 'false',
    'aria-controls': 'list', maxlength: MOST_CHARACTERS,
  })

  clear = h('button', { class: 'clear', part: 'clear', type: 'button' }, icon(ICONS.clear))
  #askLabel = h('span', { class: 'ask-label' })
  ask = h('button', { class: 'ask', part: 'ask', type: 'button' }, this.#askLabel, icon(ICONS.send))

  element = h('div', { class: 'field', part: 'field' },
    h('span', { class: 'lens' }, icon(ICONS.search)), this.input, this.clear, this.ask)

  get value() {
    return plain(this.input.value)
  }

  set value(value) {
    this.input.value = plain(value.slice(0, MOST_CHARACTERS))
    this.refresh()
  }

  get isFocused() {
    return this.input.matches(':focus')
  }

  /** Whether much of the input's text is hidden. */
  get isCut() {
    return this.input.scrollWidth > 1.2 * this.input.clientWidth
  }

  /** Shows the beginning of the question, even while the cursor is at its end. */
  showBegin() {
    this.input.scrollLeft = 0
  }

  /**
   * Moves the focus out of the input, whose on-screen keyboard would cover half of a phone. From there Tab moves to the
   * next control as before.
   * @returns whether there is such a keyboard
   */
  closeKeyboard(): boolean {
    const isTouched = matchMedia('(pointer: coarse)').matches
    if (isTouched) this.input.blur()
    return isTouched
  }

  /** Shows the clear button if there is text to clear. */
  refresh() {
    this.clear.hidden = this.input.value === ''
  }

  set busy(isBusy: boolean) {
    this.element.classList.toggle('busy', isBusy)
  }

  /** @param own the page's wording */
  localize(wording: Wording, { label, placeholder }: { label: string | null, placeholder: string | null }) {
    this.input.setAttribute('aria-label', label ?? wording.text('label'))
    this.input.placeholder = placeholder ?? wording.text('placeholder')
    this.clear.setAttribute('aria-label', wording.text('clear'))
    this.ask.setAttribute('aria-label', wording.text('ask'))
    this.#askLabel.textContent = wording.text('ask')
    this.refresh()
  }
}
