/**
 * Controls the box: searches while the visitor types, asks on Enter, and shows the result unless
 * newer text was typed.
 */
import { Asides } from './asides.js'
import { topKOf } from './attributes.js'
import { BoxEngine } from './box-engine.js'
import { Choices } from './choices.js'
import { EarlierQuestions } from './earlier-questions.js'
import { SoruError } from '../engine/errors.js'
import { siteBase } from './links.js'
import { Suggestions } from './suggestions.js'
import { Wording, languageAround } from '../texts/texts.js'
import { PendingView } from './pending-view.js'
import { answerView, withQuestion } from './view-answer.js'
import { hasMissingPart, hitOptions, resultsView, withMissingPart } from './view-results.js'
import { Footer } from './view-footer.js'
import type { Answer, AskOptions, Hit, SearchResult } from '../api.js'
import type { FoundPage } from '../engine/calls.js'
import type { Extras } from '../forms/extras.js'
import type { LayoutMode, Stage } from '../forms/forms.js'
import type { Writing } from '../model/chat-session.js'
import type { SoruSearchElement } from '../soru-search-element.js'
import type { Announcer } from './announcer.js'
import type { Field } from './field.js'
import type { Panel } from './panel.js'
import type { Reports } from './reports.js'
import type { Detail, EventName } from './events.js'
import type { View, ViewContext } from './view-results.js'

/** The attributes and children of a box that add to its results. */
const EXTRA = '[filters], [sort], [state="url"], [previews]'
const EXTRA_CHILD = ':scope > [slot]'

const TYPING_PAUSE_MS = 120
/** The interval of searches during typing. */
const SEARCH_EVERY_MS = 200
const NOTICEABLE_MS = 150
const SHORTEST_QUERY = 2
const SAY_COUNT_AFTER_MS = 800
/** How long found pages wait for the questions above them, so that the list does not move. */
const QUESTIONS_LATE_MS = 500

export class SearchController {
  #host
  #field
  #panel
  #announcer
  #wording = new Wording('en')

  #engine
  #pending
  /** Those in the list. */
  #hits: Hit[] = []
  /** Counts searches and questions; results of an earlier one are dropped. */
  #turn = 0
  /** The turn in which preloading began. */
  #prepared = -1
  #pause = 0
  #searchedAt = -Infinity
  /** The running method. */
  #method: 'ask' | 'search' | null = null
  /** Cancels the running call. */
  #running: AbortController | null = null
  #footer
  #asides
  earlier: EarlierQuestions
  offers: Suggestions
  choices: Choices
  shape: LayoutMode | null = null
  /** What attributes and children of the box add to results, loaded if it has any. */
  extras: Extras | null = null
  #dressing: Promise<unknown> | undefined
  /** The last question or query. */
  #asked = ''
  #reports: Promise<Reports> | null = null
  /** A question to search for exactly as typed, without repair. */
  #exactly: string | null = null

  constructor(host: SoruSearchElement, field: Field, panel: Panel, announcer: Announcer) {
    this.#host = host
    this.#field = field
    this.#panel = panel
    this.#announcer = announcer
    this.#footer = new Footer(host)
    this.#asides = new Asides(host, panel.cursor)
    this.earlier = new EarlierQuestions(host)
    this.offers = new Suggestions(host)
    this.#engine = new BoxEngine(host, {
      opened: (stats) => { this.localize(); this.#emit('soru-ready', stats) },
      onOutline: () => { this.localize(); this.#onOutline() },
      loading: (progress) => this.#stage.progress(progress),
    })
    this.#pending = new PendingView({
      engine: this.#engine,
      context: () => this.#context,
      typed: () => field.value.trim(),
      show: (view) => this.#show(view),
    })
    const hitOf = (link: HTMLAnchorElement) => this.#stage.hitOf?.(link) ?? this.#hits[Number(link.dataset.hit ?? -1)]
    this.choices = new Choices(host, field, panel, (type, detail) => this.#emit(type, detail), (link) => hitOf(link) ?? null)
  }

  /** Preloads the engine and the offers, and reports a failure by `soru-error`. */
  async prepare() {
    this.#prepared = this.#turn
    this.reports?.catch(() => {})
    try {
      await this.#engine.open()
      this.#offer()
    } catch (thrown) {
      return this.report(SoruError.from(thrown))
    }
    if (this.#field.isFocused) await this.#complete()
  }

  /** Fetches the questions of the empty box, once everything for an answer is loaded. An open list stays unchanged. */
  async #complete() {
    this.offers.load(await this.#engine.whole())
    if (!this.#stage.isOpen) this.#offer()
  }

  /** Handles an outline that arrives before the engine. */
  #onOutline() {
    // A visitor who has moved to an option chooses among the present ones.
    if (this.#panel.cursor.active) return
    if (this.#pending.isOnShow) this.#pending.again()
    else this.#offer()
  }

  /**
   * Suggests questions if the visitor has not begun. Recent questions are offered before the site's suggestions are
   * loaded.
   */
  #offer() {
    const isUnasked = !this.#stage.isOpen || (this.#asked === '' && !this.#panel.cursor.active)
    if (this.#prepared === this.#turn && this.#field.value === '' && isUnasked && this.#field.isFocused) this.#suggest()
  }

  /** Loads what attributes and children of the box add; without it, results are shown plainly. */
  dress() {
    if (!this.#host.matches(EXTRA) && !this.#host.querySelector(EXTRA_CHILD)) return
    return this.#dressing ??= import('../forms/extras.js').then(({ Extras }) => {
      this.extras = new Extras({ host: this.#host, field: this.#field, controller: this }, this.#panel)
    }, () => { this.#dressing = undefined })
  }

  report(error: SoruError) {
    this.#emit('soru-error', error)
  }

  /** Searches while the visitor types: at once, then at intervals, and after a pause. */
  typed() {
    const query = this.#field.value.trim()
    // Results for a prefix of the query are still useful; an answer is not.
    if (query.length < SHORTEST_QUERY || this.#method !== 'search') this.forget()
    clearTimeout(this.#pause)
    this.#announcer.clear()
    this.#panel.cursor.leave()
    if (query === '') return this.#suggest()
    // The content belongs to an earlier query.
    if (query.length < SHORTEST_QUERY) return this.#stage.empty()
    this.#pending.again()
    this.#pause = window.setTimeout(() => this.#search(query), this.#untilSearch())
  }

  /** The delay of a search for more letters, in milliseconds. */
  #untilSearch() {
    if (this.#method === 'search') return TYPING_PAUSE_MS
    const due = this.#searchedAt + SEARCH_EVERY_MS - performance.now()
    return Math.max(0, Math.min(TYPING_PAUSE_MS, due))
  }

  async ask(question: string): Promise<Answer | null> {
    if (!question || !this.#emit('soru-ask', { question })) return null
    await this.dress()
    this.shape?.form?.asked?.(question)
    this.extras?.asked(question)
    await this.earlier.prepare(question)
    const answer = await this.#run('ask', question)
    if (!answer) return null
    const context = this.#context
    // The new answer replaces the button, so the focus returns to the input.
    const again = () => { if (!this.#field.closeKeyboard()) this.#host.focus(); this.#host.ask(question) }
    const view = this.#asides.put(withMissingPart(answerView(answer, context), answer.warnings, context), question, answer, context, {
      exactly: () => { this.#exactly = question; again() },
      alone: () => this.earlier.forget().then(again),
    })
    const written = this.earlier.session?.answer(question, answer, this.#writing)
    if (written) view.lead?.push(written)
    this.#field.showBegin()
    this.#show(this.#field.isCut ? withQuestion(view, answer) : view, answer)
    this.#footer.fillActions(view, answer, context, (text) => this.say(text))
    this.#emit('soru-answer', answer)
    if (this.#host.hasAttribute('log')) this.log.then((log) => log.add(answer), () => {})
    this.reports?.then((reports) => reports.answered(answer), () => {})
    this.offers.remember(question)
    this.earlier.remember(answer)
    return answer
  }

  /** More pages for the last question; it changes nothing on show, and gives null on failure. */
  async more(options: AskOptions): Promise<SearchResult | null> {
    const asked = this.#asked
    const sent = { ...this.#options('compare', asked), ...options }
    return this.#engine.client.call('search', asked, sent).catch(() => null)
  }

  /** Shows other pages of the last result below what is above them. */
  refill(hits: Hit[], areRead: boolean) {
    this.#hits = hits
    this.#panel.refill(hitOptions(hits, this.#context, areRead))
    this.say(this.#wording.pages(hits.length))
  }

  /** All pages that the last question finds, by their metadata; null on failure, or if some could not be counted. */
  async pages(options: AskOptions): Promise<FoundPage[] | null> {
    const asked = this.#asked
    const found = await this.#engine.client.call('pages', asked, { ...this.#options('compare', asked), ...options }).catch(() => null)
    return found && !hasMissingPart(found.warnings) ? found.pages : null
  }

  /** Announces to screen readers. */
  say(text: string) {
    this.#announcer.say(text)
  }

  /** The container of views. */
  get #stage(): Stage {
    return this.shape?.form?.stage ?? this.#panel
  }

  /** The query log, whose code is loaded only by boxes that keep one. */
  get log() {
    return import('./query-log.js').then(({ QueryLog }) => new QueryLog(this.#host.bundle))
  }

  /** The reports to the site, whose code is loaded only by boxes that send them. */
  get reports() {
    if (!this.#host.hasAttribute('report')) return null
    // One promise keeps the order of answers that come before the code.
    return this.#reports ??= import('./reports.js').then(({ reportsOf }) => reportsOf(this.#host))
  }

  /** The inputs of a written answer. */
  get #writing(): Writing {
    const { lang, topK, gateway } = this.#options('ask', '')
    return {
      generate: (question, options) => this.#engine.client.generate(question, options),
      options: { lang, ...(topK && { topK }), ...(gateway && { gateway }), ...this.#host.model },
      context: this.#context,
      say: (text) => this.say(text),
      failed: (error) => this.report(error),
      written: (written) => this.#emit('soru-written', written),
    }
  }

  async #search(query: string) {
    this.#searchedAt = performance.now()
    this.extras?.typed(query)
    const offered = this.offers.matching(this.#engine.client, query, this.#options('search', query).lang)
    const result = await this.#run('search', query)
    if (!result) return
    const turn = this.#turn
    const questions = await Promise.race([offered, after(QUESTIONS_LATE_MS)])
    if (turn !== this.#turn) return
    // A visitor who has moved to an option chooses among the present ones.
    if (this.#panel.cursor.active) return this.#panel.loaded()
    const exactly = () => { this.#exactly = query; this.#host.focus(); this.#search(query) }
    const context = this.#context
    const view = withMissingPart(resultsView(result, context, questions ?? []), result.warnings, context)
    this.#show(this.#asides.put(view, query, result, context, { exactly }), result, SAY_COUNT_AFTER_MS)
  }

  /** Opens the panel again, with content that fits the input. */
  reopen() {
    if (this.#field.value.trim() === '') this.#suggest()
    else if (this.#stage.open() === false) this.typed()
  }

  /** Cancels everything, and empties the panel. */
  clear() {
    this.forget()
    this.#stage.empty()
  }

  /** Drops the results of running calls. */
  forget() {
    this.#turn += 1
    this.#pending.end()
    this.earlier.session?.stop()
    clearTimeout(this.#pause)
    this.#field.busy = false
    this.#announcer.clear()
  }

  /** Closes the panel when the visitor leaves; late results do not open it again. */
  dismiss() {
    this.forget()
    this.#running?.abort()
    this.#stage.close()
    this.extras?.closed()
  }

  /** Takes over the engine of a box that this one replaces. */
  join() {
    this.#engine.join()
  }

  /** Releases the engine. */
  end() {
    this.forget()
    this.#running?.abort()
    this.#stage.empty()
    this.#engine.end()
    this.offers = new Suggestions(this.#host)
    this.earlier = new EarlierQuestions(this.#host)
  }

  localize() {
    const known = this.#engine.stats ?? this.#engine.outline
    this.#wording = new Wording(languageAround(this.#host), known?.texts)
    // The texts of further languages are in the bundle.
    if (!known && !this.#wording.isKnown) this.#engine.sketch()
    this.#field.localize(this.#wording, {
      label: this.#host.getAttribute('label'),
      placeholder: this.#host.getAttribute('placeholder'),
    })
    this.#panel.localize(this.#wording)
    this.shape?.form?.localize(this.#wording)
  }

  /**
   * Runs one search or question from start to result. Null if it failed, which is then shown, or if
   * a later one has overtaken it.
   */
  async #run<Method extends 'ask' | 'search'>(method: Method, text: string) {
    this.forget()
    this.#asked = text
    this.#method = method
    const turn = this.#turn
    const isCurrent = () => turn === this.#turn
    const before = this.#running
    const running = this.#running = new AbortController()
    const noticed = setTimeout(() => { if (isCurrent()) this.#wait(method, text) }, NOTICEABLE_MS)
    try {
      await Promise.all([this.#engine.open(), this.dress()])
      const called = this.#engine.client.call(method, text, { ...this.#options(method, text), signal: running.signal })
      // The previous call is aborted only now, so that downloads of files that both need continue.
      setTimeout(() => before?.abort())
      const result = await called
      if (isCurrent()) await this.#asides.load(result)
      if (!isCurrent()) return null
      this.#pending.end()
      return result
    } catch (thrown) {
      if (!isCurrent()) return null
      const error = SoruError.from(thrown)
      this.#pending.fail(error, text, () => this.#again(method, text))
      this.report(error)
      return null
    } finally {
      clearTimeout(noticed)
      if (this.#running === running) this.#running = this.#method = null
      if (isCurrent()) this.#field.busy = false
    }
  }

  #again(method: 'ask' | 'search', text: string) {
    this.#host.focus()
    if (method === 'ask') this.ask(text)
    else this.#search(text)
  }

  #wait(method: 'ask' | 'search', text: string) {
    this.#field.busy = true
    if (method === 'search' && this.#panel.cursor.active) return
    this.#pending.wait(method, text)
  }

  async #suggest() {
    const turn = this.#turn
    const again = () => { this.#host.focus(); this.#suggest() }
    await this.dress()
    const view = await this.offers.view(this.#engine.suggestions, this.#context, again)
    if (turn !== this.#turn) return
    if (view) this.#show(view)
    else this.#stage.empty()
  }

  /** @param sayAfter milliseconds */
  #show(view: View, result?: Answer | SearchResult, sayAfter?: number) {
    this.#hits = result?.hits ?? []
    const asked = this.#asked
    const compare = () => this.#engine.client.call('compare', asked, { ...this.#options('compare', asked), topK: 5 })
    const tail = this.#footer.nodes(result, asked, this.#context, compare)
    const whole = { ...view, tail: view.tail ?? tail }
    this.#stage.show(this.extras?.dressed(whole, asked, result, this.#context) ?? whole, result, this.#context)
    if (view.say) this.#announcer.say(view.say, sayAfter)
  }

  #options(method: 'ask' | 'search' | 'compare', text: string) {
    const topK = topKOf(this.#host)
    const gateway = this.#host.getAttribute('gateway')
    const { history } = this.earlier
    return {
      ...(method === 'ask' && history.length > 0 && { history }),
      lang: languageAround(this.#host).split('-')[0].toLowerCase(),
      ...(topK && { topK }),
      ...(gateway && { gateway }),
      ...(method !== 'compare' && { ...this.extras?.options(), ...this.shape?.form?.options?.() }),
      // A space after the last word means that it is complete.
      ...(method === 'search' && { partial: !/\s$/.test(this.#field.value) }),
      ...(text === this.#exactly && { spelling: false }),
      ...(this.#host.hasAttribute('debug') && { trace: true }),
    }
  }

  get #context(): ViewContext {
    const { stats, siteUrl } = this.#engine
    return {
      wording: this.#wording,
      base: siteBase(siteUrl, this.#host.bundle),
      contactUrl: this.#wording.own('contactUrl', {}, { contactUrl: stats?.contactUrl ?? '' }),
      languages: stats?.languages,
      isJoined: this.#host.bundle.includes(' '),
      say: (text) => this.say(text),
      dress: this.extras?.dress(() => this.#context) ?? undefined,
    }
  }

  /** @returns false if a listener prevented the default */
  #emit<Name extends EventName>(type: Name, detail: Detail<Name>): boolean {
    const cancelable = type === 'soru-ask' || type === 'soru-select'
    return this.#host.dispatchEvent(new CustomEvent(type, { detail, cancelable, bubbles: true, composed: true }))
  }
}

/** @param time in milliseconds */
function after(time: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, time))
}
