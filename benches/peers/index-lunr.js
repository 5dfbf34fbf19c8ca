/** Builds a lunr index: node index-lunr.js SITE OUT LANG */
import { writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { plain, readPages } from './pages.js'

const require = createRequire(import.meta.url)
const lunr = require('lunr')
const [site, out, lang] = process.argv.slice(2)
if (lang !== 'en') {
  require('lunr-languages/lunr.stemmer.support.js')(lunr)
  require(`lunr-languages/lunr.${lang}.js`)(lunr)
}
const pages = await readPages(site)
const index = lunr(function () {
  if (lang !== 'en') this.use(lunr[lang])
  this.field('title', { boost: 2 })
  this.field('text')
  pages.forEach((page, id) => this.add({ id, title: page.title, text: plain(page.body) }))
})
await writeFile(join(out, 'index.json'), JSON.stringify(index))
await writeFile(join(out, 'titles.json'), JSON.stringify(pages.map((page) => page.title)))
