/** The box of a page, by WebDriver. */
import { By, Key } from 'selenium-webdriver'

/** @typedef {import('selenium-webdriver').WebDriver} WebDriver */

/** Timeout of an answer on a busy machine, in ms. */
const PATIENCE = 30_000

export class Box {
  #driver

  /** @param {WebDriver} driver */
  constructor(driver) {
    this.#driver = driver
  }

  /** The keys go where the focus is. @param {string[]} keys */
  async press(...keys) {
    await this.#driver.actions().sendKeys(...keys).perform()
  }

  /** @param {string} question */
  async ask(question) {
    await this.focus()
    await this.press(question)
    await this.press(Key.ENTER)
  }

  focus() {
    return this.#driver.executeScript('document.querySelector("soru-search").focus()')
  }

  /** The input itself. */
  async input() {
    const root = await this.#driver.findElement(By.css('soru-search')).getShadowRoot()
    return root.findElement(By.css('input'))
  }

  /**
   * The text of a part of the open panel; empty if it is not there.
   * @param {string} part
   * @returns {Promise<string>}
   */
  text(part) {
    return this.#driver.executeScript(
      `const root = document.querySelector('soru-search').shadowRoot
       const shown = '.panel:not([hidden])'
       const part = '[part~="' + arguments[0] + '"]'
       return root.querySelector(shown + ' ' + part + ',' + shown + part)?.textContent ?? ''`,
      part,
    )
  }

  /**
   * @param {string} part
   * @returns {Promise<string>} its text, when it is there
   */
  async shown(part) {
    const end = Date.now() + PATIENCE
    while (Date.now() < end) {
      const text = await this.text(part)
      if (text) return text
    }
    throw new Error(`no part "${part}" is shown, but "${await this.text('panel')}"`)
  }

  /** @param {string} attribute */
  async aria(attribute) {
    return (await this.input()).getAttribute(`aria-${attribute}`)
  }

  async isOpen() {
    return this.#driver.executeScript('return !document.querySelector("soru-search").shadowRoot.querySelector(".panel").hidden')
  }

  /** @param {() => Promise<unknown>} holds @param {string} what */
  until(holds, what) {
    return this.#driver.wait(holds, PATIENCE, what)
  }
}
