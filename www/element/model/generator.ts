/**
 * Answers in a language model's words: sends the engine's request, and yields the response.
 *
 * The module in model-module.ts writes the messages, reads the stream, checks citations and values, and words the
 * errors; asynchronous work is here: the network or the page's function (transports.ts), the browser's own model
 * (browser-model.ts), and the time limits (time-limit.ts).
 */
import { SoruError } from '../engine/errors.js'
import { availability, fromBrowser, languagesOf } from './browser-model.js'
import { forgetModule, modelModule } from './model-module.js'
import { TimeLimit, Trouble } from './time-limit.js'
import { fetched, fromFunction } from './transports.js'
import type { Answer, GenerateEvent, GenerateOptions, Hit, Message, NumberedSource, Source } from '../api.js'
import type { Client } from '../engine/client.js'
import type { Browser } from './browser-model.js'
import type { Asking, Begun, ModelModule, Step } from './model-module.js'
import type { Request } from './transports.js'

/** Headers with a secret. */
const SECRET = /auth|cookie|key|pass|secret|token/i

export async function* generate(
  client: Client,
  question: string,
  given: GenerateOptions = {},
): AsyncGenerator<GenerateEvent, void, void> {
  const { key, headers, generate: own, download, signal, ...options } = given
  // Settings of the model are not the engine's business, and the engine would not know them.
  const { generation: section, endpoint, model, api, dailyLimit: limit, ...asked } = options
  const starting = modelModule()
  starting.catch(() => {}) // reported below; not also as an unhandled rejection
  const quotable = await client.call('quotable', question, { ...asked, signal })
  const { generation: settings, siteUrl: site } = client.stats
  const module = await starting
  signal?.throwIfAborted()
  const begun = begin(module, quotable, {
    question,
    site,
    delimiter: randomWord(),
    settings,
    options: {
      generation: section,
      endpoint,
      model,
      api: own ? 'callback' : api,
      dailyLimit: limit,
      history: options.history,
    },
  })
  const step: Step = (name, value) => (begun as Begun).generation.step(name, value)
  try {
    const { answer } = quotable
    const sources = answer.hits.slice(0, begun.count ?? 0).map(source)
    const browser = begun.request?.url === '' && !own ? await browserFor({ answer, sources }) : null
    const skipped = begun.skipped ?? reasonNotToAsk(browser, download)
    yield { type: 'sources', answer, sources, isAsked: !skipped, dailyLimit: begun.dailyLimit ?? 0 }
    if (skipped === 'unavailable') yield failure(new Trouble(skipped), step)
    else if (skipped) yield { type: 'skipped', reason: skipped }
    else yield* spoken(begun as Begun, step, given, browser)
  } finally {
    begun.generation?.free()
  }
}

function begin(module: ModelModule, quotable: unknown, asking: Asking) {
  try {
    return module.begin(asking, quotable)
  } catch (thrown) {
    throw failed(thrown)
  }
}

/** What the browser's own model needs. */
async function browserFor({ answer, sources }: { answer: Answer, sources: Source[] }) {
  const languages = languagesOf(answer.lang, sources)
  const state = await availability(languages)
  return { languages, state, isLoading: state !== 'available' }
}

function reasonNotToAsk(browser: Awaited<ReturnType<typeof browserFor>> | null, mayDownload: boolean | undefined) {
  if (browser?.state === 'unavailable') return 'unavailable'
  return browser?.isLoading && !mayDownload ? 'download' : undefined
}

/** Yields the model's answer, and ends with `done` or `error`. */
async function* spoken(
  { request, timing }: Begun,
  step: Step,
  options: GenerateOptions,
  browser: Browser | null,
): AsyncGenerator<GenerateEvent, void, void> {
  const limit = new TimeLimit(timing, options.signal)
  const keys = secrets(options)
  try {
    if (keys.length > 0) step('hide', keys)
    for await (const piece of transport(request, step, limit, options, browser)) {
      if (!(piece instanceof Uint8Array)) {
        yield piece
        continue
      }
      const events = step('feed', piece)
      if (events.length) limit.spoke()
      yield* events
    }
    yield* step('finish', undefined)
  } catch (thrown) {
    options.signal?.throwIfAborted()
    yield failure(limit.trouble ?? thrown, step)
  } finally {
    limit.end()
  }
}

function transport(
  request: Request,
  step: Step,
  limit: TimeLimit,
  { generate: own, key, headers }: GenerateOptions,
  browser: Browser | null,
) {
  if (own) return fromFunction(own, request, limit)
  if (browser) return fromBrowser(request.body as Message[], browser, limit)
  return fetched(request, { ...headers, ...(key && { authorization: `Bearer ${key}` }) }, step, limit)
}

/** What no text may show: the key, and headers with one, whole and without the scheme before it. */
function secrets({ key, headers }: GenerateOptions) {
  const values = Object.entries(headers ?? {}).filter(([name]) => SECRET.test(name)).map(([, value]) => String(value))
  const all = [key, ...values, ...values.map((value) => value.replace(/^\S+\s+/, ''))]
  return all.flatMap((value) => value ? [value] : [])
}

function failure(thrown: unknown, step: Step): GenerateEvent {
  const { code, message } = described(thrown, step)
  return { type: 'error', code, message }
}

/** The module words the error. */
function described(thrown: unknown, step: Step) {
  if (!(thrown instanceof Trouble)) return failed(thrown)
  const { problem, message } = thrown
  return step('fail', { problem, detail: message })
}

function failed(thrown: unknown) {
  const error = SoruError.from(thrown)
  if (error.code === 'ENGINE_CRASHED') forgetModule()
  return error
}

function source({ title, url, relevance, excerpt, heading, lang }: Hit, at: number): NumberedSource {
  return { number: at + 1, title, url, relevance: Math.min(relevance, 1), preview: excerpt, heading, lang }
}

/** A word that no author of a page can know. */
function randomWord() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
