/**
 * R41: the caches of a site stay correct while the workers of two builds run at the same time, which in a
 * browser happens for milliseconds and by chance. Here the test determines the order.
 */
import { expect, test } from '@playwright/test'
import { Caches, buildsIn, worker } from './fixtures/service-workers.js'

const SHARD = 't-0123456789abcdef.msgpack.gz'
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
