/**
 * Announces messages to screen readers without moving the focus. A later message replaces a pending
 * one, so fast typing does not cause a flood.
 */
import { plain } from './dom.js'

export class Announcer {
  #region
  #timer = 0

  /** @param region with role="status", in the page from the start */
  constructor(region: HTMLElement) {
    this.#region = region
  }

  /** @param delay milliseconds */
  say(text: string, delay: number = 100) {
    this.clear()
    this.#timer = window.setTimeout(() => { this.#region.textContent = plain(text) }, delay)
  }

  /** Empties the region, so that repeating the same words is announced again. */
  clear() {
    clearTimeout(this.#timer)
    this.#region.textContent = ''
  }
}
