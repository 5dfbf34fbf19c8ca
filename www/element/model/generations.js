/**
 * Answers of language models in progress, in the engine's thread. The page identifies them by number, since the engine
 * may be in a worker.
 */
import { SoruError } from '../engine/errors.js'

/**
 * The class that wasm-bindgen generates from `src/web/generation.rs`.
 * @typedef {object} Generation
 * @property {(name: string, given: unknown) => any} step
 * @property {() => void} free
 *
 * @typedef {{ number: number, given?: unknown }} Step
 */

export class Generations {
  /** @type {Map<number, Generation>} */
  #running = new Map()
  #last = 0

  /**
   * @param {{ generation?: Generation }} begun result of the engine's `generate`
   * @returns the part that can be posted, with the number of the answer
   */
  keep({ generation, ...begun }) {
    if (!generation) return begun
    const number = ++this.#last
    this.#running.set(number, generation)
    return { ...begun, number }
  }

  /**
   * @param {string} name as in `Generation.step`, or `drop`
   * @param {Step} step
   */
  step(name, { number, given }) {
    const generation = this.#running.get(number)
    if (name === 'drop') {
      this.#running.delete(number)
      return generation?.free()
    }
    try {
      return generation?.step(name, given)
    } catch (thrown) {
      throw SoruError.from(thrown)
    }
  }
}
