/**
 * Code of an embedding page, for the type checker: it compiles only if the published types match the
 * documentation. Never run.
 */
import { open, SoruError, type Answer, type Hit } from 'soru'
import { SoruSearchElement, type LogEntry, type Report } from 'soru/soru-search.js'

export async function ask(question: string, signal: AbortSignal): Promise<string> {
  const soru = await open(new URL('./soru/', document.baseURI), {
    worker: true,
    signal,
    onProgress: ({ loaded, total }) => console.log(`${loaded} of ${total} bytes`),
  })
  try {
    const answer: Answer = await soru.ask(question, { topK: 5, lang: 'en', retriever: 'bm25', rerankers: ['quality'] })
    return answer.answer ?? answer.sources.map(({ title, url }) => `${title}: ${url}`).join('\n')
  } catch (error) {
    if (error instanceof SoruError) return `${error.code}: ${error.message}`
    throw error
  } finally {
    await soru.close()
  }
}

export async function titles(query: string): Promise<string[]> {
  const soru = await open('./soru/')
  const { hits } = await soru.search(query, { topK: 10 })
  return hits.map(({ title, excerpt, marks }: Hit) => {
    const [start, end] = marks[0] ?? [0, 0]
    return `${title}: ${excerpt.slice(start, end)}`
  })
}

export async function completions(text: string): Promise<string[]> {
  const soru = await open('./soru/')
  const { suggestions } = await soru.suggest(text, { limit: 5, lang: 'tr' })
  return suggestions.map(({ text, lang }) => `${text} (${lang})`)
}

export async function similar(signal: AbortSignal): Promise<string[]> {
  const soru = await open('./soru/')
  const { pages } = await soru.related(location.href, { topK: 3, lang: 'tr', signal })
  return pages.map(({ title, url, lang, similarity }) => `${title} (${lang}, ${similarity.toFixed(2)}): ${url}`)
}

export async function repaired(question: string): Promise<string[]> {
  const soru = await open('./soru/')
  const { corrections } = await soru.search(question, { partial: true })
  const { hits } = await soru.search(question, { spelling: false })
  return [...corrections.map(({ from, to }) => `${to} for ${from}`), ...hits.map(({ id }) => id)]
}

export async function written(question: string, signal: AbortSignal): Promise<string> {
  const soru = await open('./soru/')
  let text = ''
  for await (const event of soru.generate(question, { endpoint: '/llm', model: 'small', api: 'openai', history: [], signal })) {
    if (event.type === 'token') text += event.text
    if (event.type === 'citation') text += `[${event.number}]`
    if (event.type === 'error') return `${event.code}: ${event.message}`
    if (event.type === 'done') return event.flagged.map(({ value }) => value).join() || text
  }
  return text
}

export async function onThisDevice(question: string): Promise<string> {
  const soru = await open('./soru/')
  for await (const event of soru.generate(question, { api: 'browser', download: true, dailyLimit: 20 })) {
    if (event.type === 'sources' && !event.isAsked) return `no model, limit ${event.dailyLimit}`
    if (event.type === 'warning' && event.progress !== undefined) return `${event.progress * 100} %`
    if (event.type === 'skipped' && event.reason === 'download') return 'ask the visitor'
  }
  return ''
}

export async function ownModel(question: string) {
  const soru = await open('./soru/')
  const generate = async function* () { yield 'Yes [1].' }
  for await (const { type } of soru.generate(question, { generate })) console.log(type)
}

export function listen(log: (line: string) => void) {
  const box = document.querySelector('soru-search')
  if (!(box instanceof SoruSearchElement)) return
  box.addEventListener('soru-answer', ({ detail }) => log(`${detail.level}: ${detail.question}`))
  box.addEventListener('soru-error', ({ detail }) => log(detail.code))
  box.addEventListener('soru-feedback', ({ detail }) => log(`${detail.helpful}: ${detail.question}`))
}

export async function unanswered(box: SoruSearchElement): Promise<string[]> {
  const lines = (await box.exportLog()).split('\n').filter(Boolean)
  await box.clearLog()
  return lines.map((line): LogEntry => JSON.parse(line)).filter(({ method }) => method === 'none').map(({ question }) => question)
}

export async function received(box: SoruSearchElement, body: string): Promise<string> {
  await box.allowReports(true)
  const { question, state = 'nothing', thumb, note, page }: Report = JSON.parse(body)
  return [state, thumb, page, note].reduce<string>((line, part) => `${line} ${part ?? ''}`, question)
}

export async function atTheButton(box: SoruSearchElement) {
  await box.open()
  box.close()
  await box.clearRecent()
}

export async function wrongUse() {
  const soru = await open('./soru/')
  // @ts-expect-error: a question is a string
  await soru.ask(42)
  // @ts-expect-error: the number of hits is a number
  await soru.search('staj', { topK: 'ten' })
}
