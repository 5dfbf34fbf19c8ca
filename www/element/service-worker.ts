/**
 * Answers offline. `soru build --offline` writes this file, with the list of files to cache, to the site's root: a
 * service worker serves only pages of its own folder and below.
 *
 * | request | source |
 * |---|---|
 * | data files, named by the hash of their content | the cache, else the network, then cached |
 * | modules in the folder of a version, of this build or the one before | the network, else the cache |
 * | the bundle's other files, including the manifest | the network, else the copies of this build |
 * | visited pages, with their styles, scripts, fonts and pictures | the network, else cached copies |
 * | everything else: other methods, other sites, requests of scripts, a language model's answers | not handled |
 *
 * When its worker is installed, it fetches the files of a build, and compares them with the builder's hashes: all of
 * them are cached, or the previous build's worker stays. Files of the previous build are kept for tabs that still show
 * it; older ones are deleted.
 *
 * A site with its own worker imports this file there. Then it serves only the bundle's files, and the site's worker
 * decides when to take over.
 */
{
  /**
   * Data that the builder puts in front of this file: the build's id; the bundle's folder, relative to this file; names
   * of files with their SHA-256 in the format of the attribute `integrity`.
   */
  type Kept = { build: string, bundle: string, files: [string, string][] }

  // The parts of a service worker's scope that are used here, which TypeScript does not know beside `dom`.
  type LifeEvent = Event & { waitUntil: (work: Promise<unknown>) => void }
  type FetchEvent = LifeEvent & { request: Request, respondWith: (response: Promise<Response>) => void }
  type Scope = { soruOffline: Kept, registration: { scope: string }, skipWaiting(): Promise<void>, clients: { claim(): Promise<void> } }

  const scope = self as unknown as Scope
  const { build, bundle, files } = scope.soruOffline
  const isImported = !location.pathname.endsWith('/soru-service-worker.js')

  const BASE = new URL(bundle, location.href).href
  const CACHES = `soru ${BASE} `
  const CURRENT = CACHES + build
  const PAGES = `soru-pages ${BASE}`

  /** The maximum number of cached pages, styles, scripts, fonts and pictures; the oldest are dropped. */
  const MOST_PAGES = 300

  /** Parameters that do not affect a page's content: the question of a page of results, and campaign marks. */
  const UNREAD = /^(q|utm_.*|gclid|fbclid|msclkid)$/

  const IMMUTABLE = /-[0-9a-f]{16}\.msgpack\.bin$/
  const OF_A_VERSION = /^engine-[0-9a-f]{16}\/[^/]+$/
  const PAGE_PARTS = ['document', 'style', 'script', 'font', 'image']
  const names = new Set(files.map(([name]) => name))
  const folders = new Set(files.map(([name]) => name.split('/')[0]))

  addEventListener('install', (event) => (event as LifeEvent).waitUntil(install()))
  addEventListener('activate', (event) => (event as LifeEvent).waitUntil(activate()))
  addEventListener('fetch', (event) => {
    const { request } = event as FetchEvent
    const answer = answered(request, (work) => (event as FetchEvent).waitUntil(work))
    if (answer) (event as FetchEvent).respondWith(answer)
  })

  addEventListener('message', (event) => {
    const { soruPages } = event.data ?? {}
    if (Array.isArray(soruPages) && !isImported) (event as MessageEvent & LifeEvent).waitUntil(keepPages(soruPages))
  })

  async function install() {
    const isAgain = await caches.has(CURRENT)
    const cache = await caches.open(CURRENT)
    try {
      await Promise.all(files.map(async ([name, integrity]) => {
        const url = BASE + name
        const kept = IMMUTABLE.test(name) ? await keptData(url) : undefined
        await cache.put(url, kept ?? await fetched(url, integrity))
      }))
    } catch (thrown) {
      // An incomplete build must not replace the previous one.
      if (!isAgain) await caches.delete(CURRENT)
      throw thrown
    }
    if (!isImported) await scope.skipWaiting()
  }

  async function fetched(url: string, integrity: string) {
    const response = await fetch(url, { integrity, cache: 'no-cache' })
    if (!response.ok) throw new Error(`${url}: the server answered ${response.status}`)
    return response
  }

  async function activate() {
    await navigator.locks.request(CACHES, async () => {
      const ours = (await caches.keys()).filter((key) => key.startsWith(CACHES) && key !== CURRENT)
      // In creation order: the last is the previous build.
      await Promise.all(ours.slice(0, -1).map((key) => caches.delete(key)))
    })
    if (!isImported) await scope.clients.claim()
  }

  /** @returns null if the worker does not handle the request */
  function answered(request: Request, later: (work: Promise<unknown>) => void): Promise<Response> | null {
    const url = new URL(request.url)
    if (request.method !== 'GET' || request.headers.has('range') || url.origin !== location.origin) return null
    const address = url.origin + url.pathname
    if (isOfBundle(url)) return IMMUTABLE.test(address) ? data(request, address, later) : ofItsBuild(request, address)
    const isPage = address.startsWith(scope.registration.scope) && PAGE_PARTS.includes(request.destination)
    return isPage && !isImported ? page(request, later) : null
  }

  function isOfBundle({ origin, pathname }: URL) {
    const name = nameOf(origin + pathname)
    const isOfAnother = OF_A_VERSION.test(name) && !folders.has(name.split('/')[0])
    return names.has(name) || isOfAnother || IMMUTABLE.test(name) && !name.includes('/')
  }

  /** The name of a file in the bundle; empty if it is outside. */
  function nameOf(address: string) {
    return address.startsWith(BASE) ? address.slice(BASE.length) : ''
  }

  async function data(request: Request, address: string, later: (work: Promise<unknown>) => void) {
    const kept = await keptData(address)
    // `reload`: the cached copy was damaged.
    if (kept && request.cache !== 'reload') return kept
    const response = await fetch(request)
    if (response.ok) later(keepData(address, response.clone()))
    return response
  }

  /**
   * Reads from this build's cache or the previous one's: the same name means the same content. It must not call `open`,
   * which would recreate a cache that a later build's worker has deleted meanwhile.
   */
  async function keptData(address: string) {
    for (const cacheName of await caches.keys()) {
      const kept = cacheName.startsWith(CACHES) ? await caches.match(address, { cacheName }) : undefined
      if (kept) return kept
    }
    return undefined
  }

  /** Stores a data file, unless a newer worker has deleted this one's cache. */
  async function keepData(address: string, response: Response) {
    const cache = await navigator.locks.request(CACHES, async () => await caches.has(CURRENT) ? caches.open(CURRENT) : null)
    if (cache) await put(cache, address, response)
  }

  /** A tab of the previous build still loads modules of its version, which the host may have deleted. */
  function ofItsBuild(request: Request, address: string) {
    return OF_A_VERSION.test(nameOf(address))
      ? fromNetworkOr(request, () => keptData(address), 400)
      : fromNetworkOr(request, () => caches.match(address, { cacheName: CURRENT }))
  }

  async function page(request: Request, later: (work: Promise<unknown>) => void) {
    const response = await fromNetworkOr(request, async () => {
      const cache = await caches.open(PAGES)
      return await cache.match(request) ?? alike(cache, request.url)
    })
    if (mayBeKept(response)) later(keepPage(request, response.clone()).then(trim))
    return response
  }

  /** The same page, cached under an address that differs only in such parameters. */
  async function alike(cache: Cache, url: string) {
    const own = essential(url)
    const near = (await cache.keys()).find((key) => essential(key.url) === own)
    return near && cache.match(near)
  }

  function essential(address: string) {
    const url = new URL(address)
    for (const name of [...url.searchParams.keys()]) if (UNREAD.test(name)) url.searchParams.delete(name)
    return url.origin + url.pathname + url.search
  }

  /**
   * Whether a response is the same for all visitors. Browsers hide `Set-Cookie` from workers; hosts mark a personal
   * page by these headers.
   */
  function mayBeKept(response: Response) {
    const isPrivate = /no-store|private/i.test(response.headers.get('cache-control') ?? '')
      || /cookie|authorization|\*/i.test(response.headers.get('vary') ?? '')
    return response.ok && response.type === 'basic' && !response.redirected && !isPrivate
  }

  /** Caches the resources named by a page that was loaded before the worker. */
  async function keepPages(addresses: unknown[]) {
    const urls = addresses.map((address) => new URL(String(address), location.href))
    const wanted = urls.slice(0, MOST_PAGES).filter((url) => url.href.startsWith(scope.registration.scope) && !isOfBundle(url))
    await Promise.all(wanted.map(async (url) => {
      const response = await fetch(url).catch(() => null)
      if (response && mayBeKept(response)) await keepPage(url.origin + url.pathname + url.search, response)
    }))
  }

  /** @param least the status from which on a response is no file */
  async function fromNetworkOr(request: Request, kept: () => Promise<Response | undefined>, least = 500) {
    try {
      const response = await fetch(request)
      return response.status < least ? response : await kept() ?? response
    } catch (thrown) {
      const there = await kept()
      if (there) return there
      throw thrown
    }
  }

  async function keepPage(request: RequestInfo, response: Response) {
    const cache = await caches.open(PAGES)
    await put(cache, request, response)
    return cache
  }

  async function put(cache: Cache, request: RequestInfo, response: Response) {
    // If the disk is full, the visitor still gets the response.
    await cache.put(request, response).catch(() => {})
  }

  async function trim(cache: Cache) {
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_PAGES)).map((key) => cache.delete(key)))
  }
}
