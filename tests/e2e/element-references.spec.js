/**
 * The box in every state, compared with the pictures in `references/`.
 *
 * After a change that is meant to be seen: `SORU_UPDATE=1 npx playwright test element-references`, and look at
 * every picture that changed before it is committed. They are of Chromium on Linux with the font DejaVu
 * Sans; elsewhere letters have other widths, so that there is nothing to compare.
 */
import { platform } from 'node:process'
import { expect, test } from '@playwright/test'
import { ask, input, options, panel } from './fixtures/box.js'
import { openSite } from './fixtures/site.js'
import { LAUNCH } from './support/launch.js'

/** @typedef {import('@playwright/test').Page} Page */
/** @typedef {import('./fixtures/site.js').Site} Site */

/** Letters are drawn a little differently from one version of the browser to the next. */
const TOLERANCE = { maxDiffPixelRatio: 0.001, threshold: 0.25 }

const FONT = 'html { font-family: "DejaVu Sans"; --soru-font: "DejaVu Sans" }'

/**
 * @typedef {object} Look
 * @property {{ width: number, height: number }} viewport
 * @property {'light' | 'dark'} scheme
 * @property {string} lang
 * @property {'rtl'} [dir]
 * @property {'print'} [media]
 * @property {string[]} [states] default: all
 */
/** @type {Record<string, Look>} */
const LOOKS = {
  'wide-light-en': { viewport: { width: 640, height: 600 }, scheme: 'light', lang: 'en' },
  'phone-dark-tr': { viewport: { width: 360, height: 660 }, scheme: 'dark', lang: 'tr' },
  // From right to left; there are no texts in such a language, so that the words alone stay as they are.
  'wide-light-rtl': {
    viewport: { width: 640, height: 600 }, scheme: 'light', lang: 'en', dir: 'rtl',
    states: ['active', 'choices', 'dialog', 'fact', 'offers', 'page', 'passage', 'steps', 'unsure'],
  },
  'paper-light-en': { viewport: { width: 640, height: 800 }, scheme: 'light', lang: 'en', media: 'print', states: ['fact', 'quotation', 'page'] },
}

/**
 * How to bring each state about.
 * @type {Record<string, { site?: Site, show: (page: Page) => Promise<unknown> }>}
 */
const STATES = {
  closed: { show: async (page) => expect(input(page)).toBeVisible() },
  suggestions: { show: (page) => input(page).click() },
  results: { show: (page) => input(page).pressSequentially('h1b cap') },
  active: {
    async show(page) {
      await input(page).pressSequentially('h1b cap')
      await expect(options(page)).toHaveCount(3)
      await input(page).press('ArrowDown')
    },
  },
  fact: { show: (page) => ask(page, 'fact') },
  quotation: { show: (page) => ask(page, 'quote') },
  passage: { show: (page) => ask(page, 'passage') },
  steps: { show: (page) => ask(page, 'steps') },
  best: { show: (page) => ask(page, 'best') },
  offers: {
    async show(page) {
      await ask(page, 'nearby')
      await panel(page).locator('.offer').first().click()
      await expect(panel(page).locator('.offer-answer').first()).toBeVisible()
      // A click scrolls to its target, by varying distances.
      await page.evaluate(() => scrollTo(0, 0))
      await panel(page).evaluate((panel) => { for (const part of [panel, ...panel.querySelectorAll('*')]) part.scrollTop = 0 })
    },
  },
  'follow-up': {
    async show(page) {
      await ask(page, 'fact')
      await expect(panel(page).locator('.card')).toBeVisible()
      await ask(page, 'and for F-1?')
      await expect(panel(page).locator('[part=understood]')).toBeVisible()
    },
  },
  'long-words': { show: (page) => ask(page, 'long') },
  unsure: { show: (page) => ask(page, 'unsure') },
  choices: { show: (page) => ask(page, 'which cap') },
  correction: { show: (page) => ask(page, 'wat is the cap') },
  none: { show: (page) => ask(page, 'none') },
  error: { show: (page) => ask(page, 'crash') },
  outline: {
    site: {
      bundle: { openMillis: '600000' },
      outline: { pages: ['en', 'tr'].flatMap((lang) => [['H-1B visas', `${lang}/h1b.html`, lang, 'Annual cap of H-1B visas', 'cap'], ['H-1B transfers', `${lang}/transfer.html`, lang]]) },
    },
    async show(page) {
      await input(page).pressSequentially('h1b cap')
      await expect(options(page).first()).toBeVisible()
    },
  },
  dialog: {
    site: { attributes: 'form="dialog"' },
    async show(page) {
      await page.keyboard.press('/')
      await ask(page, 'fact')
    },
  },
  page: { site: { attributes: 'form="page"', query: '?q=many' }, show: (page) => expect(page.getByRole('link', { name: 'Page number 1' }).first()).toBeVisible() },
}

/** Whether a state has no panel. @param {string} state */
const isBare = (state) => state === 'closed' || state === 'page'


// Greys at the letters' edges do not depend on the display.
test.use({ launchOptions: { ...LAUNCH, args: [...LAUNCH.args, '--disable-lcd-text', '--font-render-hinting=none'] } })

test.describe('references', () => {
  for (const [look, { viewport, scheme, lang, dir, media, states }] of platform === 'linux' ? Object.entries(LOOKS) : []) {
    for (const [state, { site, show }] of Object.entries(STATES)) {
      if (states && !states.includes(state)) continue
      test(`${state}, ${look}`, async ({ page }) => {
        await page.setViewportSize(viewport)
        const colours = scheme === 'dark' ? 'background: #101217; color: #eee' : ''
        await openSite(page, { lang, style: `html { color-scheme: ${scheme}; ${colours} } ${FONT}`, ...site })
        if (dir) await page.evaluate((dir) => { document.documentElement.dir = dir }, dir)
        await show(page)
        if (!isBare(state)) await expect(panel(page)).toBeVisible()
        if (media) await page.emulateMedia({ media })
        if (state !== 'outline') await expect(page.locator('progress, .skeleton')).toHaveCount(0)
        await page.waitForLoadState('networkidle')
        await expect(page.locator('soru-search .actions:empty')).toHaveCount(0)
        await expect(page).toHaveScreenshot(`${state}-${look}.png`, { ...TOLERANCE, animations: 'disabled', caret: 'hide' })
      })
    }
  }
})
