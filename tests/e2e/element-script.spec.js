/**
 * The element and its engine as a page's own scripts use them.
 */
import { expect, test } from '@playwright/test'
import { answerText, ask, input, panel, recordEvents } from './fixtures/box.js'
import { openSite } from './fixtures/site.js'

test.describe('from JavaScript', () => {
  test('a later question overtakes an earlier one', async ({ page }) => {
    await openSite(page)
    const events = await recordEvents(page)
    const results = await page.evaluate(async () => {
      const box = /** @type {any} */ (document.querySelector('soru-search'))
      const answers = await Promise.all([box.ask('slow question'), box.ask('fact')])
      return answers.map((answer) => answer?.method ?? null)
    })
    expect(results).toEqual([null, 'fact_exact'])
    await page.waitForTimeout(1000)
    await expect(answerText(page)).toBeVisible()
    expect(await events('answer')).toHaveLength(1)
  })

  test('R39: a site may take a question over by cancelling soru-ask', async ({ page }) => {
    await openSite(page)
    await page.evaluate(() => document.addEventListener('soru-ask', (event) => event.preventDefault()))
    await ask(page, 'fact')
    await page.waitForTimeout(400)
    await expect(answerText(page)).toHaveCount(0)
  })

  test('top-k and the language of the page go to the engine', async ({ page }) => {
    await openSite(page, { attributes: 'top-k="7" debug worker="off"' })
    await page.evaluate(() => { /** @type {any} */ (globalThis).__calls = [] })
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    // A request for earlier typing may be cancelled a moment later.
    const calls = await page.evaluate(() => /** @type {any} */ (globalThis).__calls
      .filter((/** @type {any[]} */ [name]) => name !== 'cancelled'))
    expect(calls.at(-1)).toEqual(['ask', 'fact', { lang: 'en', topK: 7, trace: true }])
  })

  test('two boxes share an engine; it is closed some time after the last of them', async ({ page }) => {
    await page.clock.install()
    await openSite(page, { attributes: 'worker="off"', body: '{element}{element}' })
    await page.evaluate(async () => {
      /** @type {any} */ (globalThis).__calls = []
      const [one, two] = /** @type {any[]} */ (Array.from(document.querySelectorAll('soru-search')))
      await one.ask('fact')
      await two.ask('fact')
      one.remove()
      await two.ask('fact')
      document.body.append(two) // moved, not removed
      await two.ask('fact')
      two.remove()
    })
    const names = () => page.evaluate(() => /** @type {any} */ (globalThis).__calls.map((/** @type {any[]} */ [name]) => name))
    const asked = ['open', 'ask', 'ask', 'ask', 'ask']
    await page.clock.runFor(20_000)
    expect(await names()).toEqual(asked)
    await page.clock.runFor(20_000)
    expect(await names()).toEqual([...asked, 'close'])
  })

  test('clear() and value behave like those of an input', async ({ page }) => {
    await openSite(page)
    await ask(page, 'fact')
    await expect(answerText(page)).toBeVisible()
    const value = await page.evaluate(() => {
      const box = /** @type {any} */ (document.querySelector('soru-search'))
      box.clear()
      box.value = 'h1b'
      return box.value
    })
    expect(value).toBe('h1b')
    await expect(input(page)).toHaveValue('h1b')
    await expect(panel(page)).toBeHidden()
  })

  test('R37: open() gives the same answers in the worker and on the main thread, errors with a code', async ({ page }) => {
    await openSite(page)
    const seen = await page.evaluate(async () => {
      const { open, SoruError } = await import(new URL('/soru/soru.js', location.href).href)
      const results = []
      for (const worker of [true, false]) {
        /** @type {number[]} */
        const loaded = []
        const soru = await open('./soru/', { worker, onProgress: (/** @type {any} */ p) => loaded.push(p.loaded) })
        const answer = await soru.ask('fact', { trace: true })
        const { hits } = await soru.search('h1b')
        const error = await soru.ask('crash').catch((/** @type {unknown} */ thrown) => thrown)
        await soru.close()
        const late = await open('./soru/?open=fail', { worker }).catch((/** @type {unknown} */ thrown) => thrown)
        results.push({
          answer, hits, title: soru.stats().title, loaded,
          codes: [error, late].map((thrown) => thrown instanceof SoruError && thrown.code),
        })
      }
      return results
    })
    expect(seen[0]).toEqual(seen[1])
    expect(seen[0].codes).toEqual(['CORRUPT_INDEX', 'NOT_AN_INDEX'])
    expect(seen[0].loaded).toEqual([40_000, 100_000])
  })

  test('a question that another one overtakes is cancelled, and so is one that the visitor turns away from', async ({ page }) => {
    await openSite(page, { attributes: 'worker="off"' })
    await page.evaluate(() => { /** @type {any} */ (globalThis).__calls = [] })
    const cancelled = () => page.evaluate(() => /** @type {any} */ (globalThis).__calls
      .filter((/** @type {string[]} */ [name]) => name === 'cancelled').map((/** @type {string[]} */ [, text]) => text))
    await page.evaluate(async () => {
      const box = /** @type {any} */ (document.querySelector('soru-search'))
      const reaches = async (/** @type {string} */ question) => {
        const calls = () => /** @type {string[][]} */ (/** @type {any} */ (globalThis).__calls)
        while (!calls().some(([name, text]) => name === 'ask' && text === question)) {
          await new Promise((resolve) => setTimeout(resolve, 10))
        }
      }
      await box.ask('fact')
      const first = box.ask('slow first')
      await reaches('slow first')
      const second = box.ask('slow second')
      await reaches('slow second')
      document.body.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
      await Promise.all([first, second])
    })
    expect(await cancelled()).toEqual(['slow first', 'slow second'])
  })

  test('a call is cancelled by its signal, in the worker and on the main thread, and the engine continues', async ({ page }) => {
    await openSite(page)
    const seen = await page.evaluate(async () => {
      const { open } = await import(new URL('/soru/soru.js', location.href).href)
      const results = []
      for (const worker of [true, false]) {
        const soru = await open('./soru/', { worker })
        for (const method of ['ask', 'search']) {
          const cancel = new AbortController()
          const call = soru[method]('slow', { signal: cancel.signal })
          setTimeout(() => cancel.abort(), 0)
          const outcome = await call.then(() => 'answered', (/** @type {any} */ thrown) => thrown.name)
          const late = await soru[method]('slow', { signal: cancel.signal }).catch((/** @type {any} */ thrown) => thrown.name)
          results.push(`${method} ${outcome} ${late}`)
        }
        results.push((await soru.ask('fact')).method)
        await soru.close()
      }
      return results
    })
    const each = ['ask AbortError AbortError', 'search AbortError AbortError', 'fact_exact']
    expect(seen).toEqual([...each, ...each])
  })

  test('opening can be cancelled, and values that cannot reach the worker are refused with advice', async ({ page }) => {
    await openSite(page)
    const [reason, code] = await page.evaluate(async () => {
      const { open } = await import(new URL('/soru/soru.js', location.href).href)
      const signal = AbortSignal.timeout(200)
      const cancelled = await open('./soru/?openMillis=5000', { signal }).catch((/** @type {any} */ thrown) => thrown.name)
      const soru = await open('./soru/')
      const refused = await soru.ask('fact', { lang: () => 'tr' }).catch((/** @type {any} */ thrown) => thrown.code)
      return [cancelled, refused]
    })
    expect(reason).toBe('TimeoutError')
    expect(code).toBe('INVALID_OPTION')
  })

  test('importing the class registers nothing', async ({ page }) => {
    await openSite(page)
    const registered = await page.evaluate(async () => {
      const frame = document.createElement('iframe')
      document.body.append(frame)
      const script = document.createElement('script')
      script.type = 'module'
      script.src = '/soru/soru-search-element.js'
      const view = /** @type {Window & typeof globalThis} */ (frame.contentWindow)
      view.document.head.append(script)
      await new Promise((resolve) => { script.onload = resolve })
      return view.customElements.get('soru-search') !== undefined
    })
    expect(registered).toBe(false)
  })
})
