/**
 * Deployments in the middle of a visit: the host exchanges the folder of the site before each single request of a
 * visit, or while it is being answered. The visit ends with answers of one of the two builds, never with a mixture of
 * both or an error.
 */
import { createServer } from 'node:http'
import { once } from 'node:events'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { extname, join } from 'node:path'
import { expect, test } from '@playwright/test'
import { buildSite } from './fixtures/built-site.js'
import { askAlone, options, panel } from './fixtures/box.js'

const PAGE = `<!doctype html><html lang="en"><title>Start</title><script type="module" src="soru/soru-search.js"></script>
<soru-search></soru-search><main><h1>Start</h1><p>Some text.</p></main>`
const QUIET = '[site]\nlanguages = ["en"]\n[indexing.related]\nenabled = false\n'
const TYPES = /** @type {Record<string, string>} */ ({ '.html': 'text/html', '.js': 'text/javascript', '.wasm': 'application/wasm' })
const WORDS = Array.from({ length: 600 }, (_, number) => `w${number.toString(26).replaceAll(/\d/g, (digit) => 'qrstuvwxyz'[Number(digit)])}word`)
/** In shards of their own, so that the second question fetches after the first has ended. */
const ASKED = [WORDS[3], WORDS[500]]

/** @type {string} */
let folder
test.beforeAll(async () => {
  test.slow()
  folder = await mkdtemp(join(tmpdir(), 'soru-deployed-'))
  const [old, clean, kept, place] = ['old', 'clean', 'kept', 'place'].map((name) => join(folder, name))
  await build(old, 'Before', WORDS)
  // Of other pages in another order, so that no file of one build fits the other.
  const later = ['wnewword', ...WORDS.toReversed()]
  await build(clean, 'Afterwards', later)
  await build(kept, 'Afterwards', later, '--keep-from', join(old, 'soru'))
  await cp(old, place, { recursive: true })
  await build(place, 'Afterwards', later)
})
test.afterAll(() => rm(folder, { recursive: true, force: true }))

/**
 * @param {string} site
 * @param {string} what the pages say
 * @param {string[]} words one for each page
 * @param {string[]} more arguments
 */
async function build(site, what, words, ...more) {
  const lines = words.map((word, number) => JSON.stringify({
    id: `${number}.html`, title: `Page of ${word}`, url: `${number}.html`, lang: 'en',
    text: `${what} ${word}, which stands here. ${`${word}s `.repeat(40)}`,
  }))
  await mkdir(site, { recursive: true })
  await writeFile(join(site, 'index.html'), PAGE)
  await writeFile(`${site}.jsonl`, lines.join('\n'))
  await writeFile(`${site}.toml`, QUIET)
  await buildSite(`${site}.jsonl`, join(site, 'soru'), '--config', `${site}.toml`, '--layout', 'sharded', ...more)
}

/**
 * A host that exchanges the folder when a number of requests have come.
 * @param {string} next the name of the folder that comes
 * @param {number} turn of the request
 * @param {boolean} [isCut] whether the answer to it ends in the middle
 */
async function startHost(next, turn, isCut) {
  /** @type {string[]} */
  const asked = []
  const server = createServer(async ({ url = '/' }, answer) => {
    const { pathname } = new URL(url, 'http://localhost')
    const name = pathname.endsWith('/') ? `${pathname}index.html` : pathname
    if (name.endsWith('.ico')) return answer.writeHead(404).end()
    const number = asked.push(name)
    const isOld = number < turn || isCut && number === turn
    const body = await readFile(join(folder, isOld ? 'old' : next, name)).catch(() => null)
    if (!body) return answer.writeHead(404).end()
    answer.writeHead(200, { 'content-type': TYPES[extname(name)] ?? 'application/octet-stream', 'content-length': body.length })
    if (!isCut || number !== turn) return answer.end(body)
    answer.write(body.subarray(0, body.length / 2))
    setTimeout(() => answer.destroy(), 50)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { asked, url: `http://localhost:${port}/`, close: () => { server.closeAllConnections(); server.close() } }
}

/**
 * A visit with two questions, and what its answers say.
 * @param {import('@playwright/test').Browser} browser
 * @param {Parameters<typeof startHost>} hosted
 */
async function visit(browser, ...hosted) {
  const host = await startHost(...hosted)
  const page = await browser.newPage()
  const said = []
  try {
    await page.goto(host.url)
    for (const word of ASKED) {
      await askAlone(page, word)
      await expect(options(page).first(), `${hosted}: ${host.asked[hosted[1] - 1]}`).toContainText(word)
      const text = await panel(page).innerText()
      expect(text, `${hosted}: ${host.asked[hosted[1] - 1]}`).not.toMatch(/could not be loaded|not available/)
      const builds = new Set(text.match(/Before|Afterwards/g))
      expect(text, `${hosted}`).toContain(`${[...builds]} ${word}`)
      said.push(...builds)
    }
    return { said, asked: host.asked }
  } finally {
    await page.close()
    host.close()
  }
}

for (const next of ['clean', 'kept', 'place']) {
  test(`a visit survives a deployment before any of its requests: ${next}`, async ({ browser }) => {
    test.setTimeout(400_000)
    const { asked, said } = await visit(browser, next, Infinity)
    expect(said).toEqual(['Before', 'Before'])
    const all = []
    for (let turn = 1; turn <= asked.length; turn++) all.push((await visit(browser, next, turn)).said.join())
    // Files that stay serve the visits that began with the old manifest.
    expect(new Set(all)).toEqual(new Set(next === 'clean'
      ? ['Afterwards,Afterwards', 'Before,Afterwards']
      : ['Afterwards,Afterwards', 'Before,Before']))
  })
}

test('a visit survives a deployment in the middle of a transfer', async ({ browser }) => {
  test.setTimeout(400_000)
  const { asked } = await visit(browser, 'kept', Infinity)
  // Browsers do not fetch the modules of a page again.
  const transfers = asked.flatMap((name, at) => /\.(bin|msgpack|wasm)$|soru_engine\.js$/.test(name) ? [at + 1] : [])
  expect(transfers.length).toBeGreaterThan(5)
  for (const turn of transfers) await visit(browser, 'kept', turn, true)
})
