/**
 * The files of a bundle on a failing network: the real loader, with scripted hosts, for an engine that
 * requests the files that a question names.
 */
import { gzipSync } from 'node:zlib'
import { expect, test } from '@playwright/test'
import { ORIGIN, openSite } from './fixtures/site.js'

const FILE = gzipSync('hello')
const DATA = `${ORIGIN}/data/`

/**
 * @typedef {(route: import('@playwright/test').Route, times: number) => unknown} Host answers a
 *   request for a file that was requested so many times before
 */

const sound = { body: FILE, contentType: 'application/octet-stream' }

/**
 * A page with `loader` in it, and how often each file was requested.
 * @param {import('@playwright/test').Page} page
 * @param {Record<string, Host>} hosts by file; all others are there
 */
async function openLoader(page, hosts) {
  await openSite(page)
  /** @type {Record<string, number>} */
  const requests = {}
  await page.route(`${DATA}**`, (route) => {
    const name = route.request().url().slice(DATA.length)
    const times = requests[name] ?? 0
    requests[name] = times + 1
    return (hosts[name] ?? (() => route.fulfill(sound)))(route, times)
  })
  await page.evaluate(async ([base, size]) => {
    const { OpenedEngine } = await import(new URL('/soru/real/opened-engine.js', location.href).href)
    const here = new Set()
    // Calls that have begun and were not freed.
    let held = 0
    // The build whose files are asked for: `@` in a name stands for it.
    let build = ''
    const failed = (/** @type {string} */ code, /** @type {any} */ more) => Object.assign(new Error(code), { code, ...more })
    const engine = {
      /** @type {(method: string, text: string) => unknown} */
      begin(method, text) {
        held += 1
        /** @type {Set<string>} */
        const lost = new Set()
        return {
          step() {
            const named = text.split(' ').map((name) => name.replace('@', `@${build}`))
            const needed = named.filter((name) => name && !here.has(name))
            const files = needed.filter((name) => !lost.has(name)).map((name) => ({ name, size }))
            if (files.length) return { files }
            if (needed.length && needed.length === text.split(' ').length) throw failed('PART_MISSING')
            const found = `${method} ${named.join(' ')}`
            return { done: needed.length ? `${found} without ${needed}` : found }
          },
          /** @type {(file: string) => boolean} */
          skip(file) {
            if (file !== 'core') lost.add(file)
            return file !== 'core'
          },
          free() { held -= 1 },
        }
      },
      /** @type {(file: string, stored: Uint8Array) => void} */
      verify(_, stored) {
        if (stored.length !== size) throw failed('CORRUPT_INDEX')
      },
      /** @type {(file: string, inflated: Uint8Array) => void} */
      supply(file, inflated) {
        if (new TextDecoder().decode(inflated) === 'hello') here.add(file)
      },
      free() {},
    }
    /** @type {unknown[]} */
    const progress = []
    const make = (/** @type {Uint8Array} */ manifest) => {
      build = manifest.length === size ? '' : new TextDecoder().decode(manifest)
      here.clear()
      return { ...engine }
    }
    const opened = await OpenedEngine.open(async () => make, base, (/** @type {unknown} */ told) => progress.push(told))
    Object.assign(globalThis, {
      loader: {
        /** @type {(text: string, signal?: AbortSignal) => Promise<unknown>} what comes of it, or the error's code or name */
        search: async (text, signal) => {
          const outcome = opened.call('search', text, { signal })
          return outcome.catch((/** @type {any} */ thrown) => typeof thrown.code === 'string' ? thrown.code : thrown.name)
        },
        call: opened.call.bind(opened),
        forget: () => here.clear(),
        held: () => held,
        progress,
        close: () => opened.close(),
      },
    })
  }, /** @type {const} */ ([DATA, FILE.length]))
  return requests
}

/**
 * @param {import('@playwright/test').Page} page
 * @param {string} text
 */
function search(page, text) {
  return page.evaluate((text) => /** @type {any} */ (globalThis).loader.search(text), text)
}

/** Holds requests back until they are let go. */
function gate() {
  /** @type {() => void} */
  let open = () => {}
  const opened = new Promise((resolve) => { open = () => resolve(undefined) })
  /** @type {Host} */
  const host = async (route) => {
    await opened
    await route.fulfill(sound).catch(() => {}) // it may have been broken off
  }
  return { host, open: () => open() }
}

test('R41: a download that fails for a moment is tried once more, one that is refused is not', async ({ page }) => {
  const requests = await openLoader(page, {
    busy: (route, times) => route.fulfill(times ? sound : { status: 503 }),
    many: (route, times) => route.fulfill(times ? sound : { status: 429 }),
    cut: (route, times) => times ? route.fulfill(sound) : route.abort('connectionreset'),
    missing: (route) => route.fulfill({ status: 404 }),
    forbidden: (route) => route.fulfill({ status: 403 }),
    down: (route) => route.fulfill({ status: 500 }),
    offline: (route) => route.abort('internetdisconnected'),
  })
  for (const name of ['busy', 'many', 'cut']) expect(await search(page, name)).toBe(`search ${name}`)
  for (const name of ['missing', 'forbidden', 'down', 'offline']) expect(await search(page, name)).toBe('FETCH_FAILED')
  expect(requests).toEqual({
    // If the host sends something other than the file, the manifest may be wrong, too.
    'manifest.msgpack': 4, busy: 2, many: 2, cut: 2, missing: 1, forbidden: 1, down: 2, offline: 2,
  })
})

test('R41: a host that falls silent is asked once more', async ({ page }) => {
  const never = gate()
  await page.clock.install()
  const requests = await openLoader(page, {
    silent: (route, times) => times ? route.fulfill(sound) : never.host(route, times),
  })
  const outcome = search(page, 'silent')
  await expect.poll(() => requests.silent).toBe(1)
  await page.clock.fastForward(19_000)
  expect(requests.silent).toBe(1)
  await expect(async () => {
    await page.clock.runFor(1000)
    expect(requests.silent).toBe(2)
  }).toPass()
  expect(await outcome).toBe('search silent')
  never.open()
})

test('a failed download is forgotten: the next question tries again', async ({ page }) => {
  await openLoader(page, { back: (route, times) => times ? route.fulfill(sound) : route.fulfill({ status: 404 }) })
  expect(await search(page, 'back')).toBe('FETCH_FAILED')
  expect(await search(page, 'back')).toBe('search back')
})

// A deploy that empties the bundle's folder first leaves none of the files that open tabs know of.
for (const [how, gone] of /** @type {const} */ ([
  ['are missing', { status: 404 }],
  ['are forbidden', { status: 403 }],
  ['are a page', { body: '<!doctype html>', contentType: 'text/html' }],
])) {
  test(`when another build was deployed, and files of the old one ${how}, questions are answered by the new one`, async ({ page }) => {
    const requests = await openLoader(page, {
      'manifest.msgpack': (route, times) => route.fulfill(times ? { body: 'new' } : sound),
      'one@': (route) => route.fulfill(gone),
      'two@': (route) => route.fulfill(gone),
    })
    const both = await Promise.all([search(page, 'one@'), search(page, 'two@')])
    expect(both).toEqual(['search one@new', 'search two@new'])
    expect(await search(page, 'three@')).toBe('search three@new')
    expect(requests).toEqual({ 'manifest.msgpack': 2, 'one@': 1, 'two@': 1, 'one@new': 1, 'two@new': 1, 'three@new': 1 })
  })
}

test('a host that has another manifest each time, and none of its files, is not asked without end', async ({ page }) => {
  const requests = await openLoader(page, {
    'manifest.msgpack': (route, times) => route.fulfill({ body: `build ${times}` }),
    ...Object.fromEntries([0, 1, 2, 3, 4].map((times) => [`core@build%20${times}`, (route) => route.fulfill({ status: 404 })])),
  })
  expect(await search(page, 'core@')).toBe('FETCH_FAILED')
  expect(requests['manifest.msgpack']).toBe(4)
})

test('R41: an unavailable file is skipped, and the next question requests it again', async ({ page }) => {
  await openLoader(page, {
    missing: (route, times) => route.fulfill(times < 2 ? { status: 404 } : sound),
    page: (route, times) => route.fulfill(times ? sound : { body: '<!doctype html>', contentType: 'text/html' }),
    long: (route) => route.fulfill({ body: '<!doctype html>'.repeat(99), contentType: 'text/html' }),
    core: (route) => route.fulfill({ status: 404 }),
  })
  await page.evaluate(() => {
    const fetched = /** @type {any} */ (globalThis).fetched = /** @type {string[]} */ ([])
    const { fetch } = globalThis
    globalThis.fetch = (url, init) => {
      fetched.push(`${String(url).split('/').at(-1)} ${init?.cache}`)
      return fetch(url, init)
    }
  })
  expect(await search(page, 'a missing')).toBe('search a missing without missing')
  // There are no other results, so the failure is an error with its own name.
  expect(await search(page, 'missing')).toBe('FETCH_FAILED')
  expect(await search(page, 'a missing')).toBe('search a missing')
  expect(await search(page, 'a page')).toBe('search a page without page')
  expect(await search(page, 'a page')).toBe('search a page')
  // The browser may have cached the wrong content of the file.
  const fetched = await page.evaluate(() => /** @type {any} */ (globalThis).fetched)
  expect(fetched.filter((/** @type {string} */ name) => name.startsWith('page'))).toEqual(['page default', 'page reload'])
  expect(await search(page, 'a long')).toBe('search a long without long')
  expect(await search(page, 'a core')).toBe('FETCH_FAILED')
})

test('R29: calls wait independently, and each is freed when it ends, however it ends', async ({ page }) => {
  const first = gate()
  const requests = await openLoader(page, { first: first.host, core: (route) => route.fulfill({ status: 404 }) })
  const held = () => page.evaluate(() => /** @type {any} */ (globalThis).loader.held())
  expect(await held()).toBe(0)
  const waiting = search(page, 'first')
  await expect.poll(() => requests.first).toBe(1)
  expect(await search(page, 'second')).toBe('search second')
  expect(await held()).toBe(1)
  first.open()
  expect(await waiting).toBe('search first')
  expect(await search(page, 'core')).toBe('FETCH_FAILED')
  const cancelled = await page.evaluate(() => {
    const controller = new AbortController()
    const outcome = /** @type {any} */ (globalThis).loader.search('third', controller.signal)
    controller.abort()
    return outcome
  })
  expect(cancelled).toBe('AbortError')
  expect(await held()).toBe(0)
})

test('R29: progress events end when the search is open', async ({ page }) => {
  const requests = await openLoader(page, {})
  expect(await search(page, 'first second')).toBe('search first second')
  expect(requests).toMatchObject({ first: 1, second: 1 })
  expect(await page.evaluate(() => /** @type {any} */ (globalThis).loader.progress)).toEqual([])
})

test('a cancelled question breaks its own download off, and none that another question needs', async ({ page }) => {
  const [own, shared] = [gate(), gate()]
  const requests = await openLoader(page, { own: own.host, shared: shared.host })
  const failed = page.waitForEvent('requestfailed')
  const outcome = page.evaluate(async () => {
    const { loader } = /** @type {any} */ (globalThis)
    const cancel = loader.cancel = new AbortController()
    const cancelled = loader.search('own shared', cancel.signal)
    const other = loader.search('shared')
    await new Promise((resolve) => { cancel.signal.addEventListener('abort', resolve) })
    return [await cancelled, await loader.search('', cancel.signal), await other]
  })
  await expect.poll(() => requests).toMatchObject({ own: 1, shared: 1 })
  await page.evaluate(() => /** @type {any} */ (globalThis).loader.cancel.abort())
  expect((await failed).url()).toBe(`${DATA}own`)
  shared.open()
  expect(await outcome).toEqual(['AbortError', 'AbortError', 'search shared'])
  own.open()
  // An aborted request starts again.
  expect(await search(page, 'own shared')).toBe('search own shared')
  expect(requests).toEqual({ 'manifest.msgpack': 1, own: 2, shared: 1 })
})

test('closing aborts all downloads and rejects waiting calls', async ({ page }) => {
  const never = gate()
  const requests = await openLoader(page, { never: never.host })
  const failed = page.waitForEvent('requestfailed')
  const outcome = page.evaluate(() => /** @type {any} */ (globalThis).loader.search('never'))
  await expect.poll(() => requests).toMatchObject({ never: 1 })
  await page.evaluate(() => /** @type {any} */ (globalThis).loader.close())
  expect(await outcome).toBe('CLOSED')
  expect((await failed).url()).toBe(`${DATA}never`)
})

test('a file that the index let go of is brought again', async ({ page }) => {
  await openLoader(page, {})
  expect(await search(page, 'a b')).toBe('search a b')
  await page.evaluate(() => /** @type {any} */ (globalThis).loader.forget())
  expect(await search(page, 'a b')).toBe('search a b')
})

test('R29: 8 MiB are kept for the full engine, and no more; to it each is handed once', async ({ page }) => {
  await openSite(page)
  const MiB = 1 << 20
  // The first three are 8 MiB together.
  const sizes = { one: 3 * MiB, two: 4 * MiB, three: MiB, four: 1, five: MiB }
  /** @type {string[]} */
  let requests = []
  await page.route(`${DATA}**`, (route) => {
    const name = /** @type {keyof typeof sizes} */ (route.request().url().slice(DATA.length))
    requests.push(name)
    return route.fulfill({ body: Buffer.alloc(sizes[name], name), contentType: 'application/octet-stream' })
  })
  await page.evaluate(async (base) => {
    const { BundleFiles } = await import(new URL('/soru/real/bundle-files.js', location.href).href)
    Object.assign(globalThis, { files: new BundleFiles(base) })
  }, DATA)
  const round = async (isLast = false) => {
    requests = []
    const received = await page.evaluate(async ([sizes, isLast]) => {
      const { files } = /** @type {any} */ (globalThis)
      files.isLast = isLast
      /** @type {Record<string, number>} */
      const received = {}
      for (const [name, size] of Object.entries(sizes)) received[name] = (await files.stored({ name, size })).length
      return received
    }, /** @type {const} */ ([sizes, isLast]))
    expect(received).toEqual(sizes)
    return requests
  }
  expect(await round()).toEqual(['one', 'two', 'three', 'four', 'five'])
  expect(await round()).toEqual(['four', 'five'])
  expect(await round(true)).toEqual(['four', 'five'])
  // No other engine will come: nothing is kept any more.
  expect(await round(true)).toEqual(['one', 'two', 'three', 'four', 'five'])
})

test('R29: a file that was damaged is not kept for the full engine', async ({ page }) => {
  const requests = await openLoader(page, {})
  const outcome = await page.evaluate(async ([base, size]) => {
    const { BundleFiles } = await import(new URL('/soru/real/bundle-files.js', location.href).href)
    const files = new BundleFiles(base)
    await files.stored({ name: 'damaged', size })
    files.distrust('damaged')
    return (await files.stored({ name: 'damaged', size })).length
  }, /** @type {const} */ ([DATA, FILE.length]))
  expect(outcome).toBe(FILE.length)
  expect(requests.damaged).toBe(2)
})

test('a question that is no text is refused with advice, and the engine continues', async ({ page }) => {
  await openLoader(page, {})
  const messages = await page.evaluate(async () => {
    const { call } = /** @type {any} */ (globalThis).loader
    const wrong = [undefined, null, 5, ['a question']].map((text) => call('ask', text).catch((/** @type {any} */ thrown) => `${thrown.code}: ${thrown.message}`))
    return Promise.all(wrong)
  })
  expect(messages).toEqual(Array(4).fill('INVALID_OPTION: the question must be a text'))
  expect(await search(page, 'file')).toBe('search file')
})

test('R29: files that the full engine does not keep take no cache space from the others', async ({ page }) => {
  const MiB = 1 << 20
  const sizes = { large: 9 * MiB, damaged: 8 * MiB, small: MiB }
  await openSite(page)
  /** @type {string[]} */
  const requests = []
  await page.route(`${DATA}**`, (route) => {
    const name = /** @type {keyof typeof sizes} */ (route.request().url().slice(DATA.length))
    requests.push(name)
    return route.fulfill({ body: Buffer.alloc(sizes[name], name) })
  })
  await page.evaluate(async ([base, { large, damaged, small }]) => {
    const { BundleFiles } = await import(new URL('/soru/real/bundle-files.js', location.href).href)
    const files = new BundleFiles(base)
    await files.stored({ name: 'large', size: large })
    await files.stored({ name: 'damaged', size: damaged })
    files.distrust('damaged')
    await files.stored({ name: 'small', size: small })
    await files.stored({ name: 'small', size: small })
  }, /** @type {const} */ ([DATA, sizes]))
  expect(requests).toEqual(['large', 'damaged', 'small'])
})

for (const code of ['soru_engine_bg.wasm', 'soru_engine_bg.wasm.bin']) {
  test(`cancelling the opening aborts the requests of the page: ${code}`, async ({ page }) => {
    await openSite(page)
    const never = gate()
    /** @type {string[]} */
    const asked = []
    /** @type {string[]} */
    const broken = []
    const name = (/** @type {import('@playwright/test').Request} */ request) => request.url().split('/').at(-1) ?? ''
    for (const file of [code, 'manifest.msgpack']) {
      await page.route(`**/${file}`, (route) => {
        asked.push(file)
        return never.host(route, 0)
      })
    }
    page.on('requestfailed', (request) => { if (asked.includes(name(request))) broken.push(name(request)) })
    const outcome = page.evaluate(async () => {
      const { open } = await import(new URL('/soru/soru.js', location.href).href)
      const cancel = /** @type {any} */ (globalThis).cancel = new AbortController()
      return open('/soru/', { signal: cancel.signal }).catch((/** @type {any} */ thrown) => thrown.name)
    })
    await expect.poll(() => asked.toSorted()).toEqual(['manifest.msgpack', code])
    await page.evaluate(() => /** @type {any} */ (globalThis).cancel.abort())
    expect(await outcome).toBe('AbortError')
    // Long before its timeout.
    await expect.poll(() => broken.toSorted(), { timeout: 5000 }).toEqual(['manifest.msgpack', code])
    never.open()
    // It does not start with the file that it would have fetched instead.
    await page.waitForTimeout(300)
    expect(asked).toHaveLength(2)
  })
}
