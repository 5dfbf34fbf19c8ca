/**
 * The actions of a visitor in the box, and the waiting times.
 */

/** @typedef {import('@playwright/test').Page} Page */

/** The typed text, letter by letter; pages of the demo answer it. */
const TYPED = 'scholarship'
const QUESTION = 'How much is a single room?'
/** Between two keys, in ms: a quick typist. */
const BETWEEN_KEYS = 100

/**
 * Runs in the page before anything else. Records key presses, the appearance of results with their texts, the
 * answer in the panel, the time from an input to the next frame, and layout shifts.
 */
export function watch() {
  const seen = { key: 0, result: 0, found: 0, enter: 0, answer: 0, shift: 0, /** @type {Record<number, number>} */ waits: {} }
  Object.assign(window, { seen })
  addEventListener('keydown', ({ key, timeStamp }) => {
    if (key === 'Enter') seen.enter = timeStamp
    else seen.key ||= timeStamp
  }, true)
  const look = () => {
    const root = document.querySelector('soru-search')?.shadowRoot
    const shown = (/** @type {string} */ part) => Boolean(root?.querySelector(`.panel:not([hidden]) ${part}`))
    if (seen.key && !seen.result && shown('[part~=title]')) seen.result = performance.now()
    if (seen.key && !seen.found && shown('[part~=excerpt]')) seen.found = performance.now()
    if (seen.enter && !seen.answer && shown('[part~=answer] [part~=text]')) seen.answer = performance.now()
    requestAnimationFrame(look)
  }
  requestAnimationFrame(look)
  new PerformanceObserver((list) => {
    for (const entry of /** @type {any[]} */ (list.getEntries())) {
      if (entry.interactionId) seen.waits[entry.interactionId] = Math.max(seen.waits[entry.interactionId] ?? 0, entry.duration)
    }
  }).observe(/** @type {any} */ ({ type: 'event', durationThreshold: 16, buffered: true }))
  new PerformanceObserver((list) => {
    for (const entry of /** @type {any[]} */ (list.getEntries())) seen.shift += entry.value
  }).observe({ type: 'layout-shift', buffered: true })
}

/** @param {Page} page */
const seen = (page) => page.evaluate(() => /** @type {any} */ (window).seen)

/**
 * Types, and waits for the first page in the list, which the outline may have, and for the first that the
 * engine has found: ms from the first key.
 * @param {Page} page
 */
export async function firstResults(page) {
  await page.keyboard.type(TYPED, { delay: BETWEEN_KEYS })
  await page.waitForFunction(() => /** @type {any} */ (window).seen.found > 0)
  const { key, result, found } = await seen(page)
  return { shown: result - key, found: found - key }
}

/**
 * Pastes a question and presses Enter: ms until the answer is visible.
 * @param {Page} page
 */
export async function answer(page) {
  await page.keyboard.insertText(QUESTION)
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => /** @type {any} */ (window).seen.answer > 0)
  const { enter, answer } = await seen(page)
  return answer - enter
}

/**
 * Uses the box for a while: ms from each input to the next frame, and how far things on the page moved.
 * An input that the browser answers within 16 ms is not reported and counts as 16.
 * @param {Page} page
 */
export async function use(page) {
  const { shift: before } = await seen(page)
  const box = page.getByRole('combobox')
  await box.click()
  await page.keyboard.type(TYPED, { delay: BETWEEN_KEYS })
  await page.waitForFunction(() => /** @type {any} */ (window).seen.result > 0)
  for (const key of ['ArrowDown', 'ArrowDown', 'ArrowUp', 'Escape', 'Escape']) await page.keyboard.press(key, { delay: BETWEEN_KEYS })
  await box.fill('')
  await answer(page)
  await page.mouse.click(5, 400)
  await page.waitForTimeout(500)
  const { waits, shift } = await seen(page)
  const slowest = Math.max(16, .../** @type {number[]} */ (Object.values(waits)))
  return { slowest, shift: shift - before }
}
