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
   * @typedef {{ build: string, bundle: string, files: [string, string][] }} Kept
   *
   * The parts of a service worker's scope that are used here, which TypeScript does not know beside `dom`.
   * @typedef {Event & { waitUntil: (work: Promise<unknown>) => void }} LifeEvent
   * @typedef {LifeEvent & { request: Request, respondWith: (response: Promise<Response>) => void }} FetchEvent
   * @typedef {{ soruOffline: Kept, registration: { scope: string }, skipWaiting(): Promise<void>, clients: { claim(): Promise<void> } }} Scope
   */
  const scope = /** @type {Scope} */ (/** @type {unknown} */ (self))
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

  addEventListener('install', (event) => /** @type {LifeEvent} */ (event).waitUntil(install()))
  addEventListener('activate', (event) => /** @type {LifeEvent} */ (event).waitUntil(activate()))
  addEventListener('fetch', (event) => {
    const { request } = /** @type {FetchEvent} */ (event)
    const answer = answered(request, (work) => /** @type {FetchEvent} */ (event).waitUntil(work))
    if (answer) /** @type {FetchEvent} */ (event).respondWith(answer)
  })

  addEventListener('message', (event) => {
    const { soruPages } = event.data ?? {}
    if (Array.isArray(soruPages) && !isImported) /** @type {any} */ (event).waitUntil(keepPages(soruPages))
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

  /**
   * @param {string} url
   * @param {string} integrity
   */
  async function fetched(url, integrity) {
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

  /**
   * @param {Request} request
   * @param {(work: Promise<unknown>) => void} later
   * @returns {Promise<Response> | null} null if the worker does not handle the request
   */
  function answered(request, later) {
    const url = new URL(request.url)
    if (request.method !== 'GET' || request.headers.has('range') || url.origin !== location.origin) return null
    const address = url.origin + url.pathname
    if (isOfBundle(url)) return IMMUTABLE.test(address) ? data(request, address, later) : ofItsBuild(request, address)
    const isPage = address.startsWith(scope.registration.scope) && PAGE_PARTS.includes(request.destination)
    return isPage && !isImported ? page(request, later) : null
  }

  /** @param {URL} url */
  function isOfBundle({ origin, pathname }) {
    const name = nameOf(origin + pathname)
    const isOfAnother = OF_A_VERSION.test(name) && !folders.has(name.split('/')[0])
    return names.has(name) || isOfAnother || IMMUTABLE.test(name) && !name.includes('/')
  }

  /** The name of a file in the bundle; empty if it is outside. @param {string} address */
  function nameOf(address) {
    return address.startsWith(BASE) ? address.slice(BASE.length) : ''
  }

  /**
   * @param {Request} request
   * @param {string} address
   * @param {(work: Promise<unknown>) => void} later
   */
  async function data(request, address, later) {
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
   * @param {string} address
   */
  async function keptData(address) {
    for (const cacheName of await caches.keys()) {
      const kept = cacheName.startsWith(CACHES) ? await caches.match(address, { cacheName }) : undefined
      if (kept) return kept
    }
    return undefined
  }

  /**
   * Stores a data file, unless a newer worker has deleted this one's cache.
   * @param {string} address
   * @param {Response} response
   */
  async function keepData(address, response) {
    const cache = await navigator.locks.request(CACHES, async () => await caches.has(CURRENT) ? caches.open(CURRENT) : null)
    if (cache) await put(cache, address, response)
  }

  /**
   * A tab of the previous build still loads modules of its version, which the host may have deleted.
   * @param {Request} request
   * @param {string} address
   */
  function ofItsBuild(request, address) {
    return OF_A_VERSION.test(nameOf(address))
      ? fromNetworkOr(request, () => keptData(address), 400)
      : fromNetworkOr(request, () => caches.match(address, { cacheName: CURRENT }))
  }

  /**
   * @param {Request} request
   * @param {(work: Promise<unknown>) => void} later
   */
  async function page(request, later) {
    const response = await fromNetworkOr(request, async () => {
      const cache = await caches.open(PAGES)
      return await cache.match(request) ?? alike(cache, request.url)
    })
    if (mayBeKept(response)) later(keepPage(request, response.clone()).then(trim))
    return response
  }

  /**
   * The same page, cached under an address that differs only in such parameters.
   * @param {Cache} cache
   * @param {string} url
   */
  async function alike(cache, url) {
    const own = essential(url)
    const near = (await cache.keys()).find((key) => essential(key.url) === own)
    return near && cache.match(near)
  }

  /** @param {string} address */
  function essential(address) {
    const url = new URL(address)
    for (const name of [...url.searchParams.keys()]) if (UNREAD.test(name)) url.searchParams.delete(name)
    return url.origin + url.pathname + url.search
  }

  /**
   * Whether a response is the same for all visitors. Browsers hide `Set-Cookie` from workers; hosts mark a personal
   * page by these headers.
   * @param {Response} response
   */
  function mayBeKept(response) {
    const isPrivate = /no-store|private/i.test(response.headers.get('cache-control') ?? '')
      || /cookie|authorization|\*/i.test(response.headers.get('vary') ?? '')
    return response.ok && response.type === 'basic' && !response.redirected && !isPrivate
  }

  /**
   * Caches the resources named by a page that was loaded before the worker.
   * @param {unknown[]} addresses
   */
  async function keepPages(addresses) {
    const urls = addresses.map((address) => new URL(String(address), location.href))
    const wanted = urls.slice(0, MOST_PAGES).filter((url) => url.href.startsWith(scope.registration.scope) && !isOfBundle(url))
    await Promise.all(wanted.map(async (url) => {
      const response = await fetch(url).catch(() => null)
      if (response && mayBeKept(response)) await keepPage(url.origin + url.pathname + url.search, response)
    }))
  }

  /**
   * @param {Request} request
   * @param {() => Promise<Response | undefined>} kept
   * @param {number} [least] the status from which on a response is no file
   */
  async function fromNetworkOr(request, kept, least = 500) {
    try {
      const response = await fetch(request)
      return response.status < least ? response : await kept() ?? response
    } catch (thrown) {
      const there = await kept()
      if (there) return there
      throw thrown
    }
  }

  /**
   * @param {RequestInfo} request
   * @param {Response} response
   */
  async function keepPage(request, response) {
    const cache = await caches.open(PAGES)
    await put(cache, request, response)
    return cache
  }

  /**
   * @param {Cache} cache
   * @param {RequestInfo} request
   * @param {Response} response
   */
  async function put(cache, request, response) {
    // If the disk is full, the visitor still gets the response.
    await cache.put(request, response).catch(() => {})
  }

  /** @param {Cache} cache */
  async function trim(cache) {
    const keys = await cache.keys()
    await Promise.all(keys.slice(0, Math.max(0, keys.length - MOST_PAGES)).map((key) => cache.delete(key)))
  }
}
