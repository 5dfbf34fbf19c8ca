/**
 * Building bundles from Node.js, and asking them: pages that a program has, folders and records, turned into a bundle by
 * the native command, which also answers. Types and documentation are in `node.d.ts`.
 */
import { spawn } from 'node:child_process'
import { mkdir, mkdtemp, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, resolve, sep } from 'node:path'
import { createRequire } from 'node:module'

const { binaryPath } = createRequire(import.meta.url)('./binary.cjs')

/** The command's exit code for a bundle that is written though something was warned of. */
const CONCERNS = 3

/** Names that other formats give to the fields of a record. */
const OTHER_NAMES = new Map([['lang', 'language'], ['text', 'content']])

export class BuildError extends Error {
  name = 'BuildError'

  constructor(message, exitCode) {
    super(message)
    this.exitCode = exitCode
  }
}

export async function createIndex(options = {}) {
  const known = ['config', 'facts', 'questions', 'cache', 'encoder', 'strict', 'indexOnly', 'layout', 'jobs']
  for (const key of Object.keys(options)) {
    if (!known.includes(key)) throw new TypeError(`createIndex: unknown option \`${key}\`; there are ${known.join(', ')}`)
  }
  return new Index(options, await mkdtemp(join(tmpdir(), 'soru-')))
}

class Index {
  #options
  #folder
  #inputs = []
  #records = []
  #addresses = new Set()
  #ids = new Set()
  #hasPages = false

  constructor(options, folder) {
    this.#options = options
    this.#folder = folder
  }

  async addHTML({ url, content }) {
    this.#assertOpen()
    const text = required('addHTML', 'content', content)
    const path = pathOf(required('addHTML', 'url', url))
    if (this.#addresses.has(path)) throw new TypeError(`addHTML: ${url} was added before`)
    this.#addresses.add(path)
    const file = join(this.#folder, 'pages', path)
    if (!file.startsWith(join(this.#folder, 'pages') + sep)) throw new TypeError(`addHTML: ${url} is no address within a site`)
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
    this.#hasPages = true
  }

  async addDirectory({ path }) {
    this.#assertOpen()
    const folder = resolve(required('addDirectory', 'path', path))
    const found = await stat(folder).catch(() => null)
    if (!found?.isDirectory()) throw new TypeError(`addDirectory: ${path} is not a folder`)
    this.#inputs.push(folder)
  }

  async addRecord({ id, url, content, title, language, meta = {}, ...rest }) {
    this.#assertOpen()
    const [unknown] = Object.keys(rest)
    if (unknown) throw new TypeError(`addRecord: unknown field \`${unknown}\`; ${adviceOn(unknown)}`)
    const text = required('addRecord', 'content', content)
    const own = required('addRecord', 'id` or `url', id ?? url).trim()
    const wrong = Object.keys(meta).find((key) => !isMeta(meta[key]))
    if (wrong) throw new TypeError(`addRecord: \`meta.${wrong}\` must be a text, a number, true, false or a list of these`)
    if (this.#ids.has(own)) throw new TypeError(`addRecord: \`${own}\` was added before`)
    this.#ids.add(own)
    this.#records.push(JSON.stringify({ ...meta, id: own, url, title, lang: language, text }))
  }

  async writeBundle({ out }) {
    this.#assertOpen()
    const inputs = [...this.#inputs]
    if (this.#hasPages) inputs.push(join(this.#folder, 'pages'))
    if (this.#records.length > 0) {
      const file = join(this.#folder, 'records.jsonl')
      await writeFile(file, this.#records.map((record) => record + '\n').join(''))
      inputs.push(file)
    }
    if (inputs.length === 0) throw new TypeError('writeBundle: the index is empty; add pages, folders or records first')
    const { code, stdout, stderr } = await run(['build', ...inputs, '--out', resolve(required('writeBundle', 'out', out)), '--json', ...this.#flags()])
    if (code !== 0 && !(code === CONCERNS && stdout)) throw new BuildError(stderr.trim() || `soru build ended with ${code}`, code)
    return JSON.parse(stdout)
  }

  async close() {
    const folder = this.#folder
    this.#folder = ''
    if (folder) await rm(folder, { recursive: true, force: true })
  }

  [Symbol.asyncDispose]() {
    return this.close()
  }

  #assertOpen() {
    if (!this.#folder) throw new TypeError('the index is closed')
  }

  #flags() {
    const { config, facts, questions, cache, encoder, strict, indexOnly, layout, jobs } = this.#options
    const given = { config, facts, questions, cache, encoder, layout, jobs }
    const flags = Object.entries(given).filter(([, value]) => value !== undefined).flatMap(([name, value]) => [`--${name}`, String(value)])
    if (strict) flags.push('--strict')
    if (indexOnly) flags.push('--index-only')
    return flags
  }
}

export async function ask(bundle, question, { gateway, ...options } = {}) {
  const given = Object.entries(options).filter(([, value]) => value !== undefined && value !== null)
  const flags = given.flatMap(([name, value]) => ['--option', `${name}=${toml(value)}`])
  if (gateway) flags.push('--gateway', gateway)
  const [first, ...further] = [bundle].flat().map((own) => required('ask', 'bundle', own))
  for (const own of further) flags.push('--with', own)
  const named = [required('ask', 'bundle', first), required('ask', 'question', question)]
  const { code, stdout, stderr } = await run(['query', '--json', ...flags, '--', ...named])
  if (code !== 0) throw new BuildError(stderr.trim() || `soru query ended with ${code}`, code)
  return JSON.parse(stdout)
}

/** An option as the command reads it. Texts of JSON are texts of TOML. */
function toml(value) {
  if (Array.isArray(value)) return `[${value.map(toml).join(', ')}]`
  if (typeof value !== 'object' || value === null) return JSON.stringify(value)
  return `{ ${Object.entries(value).map(([name, own]) => `${JSON.stringify(name)} = ${toml(own)}`).join(', ')} }`
}

function required(method, name, value) {
  if (typeof value === 'string' && value !== '') return value
  throw new TypeError(`${method}: \`${name}\` is required and must be a text`)
}

function adviceOn(field) {
  const right = OTHER_NAMES.get(field)
  return right ? `did you mean \`${right}\`?` : 'put fields of your own into `meta`'
}

/** Whether the command keeps a value of `meta`: it skips null, and joins a list with `, `. */
function isMeta(value) {
  return value === undefined || value === null || isPlain(value) || Array.isArray(value) && value.every(isPlain)
}

function isPlain(value) {
  return ['string', 'number', 'boolean'].includes(typeof value)
}

/** The file of a page, from its address on the site: `/fees/` is `fees/index.html`. */
function pathOf(url) {
  const path = decodeURIComponent(new URL(url, 'https://site.invalid/').pathname).replace(/^\/+/, '')
  if (path === '' || path.endsWith('/')) return `${path}index.html`
  return /\.html?$/i.test(path) ? path : `${path}.html`
}

function run(args) {
  return new Promise((settle, fail) => {
    const command = spawn(binaryPath(), args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const said = { stdout: [], stderr: [] }
    for (const name of ['stdout', 'stderr']) command[name].on('data', (bytes) => said[name].push(bytes))
    command.on('error', (error) => fail(new BuildError(`soru cannot be started: ${error.message}`, null)))
    command.on('close', (code) => {
      const [stdout, stderr] = [said.stdout, said.stderr].map((parts) => Buffer.concat(parts).toString('utf8'))
      settle({ code, stdout, stderr })
    })
  })
}
