/**
 * Answers in a language model's words: sends the engine's request, and yields the response.
 *
 * The module in model-module.js writes the messages, reads the stream, checks citations and values, and words the
 * errors; asynchronous work is here: the network or the page's function (transports.js), the browser's own model
 * (browser-model.js), and the time limits (time-limit.js).
 */
import { SoruError } from '../engine/errors.js'
import { availability, fromBrowser, languagesOf } from './browser-model.js'
import { forgetModule, modelModule } from './model-module.js'
import { TimeLimit, Trouble } from './time-limit.js'
import { fetched, fromFunction } from './transports.js'

/** @typedef {import('../soru.js').GenerateOptions} GenerateOptions */
/** @typedef {import('../soru.js').GenerateEvent} GenerateEvent */
/** @typedef {(name: string, given?: unknown) => any} Step takes a step of the answer in progress */
/** @typedef {import('./browser-model.js').Browser} Browser */
/** @typedef {import('./model-module.js').Begun} Begun */

/** Headers with a secret. */
const SECRET = /auth|cookie|key|pass|secret|token/i

/**
 * @param {import('../engine/restarting-engine.js').RestartingEngine} engine
 * @param {string} question
 * @param {GenerateOptions} [given]
 * @returns {AsyncGenerator<GenerateEvent, void, void>}
 */
export async function* generate(engine, question, given = {}) {
  const { key, headers, generate: own, download, signal, ...options } = given
  // Settings of the model are not the engine's business, and the engine would not know them.
  const { generation: section, endpoint, model, api, dailyLimit: limit, ...asked } = options
  const starting = modelModule()
  starting.catch(() => {}) // reported below; not also as an unhandled rejection
  const quotable = await engine.call('quotable', question, { ...asked, signal })
  const { generation: settings, siteUrl: site } = engine.stats
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
  /** @type {Step} */
  const step = (name, value) => begun.generation?.step(name, value)
  try {
    const { answer } = quotable
    const sources = answer.hits.slice(0, begun.count ?? 0).map(source)
    const browser = begun.request?.url === '' && !own ? await browserFor({ answer, sources }) : null
    const skipped = begun.skipped ?? reasonNotToAsk(browser, download)
    yield { type: 'sources', answer, sources, isAsked: !skipped, dailyLimit: begun.dailyLimit ?? 0 }
    if (skipped === 'unavailable') yield failure(new Trouble(skipped), step)
    else if (skipped) yield { type: 'skipped', reason: skipped }
    else yield* spoken(/** @type {Required<Begun>} */ (begun), step, given, browser)
  } finally {
    begun.generation?.free()
  }
}

/**
 * @param {import('./model-module.js').ModelModule} module
 * @param {unknown} quotable
 * @param {import('./model-module.js').Asking} asking
 */
function begin(module, quotable, asking) {
  try {
    return module.begin(asking, quotable)
  } catch (thrown) {
    throw failed(thrown)
  }
}

/**
 * What the browser's own model needs.
 * @param {{ answer: import('../soru.js').Answer, sources: import('../soru.js').Source[] }} begun
 */
async function browserFor({ answer, sources }) {
  const languages = languagesOf(answer.lang, sources)
  const state = await availability(languages)
  return { languages, state, isLoading: state !== 'available' }
}

/**
 * @param {Awaited<ReturnType<typeof browserFor>> | null} browser
 * @param {boolean | undefined} mayDownload
 */
function reasonNotToAsk(browser, mayDownload) {
  if (browser?.state === 'unavailable') return 'unavailable'
  return browser?.isLoading && !mayDownload ? 'download' : undefined
}

/**
 * Yields the model's answer, and ends with `done` or `error`.
 * @param {Required<Begun>} begun
 * @param {Step} step
 * @param {GenerateOptions} options
 * @param {Browser | null} browser
 * @returns {AsyncGenerator<GenerateEvent, void, void>}
 */
async function* spoken({ request, timing }, step, options, browser) {
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
    yield* step('finish')
  } catch (thrown) {
    options.signal?.throwIfAborted()
    yield failure(limit.trouble ?? thrown, step)
  } finally {
    limit.end()
  }
}

/**
 * @param {import('./transports.js').Request} request
 * @param {Step} step
 * @param {TimeLimit} limit
 * @param {GenerateOptions} options
 * @param {Browser | null} browser
 */
function transport(request, step, limit, { generate: own, key, headers }, browser) {
  if (own) return fromFunction(own, request, limit)
  if (browser) return fromBrowser(request.body, browser, limit)
  return fetched(request, { ...headers, ...(key && { authorization: `Bearer ${key}` }) }, step, limit)
}

/**
 * What no text may show: the key, and headers with one, whole and without the scheme before it.
 * @param {GenerateOptions} options
 */
function secrets({ key, headers }) {
  const values = Object.entries(headers ?? {}).filter(([name]) => SECRET.test(name)).map(([, value]) => String(value))
  return [key, ...values, ...values.map((value) => value.replace(/^\S+\s+/, ''))].filter(Boolean)
}

/**
 * @param {unknown} thrown
 * @param {Step} step
 * @returns {GenerateEvent}
 */
function failure(thrown, step) {
  const { code, message } = described(thrown, step)
  return { type: 'error', code, message }
}

/**
 * The module words the error.
 * @param {unknown} thrown
 * @param {Step} step
 */
function described(thrown, step) {
  if (!(thrown instanceof Trouble)) return failed(thrown)
  const { problem, message } = thrown
  return step('fail', { problem, detail: message })
}

/** @param {unknown} thrown */
function failed(thrown) {
  const error = SoruError.from(thrown)
  if (error.code === 'ENGINE_CRASHED') forgetModule()
  return error
}

/**
 * @param {import('../soru.js').Hit} hit
 * @param {number} at
 * @returns {import('../soru.js').NumberedSource}
 */
function source({ title, url, relevance, excerpt, heading, lang }, at) {
  return { number: at + 1, title, url, relevance: Math.min(relevance, 1), preview: excerpt, heading, lang }
}

/** A word that no author of a page can know. */
function randomWord() {
  const bytes = crypto.getRandomValues(new Uint8Array(16))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}
