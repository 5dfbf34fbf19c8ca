/**
 * What a visitor may add to a report: a thumb, then a note; before that, the consent where the box has to ask for it.
 * Loaded with the first result of a box that has the attribute `report`.
 */
import { h } from './dom.js'
import { reportsOf } from './reports.js'
import type { Say } from '../texts/more-texts.js'
import type { SoruSearchElement } from '../soru-search-element.js'
import type { Reports } from './reports.js'

const RULES = `
.consent, .note { flex: 1 0 100%; display: grid; gap: 4px; padding: 4px 8px 8px }
.note textarea { min-height: 5em; padding: 8px; border: 1px solid var(--_muted); border-radius: 6px; background: var(--_bg); color: var(--_fg); font: inherit; resize: vertical }
.note .button, .consent .button { justify-self: start; padding: 0 1.1em }
.consent div { display: flex; gap: 8px }
.lead > .actions { margin-inline: 4px }
`
const MOST_CHARACTERS = 1000

let shared: CSSStyleSheet | undefined

/** One style sheet per page. */
function formSheet() {
  if (!shared) {
    shared = new CSSStyleSheet()
    shared.replaceSync(RULES)
  }
  return shared
}

/**
 * @param place of the actions
 * @param rate makes the thumbs
 */
export function fillReport(
  place: HTMLElement,
  host: SoruSearchElement,
  rate: () => HTMLElement,
  say: Say,
  announce: (text: string) => void,
) {
  const sheets = (host.shadowRoot as ShadowRoot).adoptedStyleSheets
  if (!sheets.includes(formSheet())) sheets.push(formSheet())
  const reports = reportsOf(host)
  const thumbs = () => place.querySelector<HTMLElement>('.feedback') ?? place.appendChild(rate())
  const offer = () => withNote(thumbs(), reports, say, announce)
  if (reports.isAllowed) offer()
  else if (reports.isAllowed === null) place.append(consent(reports, say, () => offer().querySelector('button')?.focus()))
}

/** Asks for a note after the first thumb. */
function withNote(thumbs: HTMLElement, reports: Reports, say: Say, announce: (text: string) => void) {
  const rated = ({ target }: Event) => {
    const button = (target as Element).closest('button')
    if (!button) return
    thumbs.removeEventListener('click', rated)
    thumbs.after(note(reports, say, () => { button.focus(); announce(say('thanks')) }))
  }
  thumbs.addEventListener('click', rated)
  return thumbs
}

function note(reports: Reports, say: Say, sent: () => void) {
  const hint = h('span', { class: 'muted', id: 'note-hint' }, say('noteHint'))
  const text = h('textarea', { id: 'note', part: 'note', maxlength: String(MOST_CHARACTERS), 'aria-describedby': 'note-hint' })
  const form = h('form', { class: 'note' },
    h('label', { for: 'note' }, say('note')), text, hint, h('button', { class: 'button', type: 'submit' }, say('noteSend')))
  form.addEventListener('submit', (event) => {
    event.preventDefault()
    if (!text.value.trim()) return text.focus()
    reports.note(text.value)
    form.remove()
    sent()
  })
  return form
}

function consent(reports: Reports, say: Say, given: () => void) {
  const button = (label: string, isAllowed: boolean) => {
    const made = h('button', { class: 'button', type: 'button' }, label)
    made.addEventListener('click', () => {
      reports.allow(isAllowed)
      group.remove()
      if (isAllowed) given()
    })
    return made
  }
  const group = h('div', { class: 'consent', part: 'consent', role: 'group', 'aria-label': say('reports') },
    h('p', {}, say('reports')), h('div', {}, button(say('reportsYes'), true), button(say('reportsNo'), false)))
  return group
}
