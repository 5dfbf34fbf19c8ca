/**
 * The active option of the list. Focus stays in the input; `aria-activedescendant` names the active
 * option, and there is none until the visitor moves (so that Enter asks the question instead of
 * following some link).
 */
export class OptionCursor {
  #input
  #list
  #index = -1

  constructor(input: HTMLInputElement, list: HTMLElement) {
    this.#input = input
    this.#list = list
  }

  get active(): HTMLElement | null {
    return this.#options[this.#index] ?? null
  }

  get #options() {
    return Array.from(this.#list.children) as HTMLElement[]
  }

  /** Replaces the options; none is active. */
  replace(options: HTMLElement[]) {
    options.forEach((option, index) => {
      option.id = `option-${index}`
      option.setAttribute('aria-selected', 'false')
    })
    this.#list.replaceChildren(...options)
    this.#activate(-1)
  }

  /** Moves one step down or up. Past either end comes the input, then the other end. */
  move(step: 1 | -1) {
    const places = this.#options.length + 1
    this.#activate((this.#index + 1 + step + places) % places - 1)
  }

  first() {
    this.#activate(0)
  }

  last() {
    this.#activate(this.#options.length - 1)
  }

  leave() {
    this.#activate(-1)
  }

  #activate(index: number) {
    this.active?.setAttribute('aria-selected', 'false')
    this.#index = index
    const { active } = this
    if (!active) return this.#input.removeAttribute('aria-activedescendant')
    active.setAttribute('aria-selected', 'true')
    active.scrollIntoView({ block: 'nearest' })
    this.#input.setAttribute('aria-activedescendant', active.id)
  }
}
