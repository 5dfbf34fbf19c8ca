/**
 * The pages of a cluster: asks its gateway for those that may answer a question, and makes an index of them, in which
 * the engine answers (`docs/design/remote.md`). Loaded with the first text over a bundle whose pages are in a cluster.
 *
 * `index-builder/working-index` writes the requests and reads the answers.
 */
import type { Stats, Warning } from '../api.js'
import type { Entry } from './bundle-files.js'
import type { ReadFile } from './completing.js'
import type { Attempt, Call, MakeEngine } from './opened-engine.js'
import type { Glue, startModule } from './starting.js'

/** How long a gateway may take to answer, in milliseconds. */
const WITHIN = 1500
/** How long a question waits for the module, in milliseconds. On a slow line it arrives for a later one. */
const LOADING = 5000
/** How long a gateway that did not answer is left alone, in milliseconds. */
const REST = 30_000
/** How long the pages of a question are kept for other calls with it, in milliseconds. */
const KEPT = 20_000
/** The longest answer that is read, in bytes. Answers have some 100 KB. */
const LONGEST = 4 << 20
/** The status of an answer to a request that the gateway cannot read, with a filter that the site lacks for instance. */
const INVALID = 422

const NAME = 'soru_working_index'
const CODE = new URL('../soru_working_index_bg.wasm.bin', import.meta.url)

/** The parts of the wasm-bindgen module that are used here. */
interface WorkingModule extends Glue {
  Basis: {
    new (manifest: Uint8Array, content: Uint8Array): Basis
    request(words: string, question: string, options: unknown): string | undefined
  }
}

/** The settings and the facts of the bundle. */
interface Basis {
  gateway(): string
  index(answer: Uint8Array): WorkingIndex
}

interface WorkingIndex {
  manifest(): Uint8Array
  file(): string
  content(): Uint8Array
  free(): void
}

/** A bundle over a cluster, and what starts WebAssembly in its thread. */
export interface Bundle {
  manifest: Promise<Uint8Array>
  stats: () => Promise<Stats>
  read: ReadFile
  /** The engine that answers now. */
  start: () => Promise<MakeEngine>
  startModule: typeof startModule
  packed: (url: URL) => Promise<WebAssembly.Module>
}

/** An index of pages: a bundle of one data file. */
export interface FoundIndex {
  manifest: Uint8Array
  file: string
  content: Uint8Array
}

const clusters: WeakMap<Bundle, Cluster> = new WeakMap()

/**
 * Begins a call again in the pages that the gateway found, or else continues it in the bundle's own.
 * @param words of the question, as the engine needs them
 */
export async function goOn(attempt: Attempt, words: string, bundle: Bundle) {
  const found = await find(attempt, words, bundle)
  const make = await bundle.start()
  const { call, signal } = attempt
  if (signal?.aborted || !call) return
  if (!found || 'code' in found) {
    call.skip('remote', '')
    if (found) attempt.call = withWarnings(call, [found])
    return
  }
  const engine = make(found.manifest)
  engine.supply(found.file, found.content)
  attempt.call = attempt.begin(engine)
  // The call keeps what it needs of it.
  engine.free()
  call.free()
}

/** An index of the pages that the gateway of a bundle found; the warning if it failed, nothing if it was not asked. */
export function find(attempt: Attempt, words: string, bundle: Bundle): Promise<FoundIndex | Warning | null> {
  const cluster = clusters.get(bundle) ?? new Cluster(bundle)
  clusters.set(bundle, cluster)
  return cluster.find(words, attempt)
}

/** The same call, whose result has the warnings too. */
export function withWarnings(call: Call, warnings: Warning[]): Call {
  return {
    step: () => {
      const step = call.step()
      const done = step.done as { warnings?: Warning[] } | undefined
      done?.warnings?.push(...warnings)
      return step
    },
    skip: (file, reason) => call.skip(file, reason),
    free: () => call.free(),
  }
}

class Cluster {
  #bundle
  #opening: Promise<{ module: WorkingModule, basis: Basis }> | undefined
  /** The last request, and its answer. */
  #last: { key: string, at: number, index: Promise<FoundIndex> } | undefined
  /** Failures by the gateway's address. */
  #failures: Map<string, { at: number, reason: string }> = new Map()

  constructor(bundle: Bundle) {
    this.#bundle = bundle
  }

  /**
   * The pages for a question. Nothing while it is being typed, and if it has no words to ask for; the warning if the
   * gateway does not answer.
   */
  async find(words: string, { text, options, gateway }: Attempt): Promise<FoundIndex | Warning | null> {
    const opening = this.#opening ??= this.#open()
    opening.catch(() => { this.#opening = undefined })
    if (options.partial !== undefined) return null
    try {
      const { module, basis } = await Promise.race([opening, stillLoading()])
      const body = module.Basis.request(words, text, options)
      return body ? await this.#index(basis, gateway || basis.gateway(), body) : null
    } catch (thrown) {
      return { code: 'gateway_failed', message: said(thrown) }
    }
  }

  async #open() {
    const { manifest, stats, read, startModule, packed } = this.#bundle
    const start = startModule<WorkingModule>(NAME, CODE, () => packed(CODE))
    const holds = ({ sections }: Stats['files'][number]) => sections.includes('facts')
    const own = stats().then(({ files }) => read(files.find(holds) as Entry, (content) => content))
    const [module, bytes, content] = await Promise.all([start, manifest, own])
    return { module, basis: new module.Basis(bytes, content) }
  }

  /** The index for a request, which calls for the same question share. */
  #index(basis: Basis, gateway: string, body: string) {
    if (!gateway) throw new Error('the site names no gateway: set indexing.gateway in soru.toml, and build it again')
    const key = `${gateway}\n${body}`
    const now = performance.now()
    if (this.#last?.key === key && now < this.#last.at + KEPT) return this.#last.index
    const failure = this.#failures.get(gateway)
    if (failure && now < failure.at + REST) throw new Error(failure.reason)
    const index = this.#answer(gateway, body).then((answer) => taken(basis.index(answer)))
    index.catch((thrown) => this.#failed(gateway, thrown))
    this.#last = { key, at: now, index }
    return index
  }

  #failed(gateway: string, thrown: unknown) {
    this.#last = undefined
    if (thrown instanceof Refused && thrown.status === INVALID) return
    this.#failures.set(gateway, { at: performance.now(), reason: said(thrown) })
  }

  async #answer(gateway: string, body: string) {
    const url = new URL(gateway.replace(/\/*$/, '/v1/search'), location.href)
    const late = new AbortController()
    const timer = setTimeout(() => late.abort(new Error(`no answer within ${WITHIN} ms`)), WITHIN)
    try {
      return await fetched(url, body, late.signal)
    } catch (thrown) {
      throw late.signal.aborted ? new Error(`${url}: ${said(late.signal.reason)}`) : thrown
    } finally {
      clearTimeout(timer)
    }
  }
}

/** An HTTP error status of the gateway. */
class Refused extends Error {
  readonly status: number

  constructor(status: number, message: string) {
    super(message)
    this.status = status
  }
}

async function fetched(url: URL, body: string, signal: AbortSignal) {
  const headers = { 'content-type': 'application/json' }
  const about: RequestInit = { credentials: 'omit', redirect: 'error', referrerPolicy: 'no-referrer' }
  const response = await fetch(url, { ...about, method: 'POST', headers, body, signal })
  const bytes = await bounded(response.body?.getReader())
  if (response.ok) return bytes
  throw new Refused(response.status, `${url}: ${response.status} ${new TextDecoder().decode(bytes.subarray(0, 500))}`)
}

async function bounded(reader?: ReadableStreamDefaultReader<Uint8Array<ArrayBuffer>>) {
  const pieces: Uint8Array<ArrayBuffer>[] = []
  let length = 0
  for (let piece = await reader?.read(); piece?.value; piece = await reader?.read()) {
    length += piece.value.length
    if (length > LONGEST) {
      reader?.cancel().catch(() => {}) // nobody reads the rest
      throw new Error('the answer of the gateway is too long')
    }
    pieces.push(piece.value)
  }
  return new Uint8Array(await new Blob(pieces).arrayBuffer())
}

/** Copies an index out of the module's memory. */
function taken(index: WorkingIndex): FoundIndex {
  const copy = { manifest: index.manifest(), file: index.file(), content: index.content() }
  index.free()
  return copy
}

function stillLoading(): Promise<never> {
  return new Promise((_, reject) => setTimeout(reject, LOADING, `${NAME} is still loading`))
}

export function said(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(Object(thrown).message ?? thrown)
}
