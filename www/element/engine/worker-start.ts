/**
 * Starts the module worker if the page allows one, and returns `null` otherwise, so that the caller
 * can stay on the main thread.
 *
 * `new Worker(url)` is a Trusted Types sink. A site with `require-trusted-types-for 'script'`
 * allows the worker by naming our policy: `trusted-types soru`. Without it the main thread is used.
 * Browsers have no call that reports whether a policy would be allowed, and a rejected attempt
 * counts as a violation, so the site's policy is read first, from its `<meta>` and from the headers
 * of this very file (already in the cache). Only a site that sends its policy with pages but not
 * with scripts still sees one violation report; `worker="off"` on the element avoids it.
 */
import { page } from '../box/page.js'

const POLICY = 'soru'
const START_LIMIT_MS = 15_000
const WORKER = new URL('../soru-worker.js', import.meta.url).href

/** What it makes is for a worker's constructor, which takes such an object like a text. */
export type UrlPolicy = { createScriptURL(url: string): string }
export type PolicyFactory = { createPolicy(name: string, rules: UrlPolicy): UrlPolicy }

/** Made once: a second policy of the same name may be refused. */
let policy: UrlPolicy | null | undefined

/** @returns a worker that has started, or null */
export async function startWorker(): Promise<Worker | null> {
  if (typeof Worker === 'undefined') return null
  try {
    const url = await trusted(WORKER)
    return url === null ? null : await reportedIn(new Worker(url, { type: 'module', name: 'soru' }))
  } catch {
    return null
  }
}

/** The address of a worker in the form that the page's policy requires, or null if it allows none. */
export async function trusted(url: string) {
  const factory = (globalThis as { trustedTypes?: PolicyFactory }).trustedTypes
  // An element of that name is none.
  if (!factory?.createPolicy) return url
  if (policy === undefined) policy = await makePolicy(factory)
  return policy && policy.createScriptURL(url)
}

async function makePolicy(factory: PolicyFactory) {
  if ((await sitePolicies()).some(refuses)) return null
  try {
    return factory.createPolicy(POLICY, {
      createScriptURL: (url) => {
        if (url !== WORKER && !isServiceWorker(url)) throw new TypeError(`The policy "${POLICY}" does not allow ${url}.`)
        return url
      },
    })
  } catch {
    return null
  }
}

/** Whether it is the worker that `soru build --offline` writes to the site's root. */
function isServiceWorker(url: string) {
  const { origin, pathname } = new URL(url)
  return origin === location.origin && pathname.endsWith('/soru-service-worker.js')
}

/** All content security policies that can be read without causing a violation. */
async function sitePolicies() {
  const metas = page('querySelectorAll')('meta[http-equiv="content-security-policy" i]')
  const policies = Array.from(metas, (meta) => meta.getAttribute('content') ?? '')
  const response = await fetch(import.meta.url, { cache: 'force-cache' }).catch(() => null)
  return policies.concat(response?.headers.get('content-security-policy')?.split(',') ?? [])
}

/** Whether this content security policy forbids our Trusted Types policy. */
export function refuses(csp: string) {
  const directives = new Map(csp.toLowerCase().split(';').map((directive) => {
    const [name, ...values] = directive.trim().split(/\s+/)
    return [name, values]
  }))
  const names = directives.get('trusted-types')
  return names !== undefined && !names.includes(POLICY) && !names.includes('*')
}

/**
 * Waits for a worker to start. One that cannot start fires an `error` event without a reason, or,
 * behind some policies, nothing.
 */
function reportedIn(worker: Worker): Promise<Worker | null> {
  return new Promise((resolve) => {
    const heard = new AbortController()
    const finish = (result: Worker | null) => {
      heard.abort()
      clearTimeout(timer)
      if (!result) worker.terminate()
      resolve(result)
    }
    const timer = setTimeout(finish, START_LIMIT_MS, null)
    const { signal } = heard
    worker.addEventListener('message', () => finish(worker), { signal })
    worker.addEventListener('error', (event) => { event.preventDefault(); finish(null) }, { signal })
  })
}
