/**
 * Soru for Eleventy: the shortcode `soru` is the box, and the index is built after each build of the site, also while
 * Eleventy serves it and watches its files.
 */
import { join } from 'node:path'
import { createIndex } from 'soru/node'

const FOLDER = 'soru'
/** Keeps what was read, so that a change costs the time of one page. Eleventy ignores it as Git does. */
const CACHE = 'node_modules/.cache/soru'

export default function soru(eleventyConfig, options = {}) {
  eleventyConfig.addShortcode('soru', (attributes = '') => {
    const script = eleventyConfig.getFilter('url')(`/${FOLDER}/soru-search.js`)
    return `<script type="module" src="${script}"></script><soru-search${attributes && ` ${attributes}`}></soru-search>`
  })
  eleventyConfig.on('eleventy.after', async ({ directories }) => {
    const index = await createIndex({ cache: CACHE, ...options })
    try {
      await index.addDirectory({ path: directories.output })
      const { pages, warnings } = await index.writeBundle({ out: join(directories.output, FOLDER) })
      for (const warning of warnings) console.warn(`[soru] ${warning}`)
      console.log(`[soru] pages indexed: ${pages}`)
    } finally {
      await index.close()
    }
  })
}
