/**
 * Reports to the site what became of a question, only if the box has the attribute `report`, which loads this module.
 * A report names no visitor. It is sent when the visitor asks something else or leaves the page, so that it has the
 * page, the thumb and the note; what comes later is a report of its own, without a state.
 */
import { languageAround } from '../texts/texts.js'
import { safeUrl } from './links.js'
import { masked } from './masking.js'
import { page } from './page.js'
import type { Answer } from '../api.js'
import type { SoruSearchElement } from '../soru-search-element.js'

const MOST_QUESTION = 500
const MOST_NOTE = 1000
const MOST_ADDRESS = 500

/** A report, as a receiver gets it in JSON. */
export interface Report {
  /** Without mail addresses, telephone numbers, and numbers of more than five digits. */
  question: string
  /** Its language. */
  language: string
  /** Only in the first report on a question: an answer, pages instead of one, or neither. */
  state?: 'answered' | 'listed' | 'nothing'
  /** The address of the page that the visitor chose, without query and fragment. */
  page?: string
  thumb?: 'up' | 'down'
  /** What the visitor wrote about the answer, without what is removed from the question. */
  note?: string
}

const known = new WeakMap<SoruSearchElement, Reports>()

/** The reports of this box. */
export function reportsOf(host: SoruSearchElement): Reports {
  const reports = known.get(host) ?? new Reports(host)
  known.set(host, reports)
  return reports
}

export class Reports {
  #host
  /** As the visitor typed it. */
  #typed = ''
  #report: Report | null = null
  /** Whether the report has something that was not sent. */
  #isNew = false
  /** If the browser stores nothing. */
  #decided: boolean | null = null

  constructor(host: SoruSearchElement) {
    this.#host = host
    host.addEventListener('soru-select', ({ detail: { url } }) => this.#chose(new URL(url)))
    host.addEventListener('soru-feedback', ({ detail: { helpful } }) => this.#add({ thumb: helpful ? 'up' : 'down' }))
    page('addEventListener')('visibilitychange', () => { if (page('visibilityState') === 'hidden') this.#send() })
    addEventListener('pagehide', () => this.#send())
  }

  /** Whether the browser and the visitor allow reports; null if the visitor has to be asked. */
  get isAllowed(): boolean | null {
    if (isOptedOut() || !this.#host.hasAttribute('report')) return false
    const decided = this.#decision
    return decided ?? (this.#host.getAttribute('report-consent') === 'ask' ? null : true)
  }

  /** Stores the decision of the visitor. */
  allow(isAllowed: boolean): void {
    this.#decided = isAllowed
    if (!isAllowed) this.#report = null
    try {
      localStorage.setItem(this.#key, isAllowed ? 'yes' : 'no')
    } catch {
      // storage may be forbidden; then the decision holds for this page
    }
  }

  /** Notes an answer. The report on the question before is complete. */
  answered({ question, lang, method, answer, hits }: Answer): void {
    if (method === 'small_talk') return
    const state = answer !== null && method !== 'none' ? 'answered' : hits.length > 0 ? 'listed' : 'nothing'
    this.#begin(question, lang, state)
  }

  note(text: string): void {
    const note = masked(cut(text.trim(), MOST_NOTE))
    if (note) this.#add({ note })
  }

  get #key() {
    return `soru-report ${this.#host.bundle}`
  }

  get #decision(): boolean | null {
    try {
      const stored = localStorage.getItem(this.#key)
      if (stored) return stored === 'yes'
    } catch {
      // storage may be forbidden
    }
    return this.#decided
  }

  #begin(typed: string, lang: string, state: Report['state']) {
    this.#send()
    this.#typed = typed
    this.#report = { question: masked(cut(typed, MOST_QUESTION)), language: lang, state }
    this.#isNew = true
  }

  /** A visitor may choose a page while typing, without asking. */
  #chose({ protocol, origin, pathname, searchParams }: URL) {
    const typed = this.#host.value.trim()
    const isResults = searchParams.get('q') === typed
    if (!/^https?:$/.test(protocol) || isResults) return
    if (typed && typed !== this.#typed) this.#begin(typed, languageAround(this.#host), 'listed')
    this.#add({ page: cut(origin + pathname, MOST_ADDRESS) })
  }

  #add(found: Partial<Report>) {
    if (!this.#report) return
    Object.assign(this.#report, found)
    this.#isNew = true
  }

  #send() {
    const url = safeUrl(this.#host.getAttribute('report'), page('baseURI'))
    if (!this.#report || !this.#isNew || !url || this.isAllowed !== true) return
    navigator.sendBeacon(url, JSON.stringify(this.#report))
    const { question, language } = this.#report
    this.#report = { question, language }
    this.#isNew = false
  }
}

/** Whether the browser says that the visitor wants no reports: Global Privacy Control, Do Not Track. */
function isOptedOut(): boolean {
  const { globalPrivacyControl, doNotTrack } = navigator as { globalPrivacyControl?: boolean, doNotTrack?: string | null }
  return globalPrivacyControl === true || doNotTrack === '1' || doNotTrack === 'yes'
}

function cut(text: string, most: number): string {
  return [...text].slice(0, most).join('')
}
