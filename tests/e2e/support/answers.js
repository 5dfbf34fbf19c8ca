/**
 * Writes answers of the demo's engine to every kind of call as typed constants, which the TypeScript compiler then
 * compares with the published types: node answers.js FOLDER. An answer with a field that its type lacks, or without one
 * that it demands, does not compile.
 *
 * A field that is declared and that no answer here has is an error of this script.
 */
import { execFileSync } from 'node:child_process'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { SORU } from '../fixtures/built-site.js'

const ROOT = fileURLToPath(new URL('../../../', import.meta.url))
const DEMO = join(ROOT, 'www/demo')
const BUNDLE = pathToFileURL(join(DEMO, 'soru/')).href
const FOLDER = resolve(process.argv[2])
/** A site with what the demo lacks: a fact for which it does not vouch, and a language model. */
const SITE = {
  'index.html': '<title>Rooms</title><h1>Rooms</h1><p>The library lends rooms for four hours a day.</p>',
  'facts.csv': 'question,answer,source_url,lang,authority\nHow long can I have a room?,Four hours a day.,index.html,en,extended\n',
  'soru.toml': '[facts]\nfiles = ["facts.csv"]\n\n[generation.model]\nendpoint = "/llm"\nmodel = "small"\n',
}
/** Types of what pages give, and what no answer is. */
const GIVEN = /Options$|^(Message|Soru)$/

// Node.js 20 has none.
if (!globalThis.navigator) Object.assign(globalThis, { navigator: {} })
// The bundle and its modules are read from the disk.
globalThis.fetch = async (url) => {
  const name = String(url)
  const type = name.endsWith('.wasm') ? 'application/wasm' : 'application/octet-stream'
  return new Response(await readFile(fileURLToPath(name)), { headers: { 'content-type': type } })
}

const { open } = await import(`${BUNDLE}soru.js`)
/** @type {unknown[]} */
const progress = []
const soru = await open(BUNDLE, { onProgress: (/** @type {unknown} */ now) => progress.push(now) })
const rooms = await built()
const other = await open(rooms)
// The last one does not exist.
const several = await open(`${BUNDLE} ${rooms} ${new URL('nowhere/', BUNDLE)}`)
const questions = (await readFile(join(DEMO, 'questions.jsonl'), 'utf8')).trim().split('\n').map((line) => JSON.parse(line).text)
/** @param {(question: string) => Promise<unknown>} call */
const each = async (call, every = 1) => {
  const answers = []
  for (const question of questions.filter((_, at) => at % every === 0)) answers.push(await call(question))
  return answers
}

const history = [{ role: 'user', content: 'How much is a Schengen visa?' }, { role: 'assistant', content: '90 euros.' }]
const today = '2026-11-20'
/** @type {Record<string, unknown[]>} */
const answers = {
  Progress: progress,
  Stats: [soru.stats(), other.stats()],
  Answer: [
    ...await each((question) => soru.ask(question, { today })),
    ...await each((question) => soru.ask(question, { today, trace: true, retriever: 'tf', rerankers: ['quality', 'recency'] }), 25),
    await soru.ask('And for children?', { today, history }),
    await soru.ask('thanks'),
    await other.ask('How long can I have a room?'),
    await several.ask('How long can I have a room?'),
    await soru.ask('"no such phrase" internship', { trace: true }),
    await soru.ask('intrenship aplication'),
    await soru.ask('What is the H-1B cap?', { today: '2040-01-01', topK: 20, filter: { lang: 'en' } }),
  ],
  SearchResult: [
    ...await each((question) => soru.search(question, { partial: true, trace: true }), 25),
    await soru.search('internship', { rerankers: [function broken() { throw new Error('no') }, 'matching'] }),
    await soru.search('zzzzqqq'),
  ],
  Comparison: await each((question) => soru.compare(question, { today, topK: 3 }), 40),
  Suggestions: [await soru.suggest(''), await soru.suggest('how do i a'), await soru.suggest('ders ka', { limit: 10, lang: 'tr' })],
  RelatedPages: [await soru.related(new URL('../en/internship.html', BUNDLE)), await soru.related('https://other.example/')],
  GenerateEvent: await written(),
  PlainError: await refused(),
}
await soru.close()
await other.close()
await several.close()

/** Builds the other site, and returns the address of its bundle. */
async function built() {
  const site = join(FOLDER, 'site')
  await mkdir(site, { recursive: true })
  for (const [name, text] of Object.entries(SITE)) await writeFile(join(site, name), text)
  execFileSync(SORU, ['build', site, '--out', join(site, 'soru'), '--config', join(site, 'soru.toml'), '--quiet'], { cwd: site, stdio: 'inherit' })
  return pathToFileURL(join(site, 'soru/')).href
}

/** Events of answers of a language model, whole, failed and of a browser that loads its model first. */
async function written() {
  const question = 'How do I apply for an internship?'
  const says = [
    'Apply **at the office** by 31 February 1999 [1] [77], *soon*:\n\n- see `Form S-1`\n- see [the page](https://evil.example/)\n\n',
    '```\ncode\n```\nThe fee is 123,456 euros.',
  ]
  const calls = [
    { generate: () => (async function* () { yield* says })() },
    { generate: () => { throw new Error('no') } },
    { generate: () => 'No sources.' },
    { api: 'browser' },
    { api: 'browser', download: true },
  ]
  const events = []
  Object.assign(globalThis, { LanguageModel: browserModel(says) })
  for (const options of calls) for await (const event of soru.generate(question, options)) events.push(event)
  for await (const event of soru.generate('What is the H-1B cap?', { today, generate: () => '' })) events.push(event)
  for await (const event of soru.generate('thanks', { generate: () => '' })) events.push(event)
  return events
}

/** @param {string[]} says */
function browserModel(says) {
  return {
    availability: async () => 'downloadable',
    /** @param {{ monitor: (monitor: EventTarget) => void }} options */
    create: async ({ monitor }) => {
      const target = new EventTarget()
      monitor(target)
      await new Promise((later) => setTimeout(later, 50))
      target.dispatchEvent(Object.assign(new Event('downloadprogress'), { loaded: 0.5, total: 1 }))
      await new Promise((later) => setTimeout(later, 50))
      return { promptStreaming: () => new Blob(says).stream().pipeThrough(new TextDecoderStream()), destroy: () => {} }
    },
  }
}

/** Errors of calls, as they pass between threads. */
async function refused() {
  const calls = [
    () => soru.ask(''),
    () => soru.ask('internship', { topK: -1 }),
    () => soru.ask('internship', { retreiver: 'bm25' }),
    () => soru.suggest('', { limit: 0 }),
    () => open(new URL('nowhere/', BUNDLE)),
  ]
  const thrown = await Promise.all(calls.map((call) => call().then(() => { throw new Error('an invalid call was answered') }, (/** @type {unknown} */ error) => error)))
  return thrown.map(({ code, message, status }) => ({ code, message, status }))
}

/** The names of all fields in a value. @param {unknown} value @param {Set<string>} [names] */
function fields(value, names = new Set()) {
  for (const [name, inner] of Object.entries(Object(value))) {
    if (!Array.isArray(value)) names.add(name)
    if (typeof inner === 'object') fields(inner, names)
  }
  return names
}

/** Fields of types of answers that no answer has, by the text of the declarations. @param {string} types */
function unseen(types) {
  const seen = fields(answers)
  const declared = [...types.matchAll(/^export interface (\w+) [^{]*\{\n([^]*?)\n\}$/gm)].filter(([, name]) => !GIVEN.test(name))
  return declared.flatMap(([, type, body]) => [...body.matchAll(/^ {2}(\w+)\??:/gm)].map(([, name]) => ({ type, name })))
    .filter(({ name }) => !seen.has(name)).map(({ type, name }) => `${type}.${name}`)
}

const constants = Object.entries(answers).map(([type, values]) => `export const of${type}: ${type}[] = ${JSON.stringify(values, null, 1)}\n`)
const names = Object.keys(answers).filter((name) => name !== 'PlainError').join(', ')
const head = `import type { ${names}, SoruError } from 'soru'\n\ntype PlainError = Pick<SoruError, 'code' | 'message'> & Partial<Pick<SoruError, 'status'>>\n\n`
await writeFile(join(FOLDER, 'answers.ts'), head + constants.join('\n'))
await writeFile(join(FOLDER, 'tsconfig.json'), JSON.stringify({ extends: join(import.meta.dirname, 'tsconfig.json'), include: ['answers.ts'] }))
const counts = Object.entries(answers).map(([type, { length }]) => `${length} ${type}`)
console.log(`answers of the demo's engine: ${counts.join(', ')}`)
const missing = unseen(await readFile(join(ROOT, 'pkg/api.d.ts'), 'utf8'))
if (missing.length > 0) throw new Error(`declared in www/element/api.ts, but in no answer: ${missing.join(', ')}. Delete the field, or let this script ask for it.`)
