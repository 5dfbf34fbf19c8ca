/**
 * How the end-to-end tests run: in the Chromium of this machine, against the
 * demo site as the command-line tool serves it.
 *
 * `cargo xtask test --only e2e` builds all of that first. By hand:
 * `cargo xtask demo --no-serve`, then `npx playwright test` in this folder.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { defineConfig } from '@playwright/test'
import { LAUNCH } from './support/launch.js'

const ROOT = fileURLToPath(new URL('../../', import.meta.url))
const TARGET = process.env.SORU_TARGET ?? join(ROOT, 'target')
const SORU = join(TARGET, 'debug/soru')

const PORT = process.env.SORU_PORT ?? '4180'
const SITE = `http://localhost:${PORT}/`

export default defineConfig({
  testDir: '.',
  testMatch: '*.spec.js',
  globalSetup: './support/element-modules.js',
  outputDir: join(TARGET, 'e2e/results'),
  reporter: [['list'], ['json', { outputFile: join(TARGET, 'e2e/report.json') }]],
  snapshotPathTemplate: '{testDir}/references/{arg}{ext}',
  // A picture that is missing is a failure, and not a new reference.
  updateSnapshots: process.env.SORU_UPDATE ? 'all' : 'none',
  fullyParallel: true,
  // One more than the two processors that tests are given: pages wait as well.
  workers: 3,
  // A test that passes the second time has found something.
  retries: 0,
  // A busy machine is slow, and not wrong: how fast something is, benchmarks tell.
  timeout: 90_000,
  expect: { timeout: 20_000 },
  use: {
    baseURL: SITE,
    // Recording takes a fifth of the run; for a failing test, use `npx playwright test <name> --trace retain-
    // on-failure`.
    trace: 'off',
    screenshot: 'only-on-failure',
    launchOptions: LAUNCH,
  },
  // Tests with a made-up site need no server, so they run without the tool too.
  webServer: existsSync(SORU)
    ? { command: `"${SORU}" serve www/demo --port ${PORT} --csp strict`, cwd: ROOT, url: SITE, reuseExistingServer: false }
    : undefined,
})
