/**
 * Firefox and WebKit as their makers ship them, driven by W3C WebDriver: Playwright drives its own builds
 * of them only.
 */
import { spawn } from 'node:child_process'
import { createServer } from 'node:net'
import { Browser, Builder } from 'selenium-webdriver'
import * as firefox from 'selenium-webdriver/firefox.js'

/** Timeout for starting a driver, in ms. */
const PATIENCE = 30_000

/** @typedef {import('selenium-webdriver').WebDriver} WebDriver */
/** @typedef {{ driver: WebDriver, close: () => Promise<void> }} Opened */

/**
 * The second engine, and the third: WebKitGTK's, which Safari's is a sibling of.
 * @type {Record<string, () => Promise<Opened>>}
 */
export const BROWSERS = { Firefox: openFirefox, WebKit: openWebKit }

async function openFirefox() {
  const port = await freePort()
  const process = start('geckodriver', ['--port', String(port)])
  await listening(port)
  const options = new firefox.Options().addArguments('-headless')
  return opened(new Builder().forBrowser(Browser.FIREFOX).setFirefoxOptions(options), port, [process])
}

/** WebKitGTK has no mode without a display, so it gets one that nobody sees. */
async function openWebKit() {
  const { process: display, name } = await startDisplay()
  const port = await freePort()
  const process = start('WebKitWebDriver', [`--port=${port}`], {
    DISPLAY: name,
    GDK_BACKEND: 'x11',
    // Its sandbox needs rights that root in a container does not have.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
    LIBGL_ALWAYS_SOFTWARE: '1',
  })
  await listening(port)
  return opened(new Builder().withCapabilities({ browserName: 'MiniBrowser' }), port, [process, display])
}

/**
 * @param {Builder} builder
 * @param {number} port
 * @param {import('node:child_process').ChildProcess[]} processes
 */
async function opened(builder, port, processes) {
  const end = () => processes.forEach((process) => process.kill())
  try {
    const driver = await builder.usingServer(`http://127.0.0.1:${port}`).build()
    return { driver, close: async () => { await driver.quit().finally(end) } }
  } catch (thrown) {
    end()
    throw thrown
  }
}

/**
 * @param {string} program
 * @param {string[]} args
 * @param {Record<string, string>} [more]
 */
function start(program, args, more) {
  const started = spawn(program, args, { stdio: ['ignore', 'ignore', 'inherit'], env: { ...process.env, ...more } })
  started.on('error', (error) => { throw new Error(`${program} cannot be started: ${error.message}`) })
  return started
}

/** Starts a display with a free number, which the server writes to a pipe. */
async function startDisplay() {
  const display = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise((resolve, reject) => {
    display.on('error', reject)
    display.on('exit', () => reject(new Error('Xvfb ended before it had a display')))
    display.stdio[3]?.once('data', (data) => resolve(String(data).trim()))
  })
  return { process: display, name: `:${number}` }
}

/** @returns {Promise<number>} */
function freePort() {
  return new Promise((resolve) => {
    const server = createServer()
    server.listen(0, '127.0.0.1', () => {
      const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
      server.close(() => resolve(port))
    })
  })
}

/** @param {number} port */
async function listening(port) {
  const end = Date.now() + PATIENCE
  while (Date.now() < end) {
    const status = await fetch(`http://127.0.0.1:${port}/status`).catch(() => null)
    if (status?.ok) return
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error(`no browser driver listens on port ${port}`)
}
