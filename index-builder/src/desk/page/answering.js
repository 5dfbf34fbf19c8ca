/**
 * The dialog in which the owner writes an answer as a fact.
 */
import { call, h, part } from './parts.js'
import { text } from './texts.js'

/**
 * @typedef {object} Draft
 * @property {string} question
 * @property {string} language
 * @property {{ text: string, count: number }[]} wordings
 * @property {string} [answer]
 * @property {{ url: string, title: string }} [source]
 * @property {{ question: string, language: string }} [asked] the question of visitors that it answers
 * @property {{ question: string, answer: string }} [suggested] the suggestion that it is made of
 * @property {import('./desk.js').Fact} [fact] the fact that is changed
 */

const MOST_WORDINGS = 20

/** @param {string} id */
const field = (id) => /** @type {HTMLInputElement} */ (part(id))
const dialog = () => /** @type {HTMLDialogElement} */ (part('answering'))

/** Ends the dialog before. @type {AbortController | null} */
let open = null

/**
 * @param {Draft} draft
 * @param {(file: string) => void} saved
 */
export function openAnswer(draft, saved) {
  open?.abort()
  open = new AbortController()
  const { signal } = open
  fill(draft)
  const save = async (/** @type {Event} */ event) => {
    event.preventDefault()
    const wrong = missing()
    part('wrong').textContent = wrong
    if (wrong) return
    try {
      const replaced = draft.fact && { question: draft.fact.question, answer: draft.fact.answer }
      const { file } = await call('answer', { fact: fact(draft), asked: draft.asked, suggested: draft.suggested, replaced })
      dialog().close()
      saved(file)
    } catch (error) {
      part('wrong').textContent = error instanceof Error ? error.message : String(error)
    }
  }
  part('answer').addEventListener('submit', save, { signal })
  part('answer').addEventListener('keydown', (event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) save(event) }, { signal })
  part('cancel').addEventListener('click', () => dialog().close(), { signal })
  dialog().showModal()
  part('text').focus()
}

/**
 * Opens the dialog on a fact of the site.
 * @param {import('./desk.js').Fact} fact
 * @param {(file: string) => void} saved
 * @param {Partial<Draft>} [asked] the question of visitors that it answers, and their wordings
 */
export function openFact(fact, saved, asked = {}) {
  const { question, answer, lang: language, sourceUrl: url, sourceTitle: title } = fact
  openAnswer({ question, answer, language, wordings: [], source: { url, title }, fact, ...asked }, saved)
}

/** @param {Draft} draft */
function fill(draft) {
  part('wrong').textContent = ''
  field('question').value = draft.question
  field('question').lang = draft.language
  field('text').value = draft.answer ?? ''
  field('text').lang = draft.language
  field('address').value = draft.source?.url ?? ''
  part('address-label').textContent = text(draft.source ? 'addressOfSource' : 'address')
  field('checked').value = new Date().toISOString().slice(0, 10)
  field('until').value = draft.fact?.validUntil ?? ''
  part('answering-title').textContent = text(draft.fact ? 'changing' : 'answering')
  const own = draft.fact?.aliases ?? []
  const others = draft.wordings.map((wording) => wording.text).filter((wording) => wording !== draft.question && !own.includes(wording))
  const all = [...own, ...others.slice(0, MOST_WORDINGS)]
  part('wordings-part').hidden = all.length === 0
  part('wordings').replaceChildren(...all.map((wording, at) => choice('checkbox', 'wording', wording, at, wording, own.includes(wording))))
  part('pages').replaceChildren()
  if (!draft.source) offer(draft)
}

/**
 * Offers the pages that fit best.
 * @param {Draft} draft
 */
async function offer({ question, language }) {
  const query = new URLSearchParams({ q: question, language })
  /** @type {{ title: string, url: string }[]} */
  const pages = await call(`pages?${query}`).catch(() => [])
  if (!dialog().open || field('question').value !== question) return
  const choices = pages.map(({ title, url }, at) => choice('radio', 'page', JSON.stringify({ title, url }), at, `${title} – ${url}`))
  part('pages').replaceChildren(...(choices.length > 0 ? choices : [h('p', { class: 'hint' }, text('noSite'))]))
}

/**
 * @param {string} type
 * @param {string} name
 * @param {string} value
 * @param {number} at
 * @param {string} label
 * @param {boolean} [isChosen]
 */
function choice(type, name, value, at, label, isChosen = false) {
  const id = `${name}-${at}`
  return h('div', { class: 'choice' }, h('input', { type, name, value, id, ...(isChosen && { checked: '' }) }), h('label', { for: id }, label))
}

/** The page that was chosen, unless an address was typed. */
function source() {
  const typed = field('address').value.trim()
  const chosen = document.querySelector('input[name="page"]:checked')
  if (typed || !(chosen instanceof HTMLInputElement)) return { url: typed, title: '' }
  return JSON.parse(chosen.value)
}

/** Says in words which fields are empty or have an impossible value. */
function missing() {
  const fields = [
    !field('question').value.trim() && text('question'),
    !field('text').value.trim() && text('answer'),
    !source().url && text('source'),
    !field('checked').value && text('checkedOn'),
  ].filter(Boolean)
  if (fields.length > 0) return text('missing', { fields: fields.join(', ') })
  const until = field('until').value
  return until && until < field('checked').value ? text('untilBefore') : ''
}

/** @param {Draft} draft */
function fact({ language, source: before }) {
  const { url, title } = source()
  const wordings = [...document.querySelectorAll('input[name="wording"]:checked')]
  return {
    question: field('question').value,
    language,
    aliases: wordings.map((input) => /** @type {HTMLInputElement} */ (input).value),
    answer: field('text').value,
    source_url: url,
    source_title: title || (url === before?.url ? before?.title ?? '' : ''),
    checked_on: field('checked').value,
    valid_until: field('until').value,
  }
}
