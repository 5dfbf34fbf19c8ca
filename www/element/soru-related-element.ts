import { bundleOf, topKOf } from './box/attributes.js'
import { h } from './box/dom.js'
import { foreignTag, languageChip } from './box/foreign.js'
import { Client } from './engine/client.js'
import { SoruError } from './engine/errors.js'
import { breadcrumb, bundleAround, safeUrl, siteBase } from './box/links.js'
import { sheet } from './box/related-styles.js'
import { languageAround, Wording } from './texts/texts.js'
import type { RelatedPage, Stats } from './api.js'
import type { Detail, EventName } from './box/events.js'

/** A site rewords it as `related` in `[texts.<lang>]` of its soru.toml. */
const HEADINGS: Record<string, string> = { en: 'Similar pages', tr: 'Benzer sayfalar' }

/** The distance below the window at which the list is fetched. */
const AHEAD = '300px'

/** Lets the module be imported where there is no DOM, as static site generators do. */
const Base: typeof HTMLElement = globalThis.HTMLElement ?? class {}

/**
 * A list of the pages that resemble a page. Importing this module registers nothing; `soru-related.js` does.
 *
 * The list is fetched when the visitor approaches it. Children of the element are shown until there is a list,
 * and permanently if the page has no related pages or the list is unavailable.
 *
 * @attr {string} url - the page whose similar pages are shown; default: the page itself
 * @attr {number} top-k - maximum number of pages; default: 5
 * @attr {string} only-lang - only pages in this language; default: those in the page's own first
 * @attr {string} label - the heading above the list
 * @attr {string} lang - language of the heading; default: that of the page around it
 * @attr {string} bundle - URL of the bundle folder; default: the folder of this module
 * @attr {'light'|'dark'|'auto'} theme - default: the `color-scheme` of the page
 * @attr {'off'} worker - keeps the engine on the main thread
 *
 * @fires {CustomEvent<{pages: RelatedPage[]}>} soru-related - the list is there; it may be empty
 * @fires {CustomEvent<{url: string, page: RelatedPage}>} soru-select - a link was followed; cancelable
 * @fires {CustomEvent<SoruError>} soru-error - the list is unavailable; `detail.code` gives the reason
 *
 * @csspart related - the list with its heading
 * @csspart heading - the heading
 * @csspart list - the list
 * @csspart link - the link to a page
 * @csspart url - the address of the page
 * @csspart language - the name of its language, if it is another one
 */
export class SoruRelatedElement extends Base {
  static observedAttributes: string[] = ['bundle', 'label', 'lang', 'only-lang', 'top-k', 'url', 'worker']

  /** Registers the tag, unless it is taken. */
  static define(tag: string = 'soru-related'): void {
    const { customElements } = globalThis // none in site generators
    if (customElements && !customElements.get(tag)) customElements.define(tag, this)
  }

  #root
  #client: Client | null = null
  /** Nothing shows the progress. */
  #listener = () => {}
  /** Cancels the list on its way. */
  #fetching: AbortController | null = null
  #watching: IntersectionObserver | null = null

  constructor() {
    super()
    this.#root = this.attachShadow({ mode: 'open' })
    this.#root.adoptedStyleSheets = [sheet()]
    this.#root.append(h('slot'))
  }

  connectedCallback(): void {
    this.#watching ??= new IntersectionObserver((entries) => this.#seen(entries), { rootMargin: AHEAD })
    this.#watching.observe(this)
  }

  disconnectedCallback(): void {
    this.#watching?.disconnect()
    // A moved element is connected again before this runs.
    queueMicrotask(() => { if (!this.isConnected) this.#end() })
  }

  /** Moved by `moveBefore()`: the list stays. */
  connectedMoveCallback(): void {}

  attributeChangedCallback(name: string, before: string | null, after: string | null): void {
    if (before === after || !this.#fetching) return
    if (name === 'bundle' || name === 'worker') this.#end()
    this.refresh()
  }

  /** URL of the bundle folder, absolute. */
  get bundle(): string {
    return bundleOf(this, bundleAround(import.meta.url).href)
  }

  set bundle(value: string | null | undefined) {
    if (value == null) this.removeAttribute('bundle')
    else this.setAttribute('bundle', value)
  }

  /**
   * Fetches the list again, for a page that changes its address without being loaded. The result is null if it failed
   * (`soru-error` gives the reason) or was overtaken.
   */
  async refresh(): Promise<RelatedPage[] | null> {
    this.#fetching?.abort()
    const { signal } = this.#fetching = new AbortController()
    try {
      const { pages, stats } = await this.#fetch(signal)
      if (signal.aborted) return null
      this.#show(pages, stats)
      this.#emit('soru-related', { pages })
      return pages
    } catch (thrown) {
      if (!signal.aborted) this.#emit('soru-error', SoruError.from(thrown))
      return null
    }
  }

  async #fetch(signal: AbortSignal) {
    this.#client ??= Client.shared(this.bundle, this.getAttribute('worker') !== 'off', this.#listener)
    const client = this.#client
    const topK = topKOf(this)
    const options = { topK, lang: this.getAttribute('only-lang') ?? undefined, signal }
    const { pages } = await client.related(this.getAttribute('url') ?? location.href, options)
    return { pages, stats: client.stats }
  }

  #seen(entries: IntersectionObserverEntry[]) {
    if (this.#fetching || !entries.some(({ isIntersecting }) => isIntersecting)) return
    this.#watching?.disconnect()
    this.refresh()
  }

  #show(pages: RelatedPage[], { siteUrl, texts }: Stats) {
    const lang = this.getAttribute('lang') ?? languageAround(this)
    const wording = new Wording(lang, texts)
    const base = siteBase(siteUrl, this.bundle)
    const items = pages.map((page) => item(page, wording, base)).filter((own) => own !== null)
    this.#root.replaceChildren(items.length > 0 ? this.#list(items, wording) : h('slot'))
  }

  #list(items: { page: RelatedPage, link: HTMLElement, row: HTMLElement }[], wording: Wording) {
    const primary = wording.lang.toLowerCase().split('-')[0]
    const own = this.getAttribute('label') ?? wording.own('related', {}, { related: HEADINGS[primary] ?? HEADINGS.en })
    for (const { page, link } of items) {
      link.addEventListener('click', (event) => {
        const { href } = link as HTMLAnchorElement
        if (!this.#emit('soru-select', { url: href, page }, true)) event.preventDefault()
      })
    }
    return h('nav', { part: 'related', class: 'related', 'aria-labelledby': 'heading', lang: wording.lang },
      h('h2', { part: 'heading', id: 'heading' }, own),
      // Some browsers drop the list role of a list without bullets.
      h('ul', { part: 'list', role: 'list' }, ...items.map(({ row }) => row)))
  }

  #emit<Name extends EventName>(type: Name, detail: Detail<Name>, cancelable: boolean = false) {
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, composed: true, cancelable }))
  }

  #end() {
    this.#fetching?.abort()
    this.#fetching = null
    this.#client?.release(this.#listener)
    this.#client = null
  }
}

/**
 * A line of the list; null for an address that must not be a link.
 * @param base what relative addresses are relative to
 */
function item(page: RelatedPage, wording: Wording, base: string) {
  const href = safeUrl(page.url, base)
  if (!href) return null
  const lang = foreignTag(page.lang, wording)
  const place = breadcrumb(page.url, base, page.lang)
  const link = h('a', { part: 'link', href, lang, hreflang: lang }, page.title || place)
  const row = h('li', {}, link,
    h('span', { part: 'url', class: 'url' }, languageChip(page.lang, wording), page.title ? place : null))
  return { page, link, row }
}

declare global {
  interface HTMLElementTagNameMap {
    'soru-related': SoruRelatedElement
  }

  interface GlobalEventHandlersEventMap {
    'soru-related': CustomEvent<{ pages: RelatedPage[] }>
  }
}
