/**
 * Several bundles in one engine: their files, and what an engine does otherwise then. Loaded in the engine's thread by
 * boxes that name more than one.
 *
 * The full engine joins them (`src/orchestration/joined.rs`), and says of each file which bundle has it: `2/core-….bin`;
 * the files of the first bundle have no number. A bundle of which the manifest or the files that every question needs
 * cannot be loaded is left out, each result says so, and it is tried again later.
 */
import { find, said, withWarnings } from './cluster.js'
import type { Progress, Stats, SuggestOptions, Suggestions, Warning } from '../api.js'
import type { BundleFiles, Entry, Files, neededIn } from './bundle-files.js'
import type { Bundle, FoundIndex } from './cluster.js'
import type { Completing, ReadFile } from './completing.js'
import type { Attempt, Engine, MakeEngine } from './opened-engine.js'

/** How long a bundle that could not be loaded is left alone, in milliseconds. */
const REST = 30_000

/** The bindings of the full engine (`src/web/full.rs`). */
interface JoinedEngine extends Engine {
  remoteBundles(): Uint32Array
  withFound(numbers: Uint32Array, engines: Engine[]): JoinedEngine
}

interface Joins {
  join(engines: Engine[], numbers: Uint32Array, bases: string[]): JoinedEngine
}

interface OneBundle {
  base: string
  files: BundleFiles
  /** Those that every question needs. */
  needed: Set<string>
  /** Why and when it was left out. */
  lost?: { at: number, reason: unknown } | undefined
}

export class JoinedFiles implements Files {
  #bundles: OneBundle[]
  #neededIn
  #make: MakeEngine | undefined
  #engine: JoinedEngine | undefined
  /** What each bundle over a cluster is for its gateway. */
  #ofClusters: WeakMap<Bundle, Map<number, Bundle>> = new WeakMap()
  /** Reads the manifests again. */
  renew: () => Promise<void> = async () => {}

  /** @param bases addresses of the folders, with a slash at their ends and a space between them */
  constructor(bases: string, Made: typeof BundleFiles, needed: typeof neededIn, onProgress?: (progress: Progress) => void) {
    const counts: Progress[] = []
    const report = (number: number) => onProgress && ((progress: Progress) => {
      counts[number] = progress
      const sum = (count: keyof Progress) => counts.reduce((all, own) => all + own[count], 0)
      onProgress({ loaded: sum('loaded'), total: sum('total') })
    })
    this.#neededIn = needed
    this.#bundles = bases.split(' ').map((base, number) => ({ base, files: new Made(base, report(number)), needed: new Set() }))
  }

  /** The manifests of all bundles that can be loaded. @throws the reason of the first if there is none */
  async manifest(signal?: AbortSignal): Promise<Uint8Array<ArrayBuffer>> {
    const all = await Promise.all(this.#bundles.map((bundle) => this.#manifest(bundle, signal)))
    if (all.every((bytes) => bytes.length === 0)) throw this.#bundles[0].lost?.reason
    return framed(all)
  }

  async #manifest(bundle: OneBundle, signal?: AbortSignal): Promise<Uint8Array> {
    if (bundle.lost && performance.now() < bundle.lost.at + REST) return new Uint8Array()
    try {
      const bytes = await bundle.files.manifest(signal)
      bundle.needed = new Set(this.#neededIn(bytes).map(({ name }) => name))
      return bytes
    } catch (thrown) {
      signal?.throwIfAborted()
      bundle.lost = { at: performance.now(), reason: thrown }
      return new Uint8Array()
    }
  }

  ahead(manifests: Uint8Array, signal?: AbortSignal): void {
    unframed(manifests).forEach((bytes, number) => { if (bytes.length > 0) this.#bundles[number].files.ahead(bytes, signal) })
  }

  async stored(entry: Entry, signal?: AbortSignal): Promise<Uint8Array> {
    const { bundle, name } = this.#of(entry.name)
    try {
      return await bundle.files.stored({ ...entry, name }, signal)
    } catch (thrown) {
      if (signal?.aborted || !this.#leaveOut(bundle, name, thrown)) throw thrown
      // So that the manifests are read again, without this one.
      throw Object.assign(new Error(said(thrown)), { code: 'CORRUPT_INDEX' })
    }
  }

  distrust(file: string): void {
    const { bundle, name } = this.#of(file)
    bundle.files.distrust(name)
    this.#leaveOut(bundle, name, new Error(`${name} is damaged`))
  }

  /** Leaves a bundle out for a while if it is nothing without a file, unless it is the only one. */
  #leaveOut(bundle: OneBundle, name: string, reason: unknown) {
    const isLast = this.#bundles.every((other) => other === bundle || other.lost)
    if (!bundle.needed.has(name) || isLast) return false
    bundle.lost = { at: performance.now(), reason }
    return true
  }

  clear(): void {
    for (const { files } of this.#bundles) files.clear()
  }

  close(): void {
    for (const { files } of this.#bundles) files.close()
  }

  get isLast(): boolean {
    return this.#bundles.every(({ files }) => files.isLast)
  }

  /** The full engine is the last one, whichever was asked for. */
  set isLast(_: boolean) {
    for (const { files } of this.#bundles) files.isLast = true
  }

  #of(file: string): { bundle: OneBundle, name: string } {
    const { number, name } = numbered(file)
    return { bundle: this.#bundles[number], name }
  }

  /** What makes the engine of all bundles: only the full one can. */
  starting(start: (full: boolean) => Promise<MakeEngine>): () => Promise<MakeEngine> {
    return async () => {
      const make = this.#make = await start(true)
      return (manifests) => this.#warning(this.#engine = this.#join(make, manifests))
    }
  }

  #join(make: MakeEngine, manifests: Uint8Array): JoinedEngine {
    const engines: Engine[] = []
    const numbers: number[] = []
    for (const [number, bytes] of unframed(manifests).entries()) {
      if (bytes.length === 0) continue
      try {
        engines.push(make(bytes))
        numbers.push(number)
        // Only now: questions that the engine before answers lack the bundle, and say so.
        this.#bundles[number].lost = undefined
      } catch (reason) {
        this.#bundles[number].lost = { at: performance.now(), reason }
      }
    }
    if (engines.length === 0) throw this.#bundles[0].lost?.reason
    const { join } = engines[0].constructor as unknown as Joins
    return join(engines, Uint32Array.from(numbers), numbers.map((number) => new URL('..', this.#bundles[number].base).href))
  }

  /** The same engine; its results say which bundles are missing. */
  #warning(engine: Engine): Engine {
    return {
      begin: (...given) => {
        const lost = this.#bundles.filter((bundle) => bundle.lost)
        if (lost.some((bundle) => performance.now() >= (bundle.lost?.at ?? 0) + REST)) this.renew()
        return withWarnings(engine.begin(...given), lost.map(({ base, lost }) => missing(base, lost?.reason)))
      },
      verify: (...given) => engine.verify(...given),
      supply: (...given) => engine.supply(...given),
      free: () => engine.free(),
    }
  }

  /** Completes typed text with the prepared questions of all bundles, those of each in turn. */
  completing(Made: typeof Completing, read: ReadFile, stats: Stats): Pick<Completing, 'suggest'> {
    const all = this.#bundles.map((_, number) => {
      const own = statsOf(number, stats)
      // A directory names its files as in their bundle.
      const among = (name: string) => number > 0 && !name.includes('/') ? `${number}/${name}` : name
      const readOwn: ReadFile = (file, use) => read({ ...file, name: among(file.name) }, use)
      return new Made(readOwn, number === 0 ? own : { ...own, suggestions: [] })
    })
    return {
      suggest: async (text: string, options: SuggestOptions): Promise<Suggestions> => {
        const found = await Promise.all(all.map((one) => one.suggest(text, options).then(({ suggestions }) => suggestions)))
        const inTurn = found.flatMap((own, number) => own.map((suggestion, place) => ({ suggestion, at: place * found.length + number })))
        const texts: Set<string> = new Set()
        const suggestions = inTurn.sort((a, b) => a.at - b.at).map(({ suggestion }) => suggestion)
          .filter(({ text }) => !texts.has(text) && texts.add(text))
        return { suggestions: suggestions.slice(0, options.limit) }
      },
    }
  }

  /**
   * Begins a call again in the pages that gateways found, beside those of the other bundles; or continues it, if none
   * found any. A gateway that failed costs its pages.
   */
  goOn = async (attempt: Attempt, words: string, all: Bundle): Promise<void> => {
    const numbers = [...this.#engine?.remoteBundles() ?? []]
    const found = await Promise.all(numbers.map((number) => find(attempt, words, this.#ofCluster(number, all))))
    const { call, signal } = attempt
    if (signal?.aborted || !call) return
    const warnings = found.filter((one) => one !== null && 'code' in one)
    const joined = this.#withFound(numbers, found)
    if (joined) {
      attempt.call = withWarnings(attempt.begin(this.#warning(joined)), warnings)
      // The call keeps what it needs of it.
      joined.free()
      call.free()
    } else {
      call.skip('remote', '')
      attempt.call = withWarnings(call, warnings)
    }
  }

  #withFound(numbers: number[], found: (FoundIndex | Warning | null)[]) {
    const [own, engines]: [number[], Engine[]] = [[], []]
    for (const [at, one] of found.entries()) {
      const engine = one && 'manifest' in one && this.#make?.(one.manifest)
      if (!engine) continue
      engine.supply(one.file, one.content)
      own.push(numbers[at])
      engines.push(engine)
    }
    return engines.length > 0 ? this.#engine?.withFound(Uint32Array.from(own), engines) : undefined
  }

  #ofCluster(number: number, all: Bundle): Bundle {
    const known = this.#ofClusters.get(all) ?? new Map()
    this.#ofClusters.set(all, known)
    const bundle = known.get(number) ?? {
      ...all,
      manifest: all.manifest.then((bytes) => unframed(bytes)[number]),
      stats: async () => statsOf(number, await all.stats()),
    }
    known.set(number, bundle)
    return bundle
  }
}

/** The number of a file's bundle, and its name there. */
function numbered(file: string) {
  const [, number = '0', name] = /^(?:(\d+)\/)?(.*)$/.exec(file) ?? []
  return { number: Number(number), name }
}

/** Statistics with the files of one bundle, by the names that all bundles know them by. */
function statsOf(number: number, stats: Stats): Stats {
  return { ...stats, files: stats.files.filter((file) => numbered(file.name).number === number) }
}

function missing(base: string, reason: unknown): Warning {
  const bundle = base.replace(/^\w+:\/\/|\/$/g, '')
  return { code: 'bundle_missing', bundle, message: `${base} could not be loaded: ${said(reason)}` }
}

/** The manifests, each behind its length; that of a missing bundle is empty. */
function framed(all: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(all.reduce((sum, { length }) => sum + 4 + length, 0))
  let at = 0
  for (const own of all) {
    new DataView(bytes.buffer).setUint32(at, own.length)
    bytes.set(own, at + 4)
    at += 4 + own.length
  }
  return bytes
}

function unframed(bytes: Uint8Array): Uint8Array[] {
  const all: Uint8Array[] = []
  const view = new DataView(bytes.buffer, bytes.byteOffset)
  for (let at = 0; at < bytes.length;) {
    const length = view.getUint32(at)
    all.push(bytes.subarray(at + 4, at += 4 + length))
  }
  return all
}
