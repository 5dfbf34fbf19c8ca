/** Builds a MiniSearch index: node index-minisearch.js SITE OUT */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import MiniSearch from 'minisearch'
import { plain, readPages } from './pages.js'

const [site, out] = process.argv.slice(2)
const pages = await readPages(site)
const index = new MiniSearch({ fields: ['title', 'text'], storeFields: ['title', 'url'] })
index.addAll(
  pages.map((page, id) => ({ id, title: page.title, url: page.path, text: plain(page.body) })),
)
await writeFile(join(out, 'index.json'), JSON.stringify(index))
