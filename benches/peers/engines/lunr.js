/** lunr; it stores no titles, so the page fetches them next to the index. */
let /** @type {any} */ index
let /** @type {Record<string, string>} */ titles = {}

/** @param {string} base */
export async function load(base) {
  for (const script of await fetch(`${base}scripts.json`).then((response) => response.json())) {
    await new Promise((resolve, reject) => {
      const element = document.createElement('script')
      element.src = base + script
      element.onload = resolve
      element.onerror = reject
      document.head.append(element)
    })
  }
  const [json, named] = await Promise.all(
    ['index.json', 'titles.json'].map((file) => fetch(base + file).then((response) => response.json())),
  )
  titles = named
  index = /** @type {any} */ (window).lunr.Index.load(json)
}

/** @param {string} question */
export async function ask(question) {
  // In lunr's query language punctuation marks are operators.
  const found = index.search(question.replace(/[^\p{L}\p{N}\s]/gu, ' '))
  return { titles: found.slice(0, 5).map((/** @type {any} */ hit) => titles[hit.ref]), answered: false }
}
