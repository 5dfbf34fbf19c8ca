/** Pagefind, for the addresses of the pages that it finds. */
let /** @type {any} */ pagefind

/**
 * @param {string} base
 * @param {string} question
 * @param {number} count
 */
export async function ask(base, question, count) {
  if (!pagefind) {
    pagefind = await import(`${base}pagefind.js`)
    await pagefind.init()
  }
  const { results } = await pagefind.search(question)
  const shown = await Promise.all(results.slice(0, count).map((/** @type {any} */ result) => result.data()))
  return shown.map((page) => page.url)
}
