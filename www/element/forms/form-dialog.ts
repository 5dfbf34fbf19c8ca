/**
 * The box behind a button: a dialog over the page. Loaded for `form="dialog"` only.
 */
import { h, icon, ICONS } from '../box/dom.js'
import { page } from '../box/page.js'
import { dialogSheet, lockedSheet } from './form-dialog-styles.js'
import { isDarkAround, settleInHeader } from './header.js'
import { moreText } from '../texts/more-texts.js'
import { shortcuts } from '../box/shortcut.js'
import type { Wording } from '../texts/texts.js'
import type { Parts } from './forms.js'

export class DialogForm {
  #host
  #parts
  #label = h('span', { class: 'opener-label' })
  #keys = h('kbd', { 'aria-hidden': 'true' })
  #opener = h('button', { class: 'opener', part: 'opener', type: 'button', 'aria-haspopup': 'dialog' },
    icon(ICONS.search), this.#label, this.#keys)
  #title = h('h2', { class: 'dialog-title', id: 'dialog-title', part: 'dialog-title' })
  #close = h('button', { class: 'clear', part: 'close', type: 'button' }, icon(ICONS.clear))
  #dialog
  nodes: Node[]
  sheet: CSSStyleSheet
  /** The element that had the focus before. */
  #before: HTMLElement | null = null

  constructor(parts: Parts) {
    this.#parts = parts
    this.#host = parts.host
    this.#dialog = h('dialog', { class: 'dialog', part: 'dialog', 'aria-labelledby': 'dialog-title' },
      h('div', { class: 'dialog-head' }, this.#title, this.#close), parts.frame)
    this.nodes = [this.#opener, this.#dialog]
    this.sheet = dialogSheet()
  }

  listen(signal: AbortSignal) {
    const dialog = this.#dialog
    let isOutside = false
    this.#opener.addEventListener('click', () => this.open(), { signal })
    this.#close.addEventListener('click', () => this.close(), { signal })
    // A drag that ends on the backdrop is no click on it.
    dialog.addEventListener('pointerdown', ({ target }) => { isOutside = target === dialog }, { signal })
    dialog.addEventListener('click', ({ target }) => { if (isOutside && target === dialog) this.close() }, { signal })
    dialog.addEventListener('close', () => this.#closed(), { signal })
    signal.addEventListener('abort', () => { if (this.isOpen) this.#leave() })
    settleInHeader(this.#host, dialog, signal)
  }

  get isOpen() {
    return this.#dialog.open
  }

  /** Escape closes it with any content. */
  get isModal() {
    return this.isOpen
  }

  /** The target of `focus()`. */
  get target() {
    return this.isOpen ? this.#parts.field.input : this.#opener
  }

  open() {
    if (!this.isOpen && this.#host.isConnected) {
      this.#before = deepActive()
      lock()
      this.#followColours()
      this.#dialog.showModal()
    }
    const { input } = this.#parts.field
    input.focus()
    input.select()
    this.#parts.controller.reopen()
  }

  close() {
    if (this.isOpen) this.#dialog.close()
  }

  localize(wording: Wording) {
    const say = moreText(wording)
    const label = this.#host.getAttribute('label')
    const [first] = shortcuts(this.#host)
    this.#label.textContent = label ?? say('open')
    this.#title.textContent = label ?? wording.text('label')
    this.#close.setAttribute('aria-label', say('close'))
    this.#keys.hidden = !first
    this.#keys.textContent = first ? shown(first) : ''
    const named = shortcuts(this.#host).map(forAssistants).join(' ')
    if (named) this.#opener.setAttribute('aria-keyshortcuts', named)
    else this.#opener.removeAttribute('aria-keyshortcuts')
  }

  /** A header may have colours of its own, and many pages are dark without saying so by `color-scheme`. */
  #followColours() {
    if (!this.#host.hasAttribute('header') || this.#host.hasAttribute('theme')) return
    const isDark = isDarkAround()
    this.#dialog.style.colorScheme = isDark === null ? '' : isDark ? 'dark' : 'light'
  }

  /** The box is being taken away, and nothing listens any more. */
  #leave() {
    this.#dialog.close()
    this.#closed()
  }

  #closed() {
    unlock()
    this.#parts.controller.dismiss()
    // From the page itself, to which no focus can be given, the way back is the button.
    const back = this.#before?.isConnected ? this.#before : this.#opener
    this.#before = null
    HTMLElement.prototype.focus.call(back, { preventScroll: true })
  }
}

/** The focused element, through shadow roots; null if it is the page itself. */
function deepActive() {
  let active = page('activeElement')
  while (active?.shadowRoot?.activeElement) active = active.shadowRoot.activeElement
  return active instanceof HTMLElement && active !== page('body') ? active : null
}

/** The page below stays where it is, and as wide as it is. */
function lock() {
  const hasScrollbar = window.innerWidth > page('documentElement').clientWidth
  dress([...page('adoptedStyleSheets'), lockedSheet(hasScrollbar)])
}

function unlock() {
  const locked = [lockedSheet(true), lockedSheet(false)]
  dress(page('adoptedStyleSheets').filter((sheet) => !locked.includes(sheet)))
}

function dress(sheets: CSSStyleSheet[]) {
  Reflect.set(Document.prototype, 'adoptedStyleSheets', sheets, document)
}

const isApple = /Mac|iPhone|iPad/.test(navigator.platform)

function shown(keys: string) {
  return isApple ? keys.replace('Mod+', '⌘') : keys.replace('Mod', 'Ctrl').replaceAll(/\+(?!$)/g, ' ')
}

/** As `aria-keyshortcuts` writes it. */
function forAssistants(keys: string) {
  return keys.replace('Mod', isApple ? 'Meta' : 'Control')
}
