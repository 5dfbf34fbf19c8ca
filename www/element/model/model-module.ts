/**
 * The WebAssembly module for answers of language models (`src/language-model`), which only pages with a model load. It
 * runs in the page, beside the network: the engine's part is finished when a model begins.
 */
import { packed } from '../engine/code.js'
import { failed, startModule } from '../engine/starting.js'
import type { GenerateEvent } from '../api.js'
import type { Glue } from '../engine/starting.js'
import type { Problem, Timing } from './time-limit.js'
import type { Request } from './transports.js'

/** The parts of the wasm-bindgen module that are used here. */
export interface ModelModule extends Glue {
  begin(asking: Asking, quotable: unknown): Skipped | Begun
}

export interface Asking {
  question: string
  /** The site's address. */
  site: string
  /** A word drawn at random. */
  delimiter: string
  /** The site's section `[generation]`. */
  settings: unknown
  /** Of the call. */
  options: unknown
}

/** Why no model is asked. */
export type Skipped = { skipped: 'fact' | 'no_answer' | 'small_talk' } & { [Name in Exclude<keyof Begun, 'skipped'>]?: undefined }

export interface Begun {
  skipped?: undefined
  /** The number of hits, best first, that the model reads. */
  count: number
  request: Request
  timing: Timing
  dailyLimit: number
  generation: Generation
}

/** What each step of an answer takes and returns. */
export interface Steps {
  /** Texts that no output may contain. */
  hide: { given: string[], value: void }
  /** Judges the response of a host: after how many milliseconds to ask again, or null to read it. */
  respond: { given: { status: number, contentType: string, retryAfter: string, body: string }, value: { again: number | null } }
  feed: { given: Uint8Array, value: GenerateEvent[] }
  finish: { given: undefined, value: GenerateEvent[] }
  /** Words an error. */
  fail: { given: { problem: Problem, detail: string }, value: { code: string, message: string } }
}

/** Takes a step of the answer in progress. */
export type Step = <Name extends keyof Steps>(name: Name, given: Steps[Name]['given']) => Steps[Name]['value']

/** An answer in progress. */
export interface Generation {
  step: Step
  free(): void
}

const NAME = 'soru_language_model'
const CODE = new URL('../soru_language_model_bg.wasm.bin', import.meta.url)

let starting: Promise<ModelModule> | undefined

/** A failed start is dropped, so that a later attempt can succeed. */
export function modelModule() {
  starting ??= startModule<ModelModule>(NAME, CODE, () => packed(CODE)).catch((thrown) => {
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
