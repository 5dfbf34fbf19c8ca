/** MiniSearch with prefixes and fuzzy matching, configured as in its documentation. */
let /** @type {any} */ index

/** @param {string} base */
export async function load(base) {
  const { default: MiniSearch } = await import(`${base}minisearch.js`)
  const json = await fetch(`${base}index.json`).then((response) => response.text())
  index = MiniSearch.loadJSON(json, { fields: ['title', 'text'], storeFields: ['title', 'url'] })
}

/** @param {string} question */
export async function ask(question) {
  const found = index.search(question, { prefix: true, fuzzy: 0.2, boost: { title: 2 } })
  return { titles: found.slice(0, 5).map((/** @type {any} */ hit) => hit.title), answered: false }
}
