import type { RelatedPage, SoruError } from './soru.js'

/** `<soru-related>`; its attributes, events, parts and custom properties are listed in soru-related-element.js. */
export class SoruRelatedElement extends HTMLElement {
  /** Registers the tag, unless it is taken. */
  static define(tag?: string): void
  /** URL of the bundle folder, absolute. */
  bundle: string
  /**
   * Fetches the list again, for a page that changes its address without being loaded. `null` if it failed
   * (`soru-error` gives the reason) or was overtaken.
   */
  refresh(): Promise<RelatedPage[] | null>
}

declare global {
  interface HTMLElementTagNameMap {
    'soru-related': SoruRelatedElement
  }

  interface GlobalEventHandlersEventMap {
    'soru-related': CustomEvent<{ pages: RelatedPage[] }>
  }
}
