/**
 * The connection to the model of some browsers (`LanguageModel`, the Prompt API), which answers on the visitor's device:
 * nothing is sent. Whether there is one depends on the languages that it has to read and write.
 */
import { Trouble } from './time-limit.js'
import { texts } from './transports.js'

/** @typedef {import('../soru.js').Message} Message */
/** @typedef {import('./time-limit.js').TimeLimit} TimeLimit */
/** @typedef {'unavailable' | 'downloadable' | 'downloading' | 'available'} Availability */

/** A browser that has not answered by then has no model. */
const PATIENCE_MS = 5000

/** Whether the browser has the interface. An element of the page may have its name as `id`. */
export function isThere() {
  return typeof model()?.create === 'function'
}

/** @returns {any} */
function model() {
  return /** @type {any} */ (globalThis).LanguageModel
}

/**
 * The options that decide whether the browser can answer, for `availability` and `create` alike.
 * @param {string} lang of the question
 * @param {{ lang: string }[]} sources
 */
export function languagesOf(lang, sources) {
  const read = new Set([lang, ...sources.map((source) => source.lang)].filter(Boolean))
  return {
    expectedInputs: [{ type: 'text', languages: [...read] }],
    expectedOutputs: [{ type: 'text', ...(lang && { languages: [lang] }) }],
  }
}

/**
 * @param {ReturnType<typeof languagesOf>} languages
 * @returns {Promise<Availability>}
 */
export async function availability(languages) {
  if (!isThere()) return 'unavailable'
  const late = new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))
  try {
    const state = await Promise.race([model().availability(languages), late])
    return ['available', 'downloadable', 'downloading'].includes(state) ? state : 'unavailable'
  } catch {
    return 'unavailable'
  }
}

/**
 * @typedef {object} Browser
 * @property {ReturnType<typeof languagesOf>} languages
 * @property {boolean} isLoading the model has to be downloaded first
 */

/**
 * Asks the model. If there is no room for the conversation, it is asked without.
 * @param {Message[]} messages
 * @param {Browser} browser
 * @param {TimeLimit} limit
 * @returns {import('./transports.js').Pieces}
 */
export async function* fromBrowser(messages, browser, limit) {
  const alone = [messages[0], messages[messages.length - 1]]
  let spoke = false
  for (const said of messages.length > alone.length ? [messages, alone] : [alone]) {
    try {
      for await (const piece of answered(said, browser, limit)) {
        spoke ||= piece instanceof Uint8Array
        yield piece
      }
      return
    } catch (thrown) {
      if (spoke || said === alone || nameOf(thrown) !== 'QuotaExceededError') throw troubleOf(thrown)
    }
  }
}

/**
 * @param {Message[]} messages
 * @param {Browser} browser
 * @param {TimeLimit} limit
 * @returns {import('./transports.js').Pieces}
 */
async function* answered(messages, browser, limit) {
  const loaded = new Loaded()
  const { signal } = limit
  const creating = model().create({
    ...browser.languages, initialPrompts: messages.slice(0, -1), signal, monitor: (/** @type {EventTarget} */ monitor) => loaded.follow(monitor),
  })
  try {
    if (browser.isLoading) yield* loading(creating, loaded, limit)
    const session = await limit.until(creating)
    // The model is in memory now.
    limit.rest()
    yield* texts(session.promptStreaming(messages[messages.length - 1].content, { signal }), limit)
  } finally {
    // It may come only after the visitor has stopped waiting.
    creating.then((/** @type {any} */ session) => session.destroy()).catch(() => {})
  }
}

/**
 * Reports the progress of a download, which may take any time.
 * @param {Promise<unknown>} creating
 * @param {Loaded} loaded
 * @param {TimeLimit} limit
 * @returns {AsyncGenerator<import('../soru.js').GenerateEvent, void, void>}
 */
async function* loading(creating, loaded, limit) {
  limit.suspend()
  const created = creating.then(() => true)
  created.catch(() => {}) // perhaps nothing awaits it
  const message = 'the browser downloads its language model first'
  do yield { type: 'warning', code: 'downloading', message, progress: loaded.share }
  while (!await limit.until(Promise.race([created, loaded.more()])))
  limit.restart()
}

/** The part of a model that has been downloaded. */
class Loaded {
  /** 0 to 1 */
  share = 0
  #tell = () => {}

  /** @param {EventTarget} monitor */
  follow(monitor) {
    monitor.addEventListener('downloadprogress', (event) => {
      const { loaded, total } = /** @type {ProgressEvent} */ (event)
      // Browsers report shares, with 1 as the total; earlier ones reported bytes.
      this.share = Math.min(loaded / (total || 1), 1)
      this.#tell()
    })
  }

  /** @returns {Promise<false>} when there is more of it */
  more() {
    return new Promise((resolve) => { this.#tell = () => resolve(false) })
  }
}

/** @param {unknown} thrown */
function nameOf(thrown) {
  return /** @type {{ name?: string } | null} */ (thrown)?.name
}

/** @param {unknown} thrown */
function troubleOf(thrown) {
  if (nameOf(thrown) === 'QuotaExceededError') return new Trouble('no room', thrown)
  // Without the visitor's click, for instance, nothing is downloaded.
  const isRefused = ['NotAllowedError', 'NotSupportedError'].includes(nameOf(thrown) ?? '')
  return new Trouble(isRefused ? 'unavailable' : 'failed', thrown)
}
