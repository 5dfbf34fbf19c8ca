/** Soru, used like its own search box. */
let /** @type {any} */ soru

/**
 * @param {string} base
 * @param {{ worker: boolean }} options
 */
export async function load(base, options) {
  const { open } = await import(`${base}soru.js`)
  soru = await open(base, options)
}

/** @param {string} question */
export async function ask(question) {
  const { answer, hits } = await soru.ask(question, { topK: 5 })
  return { titles: hits.map((/** @type {any} */ hit) => hit.title), answered: Boolean(answer) }
}
