/**
 * What a page in the list looks like, as its owner wants it: picture and description, templates, and slots around the
 * list.
 */
import { expect, test } from '@playwright/test'
import { ask, expectAccessible, options, panel } from './fixtures/box.js'
import { ORIGIN, STRICT, openSite, watchTrouble } from './fixtures/site.js'

const TEMPLATE = `<template slot="hit"><style>.mine { display: block } .mine img { width: 40px; height: 40px }</style>
  <span class="mine"><img data-soru-part="image" width="40" height="40"><b data-soru-part="title">Title</b>
  <i data-soru-part="meta.author">by</i> <span data-soru-part="excerpt"></span> <time data-soru-part="date"></time>
  <small data-soru-part="meta.nothing">left out</small></span></template>`

test.describe('previews', () => {
  test('a page has picture and description, of which one without leaves no trace', async ({ page }) => {
    const trouble = await watchTrouble(page)
    await openSite(page, { attributes: 'previews', csp: STRICT })
    await ask(page, 'pictured')
    const pictures = panel(page).locator('[part=picture]')
    await expect(pictures).toHaveCount(1)
    await expect(pictures).toHaveAttribute('src', `${ORIGIN}/en/hall.png`)
    for (const [name, value] of [['loading', 'lazy'], ['width', '1200'], ['height', '630'], ['alt', '']]) await expect(pictures).toHaveAttribute(name, value)
    await expect(panel(page).locator('[part=description]').first()).toHaveText('Rooms & <i>halls</i> for all.')
    await expect(options(page).nth(3).locator('[part=description]')).toHaveCount(0)
    await expect(options(page).first()).toHaveAccessibleName(/^Hall 1/)
    const box = await pictures.boundingBox()
    expect(box).toMatchObject({ width: 96, height: 64 })
    await expectAccessible(page)
    expect(trouble.filter((text) => !text.includes('404'))).toEqual([])
  })

  test('a page of results names the picture, and nothing scrolls sideways at 320 pixels', async ({ page }) => {
    await page.setViewportSize({ width: 320, height: 600 })
    await openSite(page, { attributes: 'form="page" previews', query: '?q=pictured', lang: 'tr', style: 'html { color-scheme: dark; background: #101217; color: #eee } main { padding: 4px }' })
    await expect(page.getByRole('img', { name: 'A <b>hall</b>' })).toHaveCount(1)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
    await expectAccessible(page)
  })

  test('without the attribute no picture is fetched', async ({ page }) => {
    const fetched = /** @type {string[]} */ ([])
    page.on('request', (request) => fetched.push(request.url()))
    await openSite(page)
    await ask(page, 'pictured')
    await expect(options(page)).toHaveCount(4)
    await expect(panel(page).locator('img')).toHaveCount(0)
    expect(fetched.filter((url) => /png|extras|hit-dress/.test(url))).toEqual([])
  })
})

test.describe('templates', () => {
  for (const form of /** @type {const} */ (['inline', 'page'])) {
    test(`a page is shown by the owner's template, and as text: ${form}`, async ({ page }) => {
      await openSite(page, { attributes: `form="${form}"`, children: TEMPLATE })
      await page.keyboard.press('/')
      await page.locator('soru-search input').fill('pictured')
      await page.locator('soru-search input').press('Enter')
      const mine = page.locator('soru-search .mine')
      await expect(mine).toHaveCount(4)
      await expect(mine.first()).toContainText('Hall 1')
      await expect(mine.first().locator('i')).toHaveText('<b>Ada</b>')
      await expect(mine.first().locator('mark').first()).toHaveText('cap')
      await expect(mine.first().locator('small, time')).toHaveCount(0)
      await expect(mine.first().locator('img')).toHaveAttribute('src', `${ORIGIN}/en/hall.png`)
      await expect(mine.locator('img')).toHaveCount(1)
      const link = page.locator('soru-search a', { has: page.locator('.mine') }).first()
      await expect(link).toHaveAttribute('href', `${ORIGIN}/en/hall-0.html`)
      await expectAccessible(page)
    })
  }

  test('nothing of an index becomes markup in it', async ({ page }) => {
    await openSite(page, { children: TEMPLATE })
    await ask(page, 'hostile')
    await expect(panel(page).locator('.mine b').first()).toHaveText('<img src=x onerror="document.title=\'owned\'">')
    await expect(panel(page).locator('.mine img, .mine script')).toHaveCount(0)
    expect(await page.title()).toBe('Site')
  })
})

test.describe('slots', () => {
  for (const form of /** @type {const} */ (['inline', 'dialog', 'page'])) {
    test(`the owner's content is above and below results, and where nothing is asserted: ${form}`, async ({ page }) => {
      await openSite(page, {
        attributes: `form="${form}"`,
        children: '<p slot="header">Read the rules.</p><p slot="footer"><a href="/help/">Help</a></p><p slot="no-answer">Ask the desk.</p>',
      })
      const [header, footer, none] = ['Read the rules.', 'Help', 'Ask the desk.'].map((text) => page.getByText(text))
      // A page offers questions at once, below the owner's line.
      await expect(header).toBeVisible({ visible: form === 'page' })
      await page.keyboard.press('/')
      await page.locator('soru-search input').fill('fact')
      await page.locator('soru-search input').press('Enter')
      await expect(page.locator('soru-search .card')).toBeVisible()
      await expect(header).toBeVisible()
      await expect(footer).toBeVisible()
      await expect(none).toBeHidden()
      const top = async (/** @type {import('@playwright/test').Locator} */ part) => (await part.boundingBox())?.y ?? NaN
      expect(await top(header)).toBeLessThan(await top(page.locator('soru-search .card')))
      expect(await top(footer)).toBeGreaterThan(await top(page.locator('soru-search .title').last()))
      await page.locator('soru-search input').fill('none')
      await page.locator('soru-search input').press('Enter')
      await expect(none).toBeVisible()
      await expectAccessible(page)
    })
  }
})
