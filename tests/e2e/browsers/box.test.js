/**
 * The demo site in Firefox and in WebKit, served by `soru serve` with the policy of a strict site. Tests in
 * Chromium cover every state of the box; these check that a visit works in the other engines.
 *
 * Run by `cargo xtask test --only browsers`. By hand, with the demo served:
 *
 *     SORU_SITE=http://localhost:4180/ node --test browsers/

 * `SORU_BROWSER=WebKit` chooses one.
 */
import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import { after, before, describe, test } from 'node:test'
import { Key } from 'selenium-webdriver'
import { BROWSERS } from './drivers.js'
import { altered, missing, startScriptedHost } from '../fixtures/scripted-host.js'
import { Box } from './box.js'

const SITE = process.env.SORU_SITE ?? 'http://localhost:4180/'
const SIZES = { wide: { width: 1200, height: 850 }, phone: { width: 390, height: 800 } }

const chosen = Object.entries(BROWSERS).filter(([name]) => (process.env.SORU_BROWSER ?? name) === name)
for (const [browser, open] of chosen) {
  for (const [size, area] of Object.entries(SIZES)) {
    describe(`${browser}, ${size}`, () => suite(open, area))
  }
}

/**
 * @param {() => Promise<import('./drivers.js').Opened>} open
 * @param {{ width: number, height: number }} area
 */
function suite(open, area) {
  /** @type {import('./drivers.js').Opened} */
  let opened
  /** @type {Box} */
  let box

  before(async () => {
    opened = await open()
    await opened.driver.manage().window().setRect({ x: 0, y: 0, ...area })
    box = new Box(opened.driver)
  })
  after(() => opened?.close())

  /** @param {string} script */
  const run = (script) => opened.driver.executeScript(script)

  /** @param {string} path */
  async function visit(path, site = SITE) {
    await opened.driver.get(site + path)
    // WebKit's driver does not wait for modules.
    await box.until(() => run(`return Boolean(customElements.get('soru-search'))`), 'the box is there')
    await run(`
      window.violations = []
      document.addEventListener('securitypolicyviolation', ({ violatedDirective }) => violations.push(violatedDirective))`)
  }

  test('R41: nothing of the engine is loaded before intent, and nothing breaks a strict policy', async () => {
    await visit('en/dormitories.html')
    const loaded = () => run(`return performance.getEntriesByType('resource').filter(({ name }) => /soru_engine|soru-worker|msgpack/.test(name)).length`)
    assert.equal(await loaded(), 0)
    await box.ask('How much is a single room?')
    assert.match(await box.shown('text'), /14,500/)
    assert.ok(Number(await loaded()) > 0)
    assert.deepEqual(await run('return violations'), [])
  })

  test('R35: a fact has its source and the date of its check', async () => {
    await visit('en/index.html')
    await box.ask('How much is a single room?')
    assert.match(await box.shown('source'), /Dormitories/)
    assert.match(await box.shown('date'), /2026/)
  })

  test('R32: a Turkish page is answered in Turkish, with a quotation', async () => {
    await visit('tr/index.html')
    await box.ask('Kayıp eşyamı nerede ararım?')
    await box.shown('answer')
    assert.ok((await box.shown('list-label')).length > 0)
    await visit('tr/staj.html')
    await box.ask('Staj başvurusu nasıl yapılır?')
    assert.match(await box.shown('confidence'), /[ığşçöü]/)
  })

  test('R31: a question without an answer gets a message', async () => {
    await visit('en/index.html')
    await box.ask('Who won the football match yesterday?')
    assert.ok((await box.shown('state')).length > 0)
    assert.equal(await box.text('text'), '')
  })

  test('R11: pages are found while typing, and walked through by keyboard', async () => {
    await visit('en/index.html')
    await box.focus()
    await box.press('scholarsh')
    await box.until(async () => /cholarship/.test(await box.text('title')), 'a scholarship is found')
    assert.equal(await box.aria('activedescendant'), null)
    await box.press(Key.ARROW_DOWN)
    const first = await box.aria('activedescendant')
    assert.ok(first)
    await box.press(Key.ARROW_DOWN)
    assert.notEqual(await box.aria('activedescendant'), first)
    await box.press(Key.ESCAPE)
    await box.until(async () => !(await box.isOpen()), 'Escape closes the panel')
    assert.equal(await (await box.input()).getAttribute('value'), 'scholarsh')
  })

  test('R41: the engine answers on the main thread as in a worker', async () => {
    await visit('en/index.html')
    await run(`document.querySelector('soru-search').setAttribute('worker', 'off')`)
    await box.ask('How much is a single room?')
    assert.match(await box.shown('text'), /14,500/)
  })

  test('R41: where a policy forbids WebAssembly, the box searches titles and says that some may be missing', async () => {
    const host = await startForbiddingHost()
    try {
      await visit('en/index.html', host.url)
      await box.ask('How much is a single room?')
      await box.until(async () => (await box.text('panel')).includes('some results may be missing'), 'titles are searched')
    } finally {
      host.close()
    }
  })

  // Browsers have words of their own for code that ends too soon, and some say that memory is short.
  for (const [file, debug] of /** @type {const} */ ([['soru_engine_bg.wasm', false], ['soru_engine_full_bg.wasm.bin', true]])) {
    test(`R41: ${file}, cut off, is named as damaged`, async () => {
      const host = await startScriptedHost(SITE)
      try {
        host.behaviours.set('soru_engine_bg.wasm.bin', missing)
        host.behaviours.set(file, altered((body) => body.subarray(0, body.length / 2)))
        await visit('en/index.html', host.url)
        if (debug) await run(`document.querySelector('soru-search').setAttribute('debug', '')`)
        await box.ask('single room')
        const said = new RegExp(`CORRUPT_INDEX ${host.url}soru/engine-\\w{16}/${file} is damaged`)
        await box.until(async () => said.test(await box.text('panel')), String(said))
      } finally {
        await host.close()
      }
    })
  }

  test('the panel stays within the window', async () => {
    await visit('en/index.html')
    await box.ask('When is the add-drop period?')
    await box.shown('option')
    const { left, right, width, page } = /** @type {any} */ (await run(`
      const { left, right } = document.querySelector('soru-search').shadowRoot.querySelector('.panel').getBoundingClientRect()
      return { left, right, width: innerWidth, page: document.documentElement.scrollWidth }`))
    assert.ok(left >= 0 && right <= width, `${left} to ${right} of ${width}`)
    assert.ok(page <= width, `the page is ${page} wide in a window of ${width}`)
  })
}

/** The same site with a policy that allows all but WebAssembly. */
async function startForbiddingHost() {
  const server = createServer(async ({ url = '/' }, answer) => {
    const file = await fetch(new URL(url, SITE))
    answer.statusCode = file.status
    answer.setHeader('content-type', file.headers.get('content-type') ?? 'application/octet-stream')
    answer.setHeader('content-security-policy', "default-src 'self'; style-src 'self' 'unsafe-inline'")
    answer.end(Buffer.from(await file.arrayBuffer()))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return { url: `http://localhost:${port}/`, close: () => server.close() }
}
