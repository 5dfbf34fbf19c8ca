/**
 * The example of a front end in Rust, built by the instructions of its README, with the bundle of the demo.
 */
import { execFile } from 'node:child_process'
import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from '@playwright/test'

const run = promisify(execFile)
const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const EXAMPLE = join(ROOT, 'examples/rust-client')
const TARGET = process.env.SORU_TARGET ?? join(ROOT, 'target')
const BUILT = join(TARGET, 'e2e/rust-client')
const WASM_TARGET = 'wasm32-unknown-unknown'

// Compiled once, which takes its time.
test.describe.configure({ mode: 'serial', timeout: 300_000 })

test.beforeAll(async () => {
  test.setTimeout(300_000)
  await mkdir(BUILT, { recursive: true })
  const features = ['--no-default-features', '--features', 'loader']
  await run('cargo', ['build', '--example', 'rust_client', '--target', WASM_TARGET, '--target-dir', TARGET, ...features], { cwd: ROOT })
  const wasm = join(TARGET, WASM_TARGET, 'debug/examples/rust_client.wasm')
  await run('wasm-bindgen', ['--target', 'web', '--no-typescript', '--out-name', 'client', '--out-dir', BUILT, wasm])
})

/** @param {import('@playwright/test').Page} page */
async function open(page) {
  await page.route('**/rust/*', async (route) => {
    const name = new URL(route.request().url()).pathname.split('/').at(-1) ?? ''
    const isPage = name === 'ask.html'
    const path = isPage ? join(EXAMPLE, 'index.html') : join(BUILT, name)
    const contentType = isPage ? 'text/html' : name.endsWith('.js') ? 'text/javascript' : 'application/wasm'
    await route.fulfill({ contentType, body: await readFile(path) })
  })
  await page.goto('rust/ask.html')
}

test('a front end in Rust answers from a bundle, and links to pages', async ({ page }) => {
  await open(page)
  await page.getByRole('searchbox').fill('What is the H-1B cap?')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByRole('status')).toContainText('65,000')
  await expect(page.getByRole('listitem').first().getByRole('link')).toHaveAttribute('href', /\.html/)
})

test('it reports the mistake in a question', async ({ page }) => {
  await open(page)
  await page.getByRole('searchbox').fill('?!')
  await page.getByRole('searchbox').press('Enter')
  await expect(page.getByRole('status')).toContainText('question')
  await expect(page.getByRole('listitem')).toHaveCount(0)
})
