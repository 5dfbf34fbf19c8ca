import { Announcer } from './box/announcer.js'
import { bundleOf } from './box/attributes.js'
import { SearchController } from './box/search-controller.js'
import { h } from './box/dom.js'
import { page } from './box/page.js'
import { Field } from './box/field.js'
import { LayoutMode } from './forms/forms.js'
import { handleKey } from './box/keyboard.js'
import { bundleAround } from './box/links.js'
import { Panel } from './box/panel.js'
import { sheet } from './box/styles.js'
import type { Answer, GenerateEvent, GenerateOptions, Hit, RelatedPage, Stats } from './api.js'
import type { Box } from './box/keyboard.js'
import type { SoruError } from './engine/errors.js'

const MODEL_ATTRIBUTES = ['endpoint', 'model', 'api']
/** How long an element that was taken away may be put back with all it shows, in milliseconds: routers do so between two pages. */
const AWAY_MS = 1000

/** Lets the module be imported where there is no DOM, as static site generators do. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {}

/**
 * A box that finds pages while the visitor types and answers questions on Enter.
 * Importing this module registers nothing; `soru-search.js` does.
 *
 * Engine and index are fetched when the visitor shows intent: the pointer over the box,
 * the focus in it, or a call of `ask()`.
 *
 * Children of the element are shown without scripting and until the element is ready: a link to a search page,
 * or a form.
 *
 * @attr {'inline'|'dialog'|'page'} form - an input on the page with a panel over it, the default; a button
 *   that opens a dialog; or a page of results, with the question in its address (`?q=`)
 * @attr {string|boolean} header - with `form="dialog"`: the button stands in the header of the page and fits into it, and only its
 *   icon is shown where the page is narrow. A CSS selector moves the box before the first element that matches, for
 *   headers that a script draws.
 * @attr {string} instead - with `header`: the box takes the place and the keys of an older search, which is the content of
 *   the tag, or what matches this CSS selector
 * @attr {string} results - URL of the page of results, to which the box links with the question
 * @attr {string} filters - keys of the pages' metadata by which results can be filtered, with an own label after a
 *   colon: `lang, section, audience: For whom`; `site` for several bundles; default on a page of results:
 *   `lang, section`, after `site` for several
 * @attr {boolean} sort - offers the newest pages first, where pages have a date
 * @attr {'url'} state - keeps question, filters and order in the address of the page (`?q=`), as a page of results does;
 *   for one box of a page
 * @attr {string} shortcut - keys that open the box from anywhere on the page, as in the default `/ Mod+K`,
 *   where `Mod` is Control or Command; `off`: none
 * @attr {string} bundle - URL of the bundle folder; default: the folder of this module. Several, with spaces between
 *   them, are searched as one, and pages name their site; other hosts must allow it (CORS)
 * @attr {string} gateway - address of the gateway of a cluster, instead of the one that the bundle names
 * @attr {string} placeholder - shown in the empty input
 * @attr {string} label - accessible name of the input
 * @attr {string} lang - language of the box; default: that of the page around it
 * @attr {number} top-k - number of pages to show
 * @attr {boolean} autofocus - takes the focus when the page has loaded
 * @attr {boolean} debug - shows how each answer was found
 * @attr {'light'|'dark'|'auto'} theme - default: the `color-scheme` of the page
 * @attr {string} endpoint - a language model's address: the box then also shows an answer in its words
 * @attr {string} model - its name there
 * @attr {'openai'|'ollama'|'browser'} api - its protocol, default `openai`; or the browser's own model, which answers on
 *   the visitor's device, in the browsers that have one
 * @attr {number} daily-limit - number of questions that one visitor's browser sends to it each day; default: that of the
 *   site's configuration, 50
 * @attr {boolean} generate - asks the model that the site's configuration names
 * @attr {'off'} marks - marks no words on pages of the site that are opened from the list
 * @attr {boolean} previews - shows picture and description of a page, if the index has them: `previews` under `[input]`
 * @attr {boolean} recent - offers the visitor's last questions; kept in the visitor's browser
 * @attr {boolean} feedback - asks below an answer whether it helped: the event `soru-feedback`
 * @attr {string} report - URL to which the box sends what became of a question, with the visitor's thumb and note; without
 *   anything about the visitor, and not if the browser asks for privacy (Global Privacy Control, Do Not Track)
 * @attr {'ask'} report-consent - asks the visitor first; default: the page has the consent or needs none
 * @attr {boolean} log - keeps the questions in the visitor's browser, for `exportLog()`
 * @attr {'off'} worker - keeps the engine on the main thread. Under
 *   `require-trusted-types-for 'script'` a worker needs `trusted-types soru`;
 *   without it the main thread is used, and `off` spares the probing.
 *
 * @slot header - above results
 * @slot footer - below results
 * @slot no-answer - below results where nothing is asserted
 * @slot hit - a `<template>` for a page in a list. In it, `data-soru-part` names what an element shows: `title`,
 *   `heading`, `excerpt`, `url`, `date`, `language`, `description`, `image` or `meta.KEY`
 *
 * @fires {CustomEvent<Stats>} soru-ready - the bundle is open
 * @fires {CustomEvent<{question: string}>} soru-ask - a question was sent; cancelable
 * @fires {CustomEvent<Answer>} soru-answer - it was answered, or no answer was found
 * @fires {CustomEvent<GenerateEvent>} soru-written - a language model has put it into words; the event `done`
 * @fires {CustomEvent<SoruError>} soru-error - something failed; `detail.code` gives the reason
 * @fires {CustomEvent<{question: string, answer: string | null, helpful: boolean}>} soru-feedback - the visitor
 *   stated whether an answer helped; nothing is sent
 * @fires {CustomEvent<{url: string, hit: object | null}>} soru-select - a link was followed; cancelable
 *
 * @csspart opener - the button that opens the dialog
 * @csspart dialog - the dialog; it has the `::backdrop`
 * @csspart dialog-title - the title of the dialog
 * @csspart close - the button that closes it
 * @csspart field - the row of input and buttons
 * @csspart input - the input
 * @csspart clear - the button that empties the input
 * @csspart ask - the button that asks
 * @csspart panel - the panel below the field
 * @csspart question - the question, above its answer, if it is too long for the input
 * @csspart answer - the answer card; also `fact`, or `quote` with `high` or `low`
 * @csspart badge - the kind of answer
 * @csspart category - the fact's category
 * @csspart confidence - the confidence of the answer; also `high` or `low`
 * @csspart fact-question - the question that the fact answers, if worded otherwise
 * @csspart heading - the place of a quotation: the link to the page and its headings
 * @csspart text - the answer itself
 * @csspart highlight - the sentence that fits best, of a quotation or of a section in the list; also `mark`
 * @csspart items - a list in it
 * @csspart row - a row of a table in it
 * @csspart code - program text in it
 * @csspart show-all - the button that unfolds a long quotation
 * @csspart source - the link to the answer's source
 * @csspart note - the visitor's note on an answer
 * @csspart consent - the question whether the box may send reports
 * @csspart actions - the actions for the answer
 * @csspart copy - the button that copies it
 * @csspart permalink - the button that copies a link to it
 * @csspart feedback - the question whether it helped
 * @csspart helpful - a button that answers that
 * @csspart date - the date of the fact's check, and its last day
 * @csspart correction - the line that shows the corrected question
 * @csspart repaired - a corrected word in it
 * @csspart meant - the button that asks the question with that word, if it is doubtful
 * @csspart exactly - the button that searches for the typed words
 * @csspart understood - the line that shows how a question was completed from previous ones
 * @csspart completed - the whole question in it
 * @csspart alone - the button that asks without the previous questions
 * @csspart few-pages - the line that only some pages were searched, because a cluster did not answer or a bundle
 *   could not be loaded
 * @csspart choices - questions with a checked answer that may be meant; also `offers`, if the answers are there
 * @csspart choice - the button that asks one of them; also `offer`, if it opens the answer
 * @csspart offer-answer - the answer that it opens
 * @csspart people-ask - a question similar to the visitor's, below the section that it was written for
 * @csspart all-results - the link to the page of results
 * @csspart page - all of the page of results below the field
 * @csspart filters - the filters above a list
 * @csspart filter - the button of one, or of an order
 * @csspart count - the number of pages found
 * @csspart result - a page there, with its passages
 * @csspart passage - the link to a further passage of it
 * @csspart more - the button that shows more pages
 * @csspart list-label - the heading above the list
 * @csspart list - the list of pages or suggestions
 * @csspart option - one of them; suggestions also `suggestion`
 * @csspart clear-recent - the button that deletes the last questions
 * @csspart title - a page's title
 * @csspart site - the name of a page's site, if several bundles are searched; of a source's as well
 * @csspart language - the name of a page's language, if it is another one; of a source's as well
 * @csspart path - the headings above the passage
 * @csspart excerpt - the passage
 * @csspart mark - a highlighted part
 * @csspart url - the address of the page
 * @csspart document - the kind of the document of a hit, and its page
 * @csspart page-date - the date that the page gives in its metadata
 * @csspart state - messages; also `best-matches`, `no-answer` or `error`
 * @csspart contact - the link to the site's contact page
 * @csspart retry - the button that tries again
 * @csspart waiting - shown during long waits
 * @csspart marks-off - the button that ends the marks on a page opened from the list
 * @csspart picture - the picture of a page
 * @csspart description - its description
 * @csspart hints - the row of keys
 * @csspart debug - the trace of the answer
 * @csspart compare - the button there that compares all methods
 * @csspart generated - the card of a language model's answer; also `answer`
 * @csspart citation - the number of a source in it
 * @csspart flagged - a value in it that no cited source contains
 * @csspart note - a note for the visitor about it
 * @csspart sources - the pages that it cites
 * @csspart stop - the button that stops it
 * @csspart download - the button that lets the browser download its own model
 * @csspart forget - the button that clears the conversation
 *
 * @cssprop --soru-accent - links, focus, buttons
 * @cssprop --soru-on-accent - text on the accent colour
 * @cssprop --soru-bg - background
 * @cssprop --soru-fg - text
 * @cssprop --soru-muted - secondary text
 * @cssprop --soru-subtle - background of the active option and of chips
 * @cssprop --soru-line - lines between parts
 * @cssprop --soru-border - the outline of the field
 * @cssprop --soru-mark - background of highlighted words
 * @cssprop --soru-success - colour of a checked answer
 * @cssprop --soru-on-success - text on that colour
 * @cssprop --soru-warning - colour of uncertainty and of errors
 * @cssprop --soru-font - font family
 * @cssprop --soru-font-size - base size; not below 16px, or phones zoom in
 * @cssprop --soru-radius - corners
 * @cssprop --soru-shadow - shadow of the panel
 * @cssprop --soru-panel-width - least width of the panel
 * @cssprop --soru-panel-height - greatest height of the panel
 * @cssprop --soru-dialog-width - width of the dialog, if there is room
 * @cssprop --soru-layer - z-index of the panel
 */
export class SoruSearchElement extends Base {
  static observedAttributes: string[] = ['bundle', 'form', 'label', 'lang', 'placeholder', 'shortcut', 'worker']

  /** Registers the tag, unless it is taken. */
  static define(tag: string = 'soru-search'): void {
    const { customElements } = globalThis // none in site generators
    if (customElements && !customElements.get(tag)) customElements.define(tag, this)
  }

  #field = new Field()
  #panel = new Panel(this.#field.input)
  #status = h('div', { class: 'status', role: 'status' })
  #frame = h('div', { class: 'frame', role: 'search' }, this.#field.element, this.#panel.element, this.#status)
  #controller = new SearchController(this, this.#field, this.#panel, new Announcer(this.#status))
  #shape

  /** The value that a script set. */
  #model: GenerateOptions | null = null

  /** Removes every listener. */
  #listeners: AbortController | null = null

  constructor() {
    super()
    const root = this.attachShadow({ mode: 'open' })
    root.adoptedStyleSheets = [sheet(), this.#panel.sheet]
    const controller = this.#controller
    this.#shape = controller.shape = new LayoutMode(root, {
      host: this,
      frame: this.#frame,
      field: this.#field,
      controller,
    })
  }

  connectedCallback(): void {
    this.#upgrade()
    this.#reshape()
    this.#controller.join()
    this.#controller.localize()
    // Runs before the listeners: the page sets the focus, not a visitor, so nothing may load yet.
    if (this.hasAttribute('autofocus') && page('activeElement') === page('body')) this.focus()
    this.#listen()
  }

  disconnectedCallback(): void {
    this.#listeners?.abort()
    this.#shape.end()
    setTimeout(() => { if (!this.isConnected) this.#controller.end() }, AWAY_MS)
  }

  /** Moved by `moveBefore()`, with which an open dialog and the focus stay as they are. */
  connectedMoveCallback(): void {
    this.#controller.localize()
  }

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.isConnected) return
    if (name === 'bundle' || name === 'worker') this.#controller.end()
    if (name === 'form') this.#reshape()
    this.#controller.localize()
  }

  /** The text in the input. Setting it searches nothing; `ask()` does. */
  get value(): string {
    return this.#field.value
  }

  set value(value: string | null | undefined) {
    this.#field.value = String(value ?? '')
  }

  /** URL of the bundle folder, absolute; several with a space between them. */
  get bundle(): string {
    return bundleOf(this, bundleAround(import.meta.url).href)
  }

  set bundle(value: string | null | undefined) {
    if (value == null) this.removeAttribute('bundle')
    else this.setAttribute('bundle', value)
  }

  /**
   * The language model: the attributes and the options set by a script, or null without either. A script may set
   * more than attributes can: a visitor's own `key`, `headers`, or a function `generate`. It is kept in memory
   * only.
   */
  get model(): GenerateOptions | null {
    const named = MODEL_ATTRIBUTES.filter((name) => this.hasAttribute(name))
    if (named.length === 0 && !this.#model && !this.hasAttribute('generate')) return null
    const limit = this.getAttribute('daily-limit')
    return {
      ...Object.fromEntries(named.map((name) => [name, this.getAttribute(name)])),
      ...(limit && { dailyLimit: Number(limit) }),
      ...this.#model,
    }
  }

  // Frameworks set the attribute of this name as a property: a text is the model's name.
  set model(options: GenerateOptions | string | null | undefined) {
    if (typeof options === 'string') this.setAttribute('model', options)
    else this.#model = options ?? null
  }

  /** Clears the conversation of this tab. */
  async clearConversation(): Promise<void> {
    await this.#controller.earlier.clearConversation()
  }

  /** Deletes the questions stored for the attribute `recent`. */
  async clearRecent(): Promise<void> {
    await this.#controller.offers.forget()
  }

  /**
   * What was asked while the attribute `log` was set, at most 500 questions, the oldest first: a line of JSON each, a
   * `LogEntry`. Empty if nothing was kept.
   */
  async exportLog(): Promise<string> {
    return (await this.#controller.log).export()
  }

  /** Deletes the log that `exportLog` returns. */
  async clearLog(): Promise<void> {
    (await this.#controller.log).clear()
  }

  /** States for the attribute `report` whether the visitor allows reports, and stores it in the visitor's browser. */
  async allowReports(isAllowed: boolean): Promise<void> {
    (await this.#controller.reports)?.allow(isAllowed)
  }

  /**
   * Asks as if the visitor typed the question and pressed Enter. The result is null if the question failed (`soru-error`
   * gives the reason), was empty, was cancelled or dismissed, or was overtaken by a later question.
   * @param question default: what is in the input
   */
  async ask(question: string = this.value): Promise<Answer | null> {
    this.value = question
    await this.#shape.settled
    if (!this.#form?.isOpen) this.#form?.open()
    return this.#controller.ask(this.value.trim())
  }

  /** Empties the box, closes the panel, and takes the next question for the first one. */
  clear(): void {
    this.#empty()
    this.#controller.earlier.beginAnew()
  }

  /** Opens the dialog, or moves the focus into the input, like the keyboard shortcut. */
  async open(): Promise<void> {
    await this.#shape.settled
    if (this.#form) return this.#form.open()
    this.focus()
    this.#field.input.select()
    this.#controller.reopen()
  }

  /** Closes the dialog, or the panel. */
  close(): void {
    if (this.#form) this.#form.close()
    else this.#controller.dismiss()
  }

  focus(options?: FocusOptions): void {
    (this.#form?.target ?? this.#field.input).focus(options)
  }

  get #form() {
    return this.#shape.form
  }

  #listen() {
    this.#listeners?.abort()
    this.#listeners = new AbortController()
    const { signal } = this.#listeners
    const { input, clear, ask } = this.#field
    const controller = this.#controller
    const typed = (event: Event) => {
      this.#field.refresh()
      // Half-composed text is no query yet.
      if (!(event as InputEvent).isComposing) controller.typed()
    }
    // Routers replace the address of a page just after its content.
    setTimeout(() => this.#readAddress(signal))
    // Not needed for any question.
    import('./box/shortcut.js').then(({ listenForShortcut }) => listenForShortcut(this, signal), () => {})
    this.#shape.listen()
    this.addEventListener('pointerenter', () => controller.prepare(), { signal })
    input.addEventListener('focus', () => controller.prepare(), { signal })
    input.addEventListener('click', () => controller.reopen(), { signal })
    input.addEventListener('input', typed, { signal })
    input.addEventListener('compositionend', typed, { signal })
    input.addEventListener('keydown', (event) => handleKey(event, this.#keys), { signal })
    // A visitor who continues after an answer empties the input first, with this button.
    clear.addEventListener('click', () => { this.#empty(); this.focus(); controller.reopen() }, { signal })
    ask.addEventListener('click', () => this.#submit(), { signal })
    this.#panel.element.addEventListener('click', (event) => controller.choices.clicked(event), { signal })
    this.#panel.element.addEventListener('keydown', (event) => this.#escaped(event), { signal })
    this.#listenOutside(signal)
  }

  /** Takes up what belongs to the address, or to its entry in the history. */
  #readAddress(signal: AbortSignal) {
    const controller = this.#controller
    // A page of results has its state in the address anyway.
    if (this.getAttribute('state') === 'url') controller.dress()?.then(() => controller.extras?.follow(signal))
    import('./box/kept-question.js').then(({ keepQuestion }) => keepQuestion(this, this.#field.input, signal), () => {})
    import('./box/marks-carried.js').then(({ carryMarks }) => carryMarks(this, signal), () => {})
  }

  #listenOutside(signal: AbortSignal) {
    const place = () => this.#panel.place()
    const leave = (event: Event) => {
      if (!this.#form && !event.composedPath().includes(this)) this.#controller.dismiss()
    }
    window.addEventListener('resize', place, { signal })
    window.visualViewport?.addEventListener('resize', place, { signal })
    page('addEventListener')('pointerdown', leave, { signal })
    page('addEventListener')('focusin', leave, { signal })
  }

  #empty() {
    this.value = ''
    this.#controller.clear()
  }

  #submit() {
    if (!this.value.trim()) return this.#controller.reopen()
    this.#field.closeKeyboard()
    this.ask()
  }

  /** Escape in the panel goes back to the input. */
  #escaped(event: KeyboardEvent) {
    if (event.key !== 'Escape') return
    event.preventDefault()
    this.focus()
    this.close()
  }

  /** The parts that the keys act on. */
  get #keys(): Box {
    const panel = this.#panel
    return {
      cursor: panel.cursor,
      isOpen: panel.isOpen || Boolean(this.#form?.isModal),
      open: () => this.#controller.reopen(),
      close: () => this.close(),
      submit: () => this.#submit(),
      follow: (event) => this.#controller.choices.follow(event),
      clear: () => {
        const hadText = this.value !== ''
        this.clear()
        return hadText
      },
    }
  }

  async #reshape() {
    try {
      await this.#shape.follow(this.getAttribute('form'))
      this.#controller.localize()
    } catch (thrown) {
      this.#controller.report((thrown as SoruError))
    }
  }

  /** A value that was set before the tag was registered goes through the setter now. */
  #upgrade() {
    for (const name of ['value', 'model'] as const) {
      if (!Object.hasOwn(this, name)) continue
      const own = { [name]: this[name] }
      delete (this as Partial<SoruSearchElement>)[name]
      Object.assign(this, own)
    }
  }
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
    /** `hit` of `<soru-search>`, `page` of `<soru-related>`. */
    'soru-select': CustomEvent<{ url: string, hit?: Hit | null, page?: RelatedPage }>
  }
}
