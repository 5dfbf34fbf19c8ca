/**
 * R41: the caches of a site stay correct while the workers of two builds run at the same time, which in a
 * browser happens for milliseconds and by chance. Here the test determines the order.
 */
import { expect, test } from '@playwright/test'
import { Caches, buildsIn, worker } from './fixtures/service-workers.js'

const SHARD = 't-0123456789abcdef.msgpack.bin'
const answered = async () => new Response('bytes')

/**
 * One after the other.
 * @param {ReturnType<typeof worker>[]} workers
 */
async function takeOver(...workers) {
  for (const { install, activate } of workers) {
    await install()
    await activate()
  }
}

test('R41: a question during the switch to a new build does not restore an old cache', async () => {
  const caches = new Caches()
  const [first, second, third] = ['1', '2', '3'].map((build) => worker(build, { caches, fetch: answered }))
  await takeOver(first, second)
  await third.install()
  const keys = caches.keys
  caches.keys = async () => {
    caches.keys = keys
    const before = await caches.keys()
    await third.activate()
    return before
  }
  expect(await (await second.fetch(SHARD)).text()).toBe('bytes')
  expect(buildsIn(caches)).toEqual(['2', '3'])
})

test('R41: requests of a deleted build are answered, and not cached', async () => {
  const caches = new Caches()
  const [second, third] = ['2', '3'].map((build) => worker(build, { caches, fetch: answered }))
  const first = worker('1', {
    caches,
    fetch: async () => {
      await takeOver(second, third)
      return new Response('late')
    },
  })
  await first.install()
  await first.activate()
  expect(await (await first.fetch(SHARD)).text()).toBe('late')
  expect(buildsIn(caches)).toEqual(['2', '3'])
})

test('R41: a build is not forgotten between the look whether it is there and the opening of its cache', async () => {
  const caches = new Caches()
  const [first, second, third] = ['1', '2', '3'].map((build) => worker(build, { caches, fetch: answered }))
  await takeOver(first, second)
  await third.install()
  const has = caches.has
  /** @type {Promise<void> | undefined} */
  let activation
  caches.has = async (name) => {
    caches.has = has
    const isThere = await caches.has(name)
    activation = third.activate()
    await new Promise((resolve) => { setTimeout(resolve, 20) })
    return isThere
  }
  expect(await (await first.fetch(SHARD)).text()).toBe('bytes')
  await activation
  expect(buildsIn(caches)).toEqual(['2', '3'])
})

test('R41: a build that could not be fetched whole is forgotten, and the build before it is not', async () => {
  const caches = new Caches()
  const files = /** @type {[string, string][]} */ ([['manifest.msgpack', 'sha256-'], [SHARD, 'sha256-']])
  const first = worker('1', { caches, fetch: answered, files })
  await first.install()
  await first.activate()
  const cutOff = async (/** @type {string} */ url) => {
    if (url.endsWith('manifest.msgpack')) throw new TypeError('Failed to fetch')
    return new Response('half')
  }
  await expect(worker('2', { caches, fetch: cutOff, files }).install()).rejects.toThrow('Failed to fetch')
  expect(buildsIn(caches)).toEqual(['1'])
  await worker('3', { caches, fetch: answered, files }).install()
  expect(buildsIn(caches)).toEqual(['1', '3'])
})

test('R41: an earlier build that returns and cannot be fetched keeps its cached files', async () => {
  const caches = new Caches()
  const fetch = answered
  const files = /** @type {[string, string][]} */ ([['manifest.msgpack', 'sha256-']])
  for (const build of ['1', '2']) {
    const { install, activate } = worker(build, { caches, fetch, files })
    await install()
    await activate()
  }
  await expect(worker('1', { caches, fetch: () => Promise.reject(new TypeError('Failed to fetch')), files }).install()).rejects.toThrow()
  expect(buildsIn(caches)).toEqual(['1', '2'])
})

/**
 * A site whose pages say their address, until its network is gone.
 * @param {HeadersInit} [headers]
 */
function pages(headers) {
  const site = { isThere: true }
  const fetch = async (/** @type {{ url: string }} */ { url }) => {
    if (!site.isThere) throw new TypeError('no network')
    return Object.defineProperty(new Response(url, { headers }), 'type', { value: 'basic' })
  }
  return { site, worker: worker('1', { caches: new Caches(), fetch }) }
}

test('without a network a page is not taken for one with another query string', async () => {
  const { site, worker } = pages()
  for (const address of ['list?page=1', 'search?q=one', 'news?utm_source=letter']) await worker.visit(address)
  site.isThere = false
  const text = async (/** @type {string} */ address) => (await worker.visit(address)).text()
  expect(await text('list?page=1')).toMatch(/page=1$/)
  await expect(text('list?page=2')).rejects.toThrow('no network')
  await expect(text('list')).rejects.toThrow('no network')
  // The page of results reads its question by script, and a campaign's mark is for nobody's reading.
  expect(await text('search?q=two')).toMatch(/q=one$/)
  expect(await text('news')).toMatch(/utm_source=letter$/)
})

for (const headers of [{ vary: 'Accept-Encoding, Cookie' }, { vary: 'Authorization' }, { vary: '*' }, { 'cache-control': 'Private' }]) {
  test(`a page with ${JSON.stringify(headers)} is a visitor's own, and not kept`, async () => {
    const { site, worker } = pages(headers)
    await worker.visit('account')
    site.isThere = false
    await expect(worker.visit('account')).rejects.toThrow('no network')
  })
}

const MODULE = (/** @type {string} */ build) => `engine-${build.repeat(16)}/view.js`

/** A host that has the files of one build only, or no network. */
function deployments() {
  const host = { build: '1', isThere: true }
  const fetch = async (/** @type {string | { url: string }} */ request) => {
    const { pathname } = new URL(typeof request === 'string' ? request : request.url)
    if (!host.isThere) throw new TypeError('no network')
    const other = /engine-(\d)/.exec(pathname)?.[1] ?? host.build
    return other === host.build ? new Response(`${pathname} of ${host.build}`) : new Response('', { status: 404 })
  }
  const caches = new Caches()
  const deployed = async (/** @type {string} */ build) => {
    host.build = build
    const files = ['manifest.msgpack', 'soru-search.js', MODULE(build)].map((name) => /** @type {[string, string]} */ ([name, 'sha256-']))
    const own = worker(build, { caches, fetch, files })
    await takeOver(own)
    return own
  }
  return { host, caches, deployed }
}

test('R41: a new worker serves each file from one build: the modules of the build before, and all else of its own', async () => {
  const { host, caches, deployed } = deployments()
  await deployed('1')
  const second = await deployed('2')
  const text = async (/** @type {string} */ name) => (await second.fetch(name)).text()
  for (const isThere of [true, false]) {
    host.isThere = isThere
    expect(await text('manifest.msgpack')).toBe('/soru/manifest.msgpack of 2')
    expect(await text('soru-search.js')).toBe('/soru/soru-search.js of 2')
    expect(await text(MODULE('2'))).toBe(`/soru/${MODULE('2')} of 2`)
    // The host has deleted it, and a tab that was open before still needs it.
    expect(await text(MODULE('1'))).toBe(`/soru/${MODULE('1')} of 1`)
  }
  host.isThere = true
  const third = await deployed('3')
  expect(buildsIn(caches)).toEqual(['2', '3'])
  expect((await third.fetch(MODULE('1'))).status).toBe(404)
})

test("R41: a worker answers requests for its bundle's files, and for pages only below its own folder", () => {
  const files = /** @type {[string, string][]} */ ([['manifest.msgpack', 'sha256-']])
  const world = { caches: new Caches(), fetch: answered, files }
  const workers = [worker('1', world), worker('1', { ...world, script: 'own.js' })]
  const answers = (/** @type {[string, object?]} */ ...request) => workers.map((own) => own.answers(...request))
  const document = { destination: 'document' }
  for (const name of ['manifest.msgpack', 'manifest.msgpack?1', SHARD, MODULE('1')]) expect(answers(`soru/${name}`), name).toEqual([true, true])
  // The site's own worker decides about pages.
  expect(answers('page.html', document)).toEqual([true, false])
  expect(answers('style.css', { destination: 'style' })).toEqual([true, false])
  /** @type {[string, object?][]} */
  const others = [
    ['soru/notes.txt'], [`soru/below/${SHARD}`], ['soru2/manifest.msgpack'], ['manifest.msgpack'], [`other/soru/${SHARD}`],
    ['model/answer.json'], ['soru/manifest.msgpack', { method: 'POST' }], ['page.html', { ...document, method: 'POST' }],
    [`soru/${SHARD}`, { headers: new Headers({ range: 'bytes=0-1' }) }],
    ['https://other.example/soru/manifest.msgpack'], ['https://other.example/page.html', document],
  ]
  for (const request of others) expect(answers(...request), request[0]).toEqual([false, false])
})
