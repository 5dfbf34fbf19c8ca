/**
 * The WebAssembly module for answers of language models (`src/language-model`), which only pages with a model load. It
 * runs in the page, beside the network: the engine's part is finished when a model begins.
 */
import { packed } from '../engine/code.js'
import { failed, startModule } from '../engine/starting.js'

/**
 * The parts of the wasm-bindgen module that are used here.
 * @typedef {object} ModelModule
 * @property {(asking: Asking, quotable: unknown) => Begun} begin
 *
 * @typedef {object} Asking
 * @property {string} question
 * @property {string} site the site's address
 * @property {string} delimiter a word drawn at random
 * @property {unknown} settings the site's section `[generation]`
 * @property {unknown} options of the call
 *
 * @typedef {object} Begun
 * @property {'fact' | 'no_answer' | 'small_talk'} [skipped] why no model is asked
 * @property {number} [count] of the hits, best first, that the model reads
 * @property {import('./transports.js').Request} [request]
 * @property {import('./time-limit.js').Timing} [timing]
 * @property {number} [dailyLimit]
 * @property {Generation} [generation]
 *
 * @typedef {{ step: (name: string, given: unknown) => any, free: () => void }} Generation an answer in progress
 */

const NAME = 'soru_language_model'
const CODE = new URL('../soru_language_model_bg.wasm.bin', import.meta.url)

/** @type {Promise<ModelModule> | undefined} */
let starting

/** A failed start is dropped, so that a later attempt can succeed. */
export function modelModule() {
  starting ??= startModule(NAME, CODE, () => packed(CODE)).catch((thrown) => {
    starting = undefined
    throw thrown
  })
  return starting
}

/** After a crash, started code may be in an invalid state: the next answer starts it again. */
export function forgetModule() {
  starting = undefined
  failed()
}
