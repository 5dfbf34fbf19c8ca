/**
 * Registers the site's service worker, so that its box also works offline. Loaded only if the bundle was built with
 * `soru build --offline`, and only once a visitor has used the box.
 */
import { trusted } from './engine/worker-start.js'

/** Initiators of requests for a style, a script, a font or a picture, without those of scripts. */
const PARTS = ['link', 'css', 'script', 'other', 'img']

/**
 * @param address of the worker's script, relative to the bundle's folder
 * @returns null if impossible: without https, for pages outside the site,
 * with a worker of the site's own, and for visitors who save data
 */
export async function register(address: string): Promise<ServiceWorkerRegistration | null> {
  // Only available under https and on localhost.
  const { serviceWorker } = navigator
  const { connection } = navigator as { connection?: { saveData?: boolean } }
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
    // Otherwise browsers look for a new build at their own times. This fails offline.
    else registration.update().catch(() => {})
    return registration
  } catch (thrown) {
    console.warn(`Soru cannot answer without a network: ${url.href} was not registered (${thrown}). Check that the file is there, and that it is sent as text/javascript.`)
    return null
  }
}

/** Whether the scope has another worker: it can have only one, and the site's own must not be replaced. */
async function hasAnother(serviceWorker: ServiceWorkerContainer, scope: string, ours: string) {
  const there = await serviceWorker.getRegistration(scope)
  const worker = there?.active ?? there?.waiting ?? there?.installing
  if (there?.scope !== scope || !worker || worker.scriptURL === ours) return false
  console.warn(`Soru leaves the site's own service worker alone. To answer without a network, add this line to ${worker.scriptURL}: importScripts(${JSON.stringify(ours)})`)
  return true
}

/** The addresses of this page and its resources, which were loaded before the worker. */
function seen() {
  const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
  const parts = entries.filter(({ initiatorType }) => PARTS.includes(initiatorType))
  return [location.href, ...parts.map(({ name }) => name)]
}
