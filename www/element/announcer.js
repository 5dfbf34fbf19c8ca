/**
 * What screen readers are told without moving the focus. A later message
 * replaces one that still waits, so fast typing does not chatter.
 */
export class Announcer {
  #region
  #timer = 0

  /** @param {HTMLElement} region with role="status", in the page from the start */
  constructor(region) {
    this.#region = region
  }

  /**
   * @param {string} text
   * @param {number} [delay] milliseconds
   */
  say(text, delay = 100) {
    this.clear()
    this.#timer = window.setTimeout(() => { this.#region.textContent = text }, delay)
  }

  /** Empties the region, so that the same words said again are news. */
  clear() {
    clearTimeout(this.#timer)
    this.#region.textContent = ''
  }
}
