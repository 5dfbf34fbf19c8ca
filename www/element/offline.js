/**
 * Registers the site's service worker, so that its box answers without a network too. Loaded only where
 * the bundle was built with `soru build --offline`, and only once a visitor has used the box.
 */
import { trusted } from './worker-start.js'

/** What starts a request for a style, a script, a font or a picture, and not one that a script makes. */
const PARTS = ['link', 'css', 'script', 'other', 'img']

/**
 * @param {string} address of the worker's script, relative to the bundle's folder
 * @returns {Promise<ServiceWorkerRegistration | null>} null where there can be none: without https, for pages
 *   outside the site, beside a worker of the site's own, and for visitors who save data
 */
export async function register(address) {
  // Browsers have it under https and on localhost only.
  const { serviceWorker } = navigator
  const { connection } = /** @type {{ connection?: { saveData?: boolean } }} */ (navigator)
  const url = new URL(address, import.meta.url)
  const scope = new URL('.', url).href
  if (!serviceWorker || connection?.saveData || !location.href.startsWith(scope)) return null
  try {
    if (await hasAnother(serviceWorker, scope, url.href)) return null
    const script = await trusted(url.href)
    if (!script) return null
    const isNew = !serviceWorker.controller
    const registration = await serviceWorker.register(script, { scope, updateViaCache: 'none' })
    if (isNew) serviceWorker.ready.then(({ active }) => active?.postMessage({ soruPages: seen() }))
    // Browsers look for a new build in their own time. Without a network there is none.
    else registration.update().catch(() => {})
    return registration
  } catch (thrown) {
    console.warn(`Soru cannot answer without a network: ${url.href} was not registered (${thrown}). Check that the file is there, and that it is sent as text/javascript.`)
    return null
  }
}

/**
 * A scope has one worker, and the site's own must not be replaced.
 * @param {ServiceWorkerContainer} serviceWorker
 * @param {string} scope
 * @param {string} ours
 */
async function hasAnother(serviceWorker, scope, ours) {
  const there = await serviceWorker.getRegistration(scope)
  const worker = there?.active ?? there?.waiting ?? there?.installing
  if (there?.scope !== scope || !worker || worker.scriptURL === ours) return false
  console.warn(`Soru leaves the site's own service worker alone. To answer without a network, add this line to ${worker.scriptURL}: importScripts(${JSON.stringify(ours)})`)
  return true
}

/** This page and what it is made of, which came before there was a worker. */
function seen() {
  const entries = /** @type {PerformanceResourceTiming[]} */ (performance.getEntriesByType('resource'))
  const parts = entries.filter(({ initiatorType }) => PARTS.includes(initiatorType))
  return [location.href, ...parts.map(({ name }) => name)]
}
