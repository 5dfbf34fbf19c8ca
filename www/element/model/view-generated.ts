/**
 * The card of an answer in a language model's words, while it is written and after. The text of the model is
 * shown as nodes of a few kinds, and never parsed as HTML.
 */
import { h, icon, ICONS } from '../box/dom.js'
import { safeUrl } from '../box/links.js'
import type { Block, GenerateEvent, GenerateWarning, Inline, NumberedSource } from '../api.js'
import type { ViewContext } from '../box/view-results.js'
import type { Say } from '../texts/generated-texts.js'

export class GeneratedCard {
  #context
  #say
  #text = h('div', { class: 'text generated-text', part: 'text' })
  #note = h('p', { class: 'note muted', part: 'note' })
  #sources = h('ol', { class: 'generated-sources', part: 'sources' })
  #head
  #stop
  #retry
  #download
  #clear
  #given: NumberedSource[] = []
  element

  constructor(
    context: ViewContext,
    say: Say,
    does: { stop: () => void, retry: () => void, download: () => void, clear: () => void },
  ) {
    this.#context = context
    this.#say = say
    this.#stop = button(say('stop'), 'stop', does.stop)
    this.#retry = button(context.wording.text('retry'), 'retry', does.retry)
    this.#clear = button(say('clearConversation'), 'forget', does.clear)
    this.#download = button(say('offerDownload'), 'download', () => { does.download(); this.#stop.focus() })
    this.#head = h('p', { class: 'card-head' }, h('span', { class: 'badge', part: 'badge' }, icon(ICONS.ask), say('generated')))
    this.element = h('section', { class: 'card generated', part: 'answer generated', 'aria-label': say('generated') },
      this.#head, this.#text, this.#note, this.#sources,
      h('p', { class: 'generated-buttons' }, this.#stop, this.#retry, this.#download, this.#clear))
  }

  get isShown() {
    return !this.element.hidden
  }

  /**
   * @param hasHistory whether there is a conversation that can be cleared
   * @param isCertain whether there is a model
   */
  begin(hasHistory: boolean, isCertain: boolean) {
    this.element.hidden = !isCertain
    this.element.setAttribute('aria-busy', 'true')
    this.#head.hidden = false
    this.#download.hidden = true
    this.#text.replaceChildren()
    this.#sources.replaceChildren()
    this.#note.textContent = this.#say('writing')
    this.#stop.hidden = false
    this.#retry.hidden = true
    this.#clear.hidden = !hasHistory
  }

  take(event: GenerateEvent) {
    if (event.type === 'sources') this.#begun(event.sources, event.isAsked)
    else if (event.type === 'skipped') this.#skipped(event.reason)
    else if (event.type === 'content') this.#show(event.from, event.blocks)
    else if (event.type === 'warning') this.#warn(event)
    else if (event.type === 'done') this.#done(event.cited, event.flagged.length)
    else if (event.type === 'error') this.#failed(event.code, event.message)
  }

  stopped() {
    this.#end(this.#text.hasChildNodes() ? this.#say('stopped') : '')
    this.#retry.hidden = false
  }

  /**
   * No further question is answered today.
   * @param reason in the words of the site's server
   */
  limited(reason: string = '') {
    this.element.hidden = false
    this.#text.replaceChildren(...(reason ? [h('p', { dir: 'auto' }, reason)] : []))
    this.#end(this.#say('limit'))
  }

  forgotten() {
    this.#clear.hidden = true
    this.#note.textContent = this.#say('cleared')
  }

  #begun(sources: NumberedSource[], isAsked: boolean) {
    this.#given = sources
    this.element.hidden = !isAsked
  }

  #skipped(reason: string) {
    this.element.hidden = reason !== 'download'
    this.#end('')
    this.#head.hidden = this.#clear.hidden = true
    this.#download.hidden = false
  }

  #end(note: string) {
    this.element.removeAttribute('aria-busy')
    this.#stop.hidden = true
    this.#note.textContent = note
  }

  #show(from: number, blocks: Block[]) {
    const before = Array.from(this.#text.children).slice(from)
    before.forEach((node) => node.remove())
    this.#text.append(...blocks.map((block) => this.#block(block)))
  }

  #warn({ code, progress }: GenerateWarning) {
    if (code === 'waiting') this.#note.textContent = this.#say(code)
    if (progress === undefined) return
    const percent = new Intl.NumberFormat(this.#context.wording.lang, { style: 'percent' }).format(progress)
    this.#note.textContent = progress < 1 ? this.#say('downloading', { percent }) : this.#say('writing')
  }

  #done(cited: number[], flagged: number) {
    const notes = [flagged > 0 && this.#say('flagged'), cited.length === 0 && this.#say('uncited'), this.#say('check')]
    this.#end(notes.filter(Boolean).join(' '))
    this.#clear.hidden = false
    this.#sources.replaceChildren(...this.#given.filter(({ number }) => cited.includes(number)).map((source) => this.#source(source)))
  }

  /** What was shown so far is no answer. In a browser without a model, nothing was shown. */
  #failed(code: string, message: string) {
    if (code === 'MODEL_LIMIT') return this.limited(message)
    if (code === 'MODEL_UNAVAILABLE' && !this.isShown) return
    this.element.hidden = false
    this.#text.replaceChildren()
    this.#end(this.#say('failed'))
    this.#text.append(h('details', { class: 'details' },
      h('summary', {}, this.#context.wording.text('details')), h('p', { lang: 'en' }, message)))
    this.#retry.hidden = false
  }

  #source({ number, title, url }: NumberedSource) {
    const href = safeUrl(url, this.#context.base)
    return h('li', { value: number }, href === null ? title || url : h('a', { href, part: 'source' }, title || url))
  }

  #block(block: Block) {
    if (block.type === 'code') return h('pre', {}, h('code', {}, block.text))
    if (block.type === 'paragraph') return h('p', {}, ...this.#inlines(block.children))
    const items = block.items.map((item) => h('li', {}, ...this.#inlines(item)))
    return block.ordered ? h('ol', { start: block.start }, ...items) : h('ul', {}, ...items)
  }

  #inlines(inlines: Inline[]) {
    return inlines.map((inline) => this.#inline(inline))
  }

  #inline(inline: Inline): Node | string {
    switch (inline.type) {
      case 'strong': return h('strong', {}, ...this.#inlines(inline.children))
      case 'emphasis': return h('em', {}, ...this.#inlines(inline.children))
      case 'flagged': return this.#flagged(inline.children)
      case 'code': return h('code', {}, inline.text)
      case 'link': return this.#link(inline.url, inline.text)
      case 'citation': return this.#citation(inline.number)
      default: return inline.text
    }
  }

  #flagged(children: Inline[]) {
    const title = this.#say('notInSource')
    return h('span', { class: 'flagged', part: 'flagged', title }, ...this.#inlines(children), icon(ICONS.warning),
      h('span', { class: 'said' }, ` (${title})`))
  }

  #link(url: string, text: string) {
    const href = safeUrl(url, this.#context.base)
    return href === null ? text : h('a', { href, rel: 'noopener noreferrer' }, text)
  }

  #citation(number: number) {
    const source = this.#given.find((given) => given.number === number)
    const href = safeUrl(source?.url, this.#context.base)
    const label = `${this.#context.wording.text('source')} ${number}: ${source?.title ?? ''}`
    const shown = href === null ? h('span', {}, String(number)) : h('a', { href, 'aria-label': label, title: source?.title }, String(number))
    return h('sup', { class: 'citation', part: 'citation' }, shown)
  }
}

function button(text: string, part: string, does: () => void) {
  const made = h('button', { class: 'button', type: 'button', part }, text)
  made.addEventListener('click', does)
  return made
}
