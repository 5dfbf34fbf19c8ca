/**
 * The page of the desk: the questions, the box beside them, suggestions, and facts that expire. What visitors wrote
 * reaches the page as text only.
 */
import { openAnswer, openFact } from './answering.js'
import { call, h, keepToken, part } from './parts.js'
import { language, localize, setLanguage, text } from './texts.js'

/** @typedef {{ text: string, count: number }} Asked */
/**
 * @typedef {{ why: 'unanswered' | 'unhelpful' | 'rising' | 'asked', question: string, wording: string | null, language: string, count: number, before: number, unanswered: number, up: number, down: number, wordings: Asked[], pages: Asked[], notes: string[] }} Group
 */
/**
 * @typedef {{ question: string, answer: string, aliases: string[], sourceUrl: string, sourceTitle: string, lang: string, validUntil: string, category: string }} Fact
 */

const BUILDING_EVERY_MS = 500

/** The number of the bundle that the box asks. */
let bundle = 0

/** @param {string} message */
function say(message) {
  part('status').textContent = message
}

/** @param {unknown} error */
function failed(error) {
  say(text('failed', { problem: error instanceof Error ? error.message : String(error) }))
}

/**
 * @param {string} label
 * @param {() => void} act
 * @param {Record<string, string>} [attributes]
 */
function button(label, act, attributes = {}) {
  const made = h('button', { type: 'button', ...attributes }, label)
  made.addEventListener('click', act)
  return made
}

/**
 * The buttons of an entry say to screen readers which entry they are of.
 * @param {import('./texts.js').Key} key
 * @param {import('./texts.js').Key} named
 * @param {string} question
 * @param {() => void} act
 * @param {Record<string, string>} [attributes]
 */
function named(key, named, question, act, attributes = {}) {
  return button(text(key), act, { 'aria-label': text(named, { question }), ...attributes })
}

async function show() {
  const days = /** @type {HTMLSelectElement} */ (part('days')).value
  const state = await call(`desk?days=${days}`)
  const { week, site } = state
  part('summary').textContent = text('summary', week)
  list('questions', week.groups.map((/** @type {Group} */ group, /** @type {number} */ at) => entry(group, at, site?.known[at])))
  const suggested = site?.suggested ?? []
  list('suggested', suggested.map(suggestion), true)
  list('proposed', (site?.proposed ?? []).map(proposal), true)
  const written = site?.written ?? { sections: [], open: 0 }
  list('written', written.sections.map(section), true)
  part('written-hint').textContent = text('writtenHint', written)
  list('expiring', (site?.expiring ?? []).map((/** @type {Fact} */ fact) => expiring(fact, state.today)), true)
  showBox(site?.bundle.number ?? 0)
}

/**
 * @param {string} id
 * @param {Node[]} entries
 * @param {boolean} [isOptional] hidden without entries
 */
function list(id, entries, isOptional = false) {
  if (isOptional) part(`${id}-part`).hidden = entries.length === 0
  part(id).replaceChildren(...(entries.length > 0 ? entries : [h('li', {}, text('none'))]))
}

/**
 * @param {Group} group
 * @param {number} at
 * @param {Fact | null} [fact] has this question already
 */
function entry(group, at, fact) {
  const { question, language: lang } = group
  const asks = button(question, () => ask(question), { class: 'question', lang, 'aria-label': text('ask', { question }) })
  const asked = { wordings: group.wordings, asked: { question, language: lang } }
  const then = (/** @type {string} */ file) => saved(file, 'questions', at)
  const answers = () => fact ? openFact(fact, then, asked) : openAnswer({ question, language: lang, ...asked }, then)
  const done = () => call('done', { question, language: lang }).then(() => { say(text('finished')); return show() }).then(() => focusOn('questions', at)).catch(failed)
  return h('li', {},
    h('h3', {}, asks),
    h('p', { class: 'muted' }, h('span', { class: `why ${group.why}` }, text(group.why)), text('counts', { ...group, wordings: '', pages: '', notes: '', wording: '' })),
    h('div', { class: 'buttons' },
      fact ? named('change', 'changeOne', question, answers, { class: 'main' }) : named('answerThis', 'answerThisOne', question, answers, { class: 'main' }),
      named('done', 'doneOne', question, done)),
    details(group))
}

/** @param {Group} group */
function details(group) {
  const { wordings, pages, notes } = group
  const counted = (/** @type {Asked[]} */ all) => h('ul', {}, ...all.map((one) => h('li', {}, `${one.text} (${one.count})`)))
  return h('details', {},
    h('summary', {}, text('details')),
    counted(wordings),
    pages.length > 0 && h('p', {}, text('pages')), pages.length > 0 && counted(pages),
    notes.length > 0 && h('p', {}, text('notes')), notes.length > 0 && h('ul', {}, ...notes.map((note) => h('li', {}, note))),
    reword(group))
}

/** @param {Group} group */
function reword({ question, wording, language: lang }) {
  const input = /** @type {HTMLInputElement} */ (h('input', { autocomplete: 'off', lang }))
  input.value = wording ?? question
  const form = h('form', { class: 'reword' }, h('label', {}, text('reword'), input), h('button', {}, text('rewordSave')))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    call('wording', { question, language: lang, wording: input.value }).then(() => say(text('reworded'))).catch(failed)
  })
  return form
}

/** @param {Fact} fact */
function suggestion(fact) {
  const { question, answer } = fact
  const wordings = fact.aliases.map((alias) => ({ text: alias, count: 0 }))
  const accept = () => openAnswer({ question, answer, wordings, language: fact.lang, source: { url: fact.sourceUrl, title: fact.sourceTitle }, suggested: { question, answer } }, (file) => saved(file, 'suggested', 0))
  const drop = () => call('drop', { question, answer }).then(() => { say(text('dropped')); return show() }).then(() => focusOn('suggested', 0)).catch(failed)
  return h('li', {},
    h('h3', { lang: fact.lang }, question), h('p', { lang: fact.lang }, answer), h('p', { class: 'muted' }, fact.sourceTitle || fact.sourceUrl),
    h('div', { class: 'buttons' }, named('accept', 'acceptOne', question, accept, { class: 'main' }), named('drop', 'dropOne', question, drop)))
}

/** @param {{ page: string, heading: string[], question: string }} proposed */
function proposal({ page, heading, question }) {
  const input = /** @type {HTMLInputElement} */ (h('input', { autocomplete: 'off', 'aria-label': question }))
  input.value = question
  const settle = (/** @type {string} */ accepted) => call('question', { page, question, accepted })
    .then(() => { say(text(accepted ? 'kept' : 'dropped')); return show() })
    .then(() => { focusOn('proposed', 0); return built() }).catch(failed)
  return h('li', {}, input, h('p', { class: 'muted' }, [page, ...heading].join(' › ')),
    h('div', { class: 'buttons' },
      named('keep', 'keepOne', question, () => { if (input.value.trim()) settle(input.value) }, { class: 'main' }),
      named('drop', 'dropOne', question, () => settle(''))))
}

/** @param {{ page: string, heading: string[], questions: string[], by: string }} written */
function section({ page, heading, questions, by }) {
  const name = [page, ...heading].join(' › ')
  const input = /** @type {HTMLTextAreaElement} */ (h('textarea', { rows: String(questions.length + 1), 'aria-label': text('writtenOf', { name }) }))
  input.value = questions.join('\n')
  const review = (/** @type {string[]} */ accepted) => call('written', { page, heading, before: questions, accepted })
    .then(() => { say(text(accepted.length > 0 ? 'kept' : 'dropped')); return show() })
    .then(() => { focusOn('written', 0); return built() }).catch(failed)
  const accept = () => review(input.value.split('\n').filter((line) => line.trim()))
  input.addEventListener('keydown', (event) => { if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) accept() })
  return h('li', {}, h('h3', {}, name), h('p', { class: 'muted' }, text('by', { by })), input,
    h('div', { class: 'buttons' }, named('keep', 'keepOne', name, accept, { class: 'main' }), named('dropAll', 'dropAllOne', name, () => review([]))))
}

/**
 * @param {Fact} fact
 * @param {string} today
 */
function expiring(fact, today) {
  const { question, answer, validUntil: day, lang } = fact
  const shown = new Date(`${day}T00:00:00`).toLocaleDateString(language(), { dateStyle: 'long' })
  const renew = () => openFact(fact, (file) => saved(file, 'expiring', 0))
  return h('li', {}, h('h3', { lang }, question), h('p', { lang }, answer),
    h('p', { class: 'muted' }, text(day < today ? 'expired' : 'until', { day: shown })),
    h('div', { class: 'buttons' }, named('change', 'changeOne', question, renew, { class: 'main' })))
}

/** @param {string} question */
async function ask(question) {
  /** @type {any} */
  const box = document.querySelector('soru-search')
  if (!box) return
  await customElements.whenDefined('soru-search')
  box.ask(question)
}

/**
 * The box asks the bundle with this number.
 * @param {number} number 0: there is none
 */
function showBox(number) {
  if (number === 0 || number === bundle) return
  const folder = `/site/bundle-${number}/`
  const box = document.querySelector('soru-search')
  if (box) box.setAttribute('bundle', folder)
  else {
    import(`${folder}soru-search.js`).catch(failed)
    part('box').replaceChildren(h('soru-search', { form: 'page', bundle: folder, shortcut: 'off' }))
  }
  bundle = number
}

/**
 * The list without the entry; the focus moves to the one in its place.
 * @param {string} file into which the fact was written
 * @param {string} id the list
 * @param {number} at the entry that was answered
 */
async function saved(file, id, at) {
  say(text('saved', { file }))
  await show()
  focusOn(id, at)
  built().catch(failed)
}

/**
 * @param {string} id
 * @param {number} at
 */
function focusOn(id, at) {
  const buttons = part(id).querySelectorAll('button.main')
  const found = buttons[Math.min(at, buttons.length - 1)] ?? part('questions-title')
  if (found instanceof HTMLElement) found.focus()
}

/** Waits for the new bundle, and gives it to the box. */
async function built() {
  const state = await call('bundle')
  if (state.is_building) return void setTimeout(() => built().catch(failed), BUILDING_EVERY_MS)
  showBox(state.number)
  say(state.problem ? text('notBuilt', { problem: state.problem }) : text('built'))
}

function begin() {
  keepToken()
  const choice = /** @type {HTMLSelectElement} */ (part('language'))
  choice.value = language()
  choice.addEventListener('change', () => { setLanguage(choice.value); localize(); say(''); show().catch(failed) })
  part('days').addEventListener('change', () => show().catch(failed))
  part('settings').addEventListener('submit', (event) => event.preventDefault())
  localize()
  show().catch(failed)
}

begin()
