/**
 * Pages that scripts exchange without loading another document (View Transitions, Turbo, htmx, routers of frameworks): the
 * box of the next page goes on with the engine of the last one, nothing is there twice, and nothing stays behind.
 */
import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from '@playwright/test'
import { answerText, ask, expectAccessible, input, panel } from './fixtures/box.js'
import { openSite } from './fixtures/site.js'
import { MODULES } from './support/element-modules.js'

/** @typedef {import('@playwright/test').Page} Page */

/** Puts another page into the place of the present one, as its HTML. @param {Page} page @param {string} [html] */
const swap = (page, html) => page.evaluate((html) => {
  const body = document.createElement('body')
  body.innerHTML = html ?? document.body.innerHTML
  document.body.replaceWith(body)
}, html)

/** @param {Page} page */
const calls = (page) => page.evaluate(() => /** @type {any} */ (globalThis).__calls.map((/** @type {any[]} */ [name]) => name))
/** @param {Page} page */
const record = (page) => page.evaluate(() => { /** @type {any} */ (globalThis).__calls = [] })
/** @param {Page} page */
const dialog = (page) => page.getByRole('dialog')

test('the box of the next page goes on with the running engine', async ({ page }) => {
  await page.clock.install()
  await openSite(page, { attributes: 'worker="off"' })
  await record(page)
  await ask(page, 'fact')
  await expect(answerText(page)).toBeVisible()
  await swap(page)
  await expect(panel(page)).toBeHidden()
  await page.clock.runFor(60_000)
  await ask(page, 'fact')
  await expect(answerText(page)).toBeVisible()
  expect((await calls(page)).filter((name) => /open|close/.test(name))).toEqual(['open'])
})

test('a page without the box in between does not end the engine', async ({ page }) => {
  await openSite(page, { attributes: 'worker="off"' })
  const html = await page.evaluate(() => document.body.innerHTML)
  await record(page)
  await ask(page, 'fact')
  await expect(answerText(page)).toBeVisible()
  await swap(page, '<p>No box here.</p>')
  await page.waitForTimeout(1500)
  await swap(page, html)
  await ask(page, 'fact')
  await expect(answerText(page)).toBeVisible()
  expect((await calls(page)).filter((name) => /open|close/.test(name))).toEqual(['open'])
})

test('a box that a router puts into the next page keeps question and answer', async ({ page }) => {
  await openSite(page)
  await ask(page, 'fact')
  await expect(answerText(page)).toBeVisible()
  await page.evaluate(async () => {
    const box = /** @type {HTMLElement} */ (document.querySelector('soru-search'))
    const body = document.createElement('body')
    document.body.replaceWith(body)
    await new Promise(requestAnimationFrame)
    body.append(box)
  })
  await expect(input(page)).toHaveValue('fact')
  await expect(answerText(page)).toBeVisible()
  await ask(page, 'quote')
  await expect(panel(page).locator('.card')).toContainText('files')
})

test('an open dialog stays open and usable when moveBefore() moves the box', async ({ page }) => {
  await openSite(page, { attributes: 'form="dialog"' })
  await page.getByRole('button', { name: 'Search' }).click()
  await ask(page, 'fact')
  await page.evaluate(() => {
    const place = document.body.appendChild(document.createElement('footer'))
    // @ts-ignore: newer than the types
    place.moveBefore(document.querySelector('soru-search'), null)
  })
  await expect(dialog(page)).toBeVisible()
  await expect(answerText(page)).toBeVisible()
  await expect(input(page)).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toBeHidden()
})

test('a page that is replaced below an open dialog is free again, and the next dialog opens', async ({ page }) => {
  await openSite(page, { attributes: 'form="dialog"' })
  await page.getByRole('button', { name: 'Search' }).click()
  await expect(dialog(page)).toBeVisible()
  await swap(page)
  await expect(dialog(page)).toBeHidden()
  expect(await page.evaluate(() => getComputedStyle(document.documentElement).overflow)).toBe('visible')
  expect(await page.evaluate(() => document.adoptedStyleSheets.length)).toBe(0)
  await page.keyboard.press('ControlOrMeta+k')
  await expect(dialog(page)).toHaveCount(1)
  await expectAccessible(page)
})

test('a box that goes to the header is there once after the page was replaced', async ({ page }) => {
  const body = '{element}<header><a href="/">Harbour</a><div class="old">Old search</div></header>'
  await openSite(page, { attributes: 'form="dialog" header=".old" instead=".old"', body })
  await expect(page.locator('header > soru-search + .old')).toBeHidden()
  const html = await page.evaluate(() => document.body.innerHTML.replace(/ style="[^"]*"/g, ''))
  for (let times = 0; times < 3; times += 1) {
    await swap(page, html)
    await expect(page.locator('header > soru-search + .old')).toBeHidden()
    await expect(page.locator('soru-search')).toHaveCount(1)
  }
})

// Astro replaces the address just after the content, and other routers just before.
test('the question stays with the page on which it was asked', async ({ page }) => {
  await openSite(page)
  await ask(page, 'fact')
  await expect(answerText(page)).toBeVisible()
  await page.evaluate(async () => {
    const body = document.createElement('body')
    body.innerHTML = document.body.innerHTML
    document.body.replaceWith(body)
    await Promise.resolve()
    history.pushState({ index: 1 }, '', '/next')
  })
  await page.waitForTimeout(300)
  await expect(input(page)).toHaveValue('')
  await page.evaluate(() => addEventListener('popstate', () => {
    const body = document.createElement('body')
    body.innerHTML = document.body.innerHTML
    document.body.replaceWith(body)
  }, { once: true }))
  await page.goBack()
  await expect(input(page)).toHaveValue('fact')
})

test('with its state in the address, the next page does not ask the question of the last one', async ({ page }) => {
  await openSite(page, { attributes: 'state="url" worker="off"', query: '?q=fact' })
  await expect(answerText(page)).toBeVisible()
  await record(page)
  await page.evaluate(async () => {
    const body = document.createElement('body')
    body.innerHTML = document.body.innerHTML
    document.body.replaceWith(body)
    await Promise.resolve()
    history.pushState(null, '', '/next')
  })
  await page.waitForTimeout(500)
  expect(await calls(page)).toEqual([])
  await expect(panel(page)).toBeHidden()
})

for (const form of ['', 'form="dialog" header=".old" instead=".old"']) {
  test(`forty replaced pages leave no listeners and no boxes behind: ${form || 'inline'}`, async ({ page }) => {
    const session = await page.context().newCDPSession(page)
    const count = async () => {
      await session.send('HeapProfiler.collectGarbage')
      const { nodes, jsEventListeners } = await session.send('Memory.getDOMCounters')
      return { nodes, listeners: jsEventListeners }
    }
    await openSite(page, { attributes: form, body: '{element}<header><div class="old">Old search</div></header>' })
    await page.locator('soru-search').evaluate((/** @type {any} */ box) => box.ask('fact'))
    const html = await page.evaluate(() => document.body.innerHTML.replace(/ style="[^"]*"/g, ''))
    const settle = async () => {
      await page.waitForTimeout(3000) // boxes that were taken away are given up
      return count()
    }
    const many = async (/** @type {number} */ times) => {
      for (let turn = 0; turn < times; turn += 1) {
        await swap(page, html)
        await page.waitForTimeout(20)
      }
      return settle()
    }
    const before = await many(4)
    const after = await many(40)
    expect(after.listeners - before.listeners).toBeLessThan(20)
    expect(after.nodes - before.nodes).toBeLessThan(200)
  })
}

test('frameworks set attributes as properties', async ({ page }) => {
  await openSite(page)
  const seen = await page.locator('soru-search').evaluate((/** @type {any} */ box) => {
    Object.assign(box, { model: 'small', value: undefined, bundle: '/other/' })
    const named = [box.getAttribute('model'), box.model.model, box.value, box.getAttribute('bundle')]
    Object.assign(box, { model: { model: 'large' }, bundle: null })
    return [...named, box.model.model, box.hasAttribute('bundle')]
  })
  expect(seen).toEqual(['small', 'small', '', '/other/', 'large', false])
})

test('the modules can be imported where there is no document', () => {
  for (const name of ['soru-search.js', 'soru-related.js', 'soru.js', 'offline.js']) {
    const script = `const found = await import(${JSON.stringify(join(MODULES, name))}); process.stdout.write(Object.keys(found).join())`
    const told = execFileSync('node', ['--input-type=module', '-e', script], { encoding: 'utf8' })
    expect(told, name).not.toBe('')
  }
})
