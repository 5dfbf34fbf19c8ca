/**
 * R29: what every question needs is on its way before there is an engine that asks for it: from a host far away,
 * files that are asked for one after the other cost a visitor a round over the network each.
 */
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { startBuiltSite } from './fixtures/built-site.js'
import { largeSite } from './fixtures/letters-site.js'
import { startScriptedHost } from './fixtures/scripted-host.js'

const PAGE = '<!doctype html><html lang="en"><title>Start</title><main><h1>Start</h1><p>Some text.</p></main>'
const QUIET = '[site]\nlanguages = ["en", "tr"]\n[indexing.vectors]\nenabled = false\n[indexing.related]\nenabled = false\n'

/** The core of an index, and directories, by their names. @param {string} name */
const isNeeded = (name) => /^(core|files)-/.test(name)

test('R29: a large site has its core and the directory of its words fetched while the engine comes', async ({ page }) => {
  const { files } = largeSite()
  const site = await startBuiltSite({ 'index.html': PAGE, 'soru.toml': QUIET, ...files })
  await site.build(join(site.folder, 'documents.jsonl'), '--config', join(site.folder, 'soru.toml'))
  const host = await startScriptedHost(site.url)
  /** @type {() => void} */
  let release = () => {}
  const released = new Promise((resolve) => { release = () => resolve(undefined) })
  host.behaviours.set('soru_engine.js', (answer, body) => released.then(() => answer.end(body)))
  try {
    await page.goto(new URL(new URL(site.url).pathname, host.url).href)
    const opened = page.evaluate(async () => {
      const { open } = await import(new URL('soru/soru.js', location.href).href)
      await open('soru/')
    })
    await expect.poll(() => host.asked.filter(isNeeded).length).toBe(2)
    const early = host.asked.filter(isNeeded).map((name) => name.split('-')[0]).sort()
    expect(early).toEqual(['core', 'files'])
    release()
    await opened
    // Nothing else was needed, and nothing twice.
    expect(host.asked.filter((name) => name.endsWith('.msgpack.gz')).length).toBe(2)
  } finally {
    release()
    await Promise.all([host.close(), site.close()])
  }
})
