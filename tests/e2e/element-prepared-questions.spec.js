/**
 * Prepared questions complete the typed text, above the pages, in the same list; the empty box of a site without samples
 * offers those of its most important pages.
 */
import { expect, test } from '@playwright/test'
import { expectAccessible, input, options, panel } from './fixtures/box.js'
import { openSite } from './fixtures/site.js'

const PREPARED = [
  ...['what fee is due?', 'can I pay by card', 'does the fee cover my family?', 'what does the fee pay for?', 'is a fee returned?', 'when is a fee due?']
    .map((question) => ({ lang: 'en', question })),
  ...['ücret ne zaman ödenir?', 'kartla ödeyebilir miyim'].map((question) => ({ lang: 'tr', question })),
]
/** A site without samples. */
const BARE = { plain: '1', prepared: JSON.stringify(PREPARED) }

test('three of them complete the typed text, above the pages', async ({ page }) => {
  await openSite(page, { bundle: BARE })
  await input(page).pressSequentially('fee')
  await expect(options(page)).toHaveText([/^what fee is due\?/, /^does the fee cover/, /^what does the fee/, /^H-1B/, /^H-1B/, /^Fees/])
  await expect(panel(page).locator('.list-label')).toHaveText('Questions and pages')
  await input(page).fill('card p')
  await expect(options(page).first()).toHaveText('can I pay by card')
  await expectAccessible(page)
})

test('one that is chosen is asked', async ({ page }) => {
  await openSite(page, { bundle: BARE })
  await input(page).pressSequentially('card')
  await expect(options(page).first()).toHaveText('can I pay by card')
  await input(page).press('ArrowDown')
  await input(page).press('Enter')
  await expect(input(page)).toHaveValue('can I pay by card')
})

test('a box in Turkish has those in Turkish, typed with any letters', async ({ page }) => {
  await openSite(page, { lang: 'tr', bundle: BARE })
  for (const typed of ['odeye', 'ÖDEYEBİLİR', 'ÖDEYEBILIR']) {
    await input(page).fill(typed)
    await expect(options(page).first()).toHaveText('kartla ödeyebilir miyim')
  }
})

test('the empty box offers five of the outline that are current, where the site has no samples', async ({ page }) => {
  const over = { lang: 'en', question: 'what was due last year?', validUntil: '2020-01-01' }
  await openSite(page, { bundle: BARE, outline: { siteUrl: '', suggestions: [over, ...PREPARED.slice(1)], pages: [] } })
  await input(page).click()
  await expect(options(page)).toHaveText(PREPARED.slice(1, 6).map(({ question }) => question))
  await expectAccessible(page)
})
