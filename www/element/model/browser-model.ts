/**
 * The connection to the model of some browsers (`LanguageModel`, the Prompt API), which answers on the visitor's device:
 * nothing is sent. Whether there is one depends on the languages that it has to read and write.
 */
import { Trouble } from './time-limit.js'
import { texts } from './transports.js'
import type { GenerateEvent, Message } from '../api.js'
import type { TimeLimit } from './time-limit.js'
import type { Pieces } from './transports.js'

/** The part of the Prompt API that is used here. */
interface LanguageModel {
  availability(languages: Languages): Promise<Availability>
  create(options: Languages & {
    initialPrompts: Message[]
    signal: AbortSignal
    monitor: (monitor: EventTarget) => void
  }): Promise<Session>
}

interface Session {
  promptStreaming(text: string, options: { signal: AbortSignal }): ReadableStream<string>
  destroy(): void
}

type Languages = ReturnType<typeof languagesOf>

export type Availability = 'unavailable' | 'downloadable' | 'downloading' | 'available'

/** A browser that has not answered by then has no model. */
const PATIENCE_MS = 5000

/** Whether the browser has the interface. An element of the page may have its name as `id`. */
export function isThere() {
  return browserModel() !== null
}

function browserModel() {
  const model = (globalThis as { LanguageModel?: LanguageModel }).LanguageModel
  return typeof model?.create === 'function' ? model : null
}

/**
 * The options that decide whether the browser can answer, for `availability` and `create` alike.
 * @param lang of the question
 */
export function languagesOf(lang: string, sources: { lang: string }[]) {
  const read = new Set([lang, ...sources.map((source) => source.lang)].filter(Boolean))
  return {
    expectedInputs: [{ type: 'text', languages: [...read] }],
    expectedOutputs: [{ type: 'text', ...(lang && { languages: [lang] }) }],
  }
}

export async function availability(languages: Languages): Promise<Availability> {
  const model = browserModel()
  if (!model) return 'unavailable'
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, PATIENCE_MS))
  try {
    const state = await Promise.race([model.availability(languages), late])
    return state && ['available', 'downloadable', 'downloading'].includes(state) ? state : 'unavailable'
  } catch {
    return 'unavailable'
  }
}

export interface Browser {
  languages: Languages
  /** The model has to be downloaded first. */
  isLoading: boolean
}

/** Asks the model. If there is no room for the conversation, it is asked without. */
export async function* fromBrowser(messages: Message[], browser: Browser, limit: TimeLimit): Pieces {
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

async function* answered(messages: Message[], browser: Browser, limit: TimeLimit): Pieces {
  const loaded = new Loaded()
  const { signal } = limit
  // It has said that it is available.
  const creating = (browserModel() as LanguageModel).create({
    ...browser.languages, initialPrompts: messages.slice(0, -1), signal, monitor: (monitor: EventTarget) => loaded.follow(monitor),
  })
  try {
    if (browser.isLoading) yield* loading(creating, loaded, limit)
    const session = await limit.until(creating)
    // The model is in memory now.
    limit.rest()
    yield* texts(session.promptStreaming(messages[messages.length - 1].content, { signal }), limit)
  } finally {
    // It may come only after the visitor has stopped waiting.
    creating.then((session) => session.destroy()).catch(() => {})
  }
}

/** Reports the progress of a download, which may take any time. */
async function* loading(
  creating: Promise<unknown>,
  loaded: Loaded,
  limit: TimeLimit,
): AsyncGenerator<GenerateEvent, void, void> {
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

  follow(monitor: EventTarget) {
    monitor.addEventListener('downloadprogress', (event) => {
      const { loaded, total } = event as ProgressEvent
      // Browsers report shares, with 1 as the total; earlier ones reported bytes.
      this.share = Math.min(loaded / (total || 1), 1)
      this.#tell()
    })
  }

  /** @returns when there is more of it */
  more(): Promise<false> {
    return new Promise((resolve) => { this.#tell = () => resolve(false) })
  }
}

function nameOf(thrown: unknown) {
  return (thrown as { name?: string } | null)?.name
}

function troubleOf(thrown: unknown) {
  if (nameOf(thrown) === 'QuotaExceededError') return new Trouble('no room', thrown)
  // Without the visitor's click, for instance, nothing is downloaded.
  const isRefused = ['NotAllowedError', 'NotSupportedError'].includes(nameOf(thrown) ?? '')
  return new Trouble(isRefused ? 'unavailable' : 'failed', thrown)
}
