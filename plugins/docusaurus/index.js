'use strict'
/**
 * Soru for Docusaurus: builds the index after the site, one for each language, and puts the box where the theme has its
 * search. In development the server sends the index of the last build.
 */
const { existsSync } = require('node:fs')
const { join } = require('node:path')

const FOLDER = 'soru'

module.exports = function soru({ baseUrl, outDir }, { id: _, ...options }) {
  return {
    name: '@soru/docusaurus',
    getThemePath: () => join(__dirname, 'theme'),
    injectHtmlTags: () => ({
      headTags: [{ tagName: 'script', attributes: { type: 'module', src: `${baseUrl}${FOLDER}/soru-search.js` } }],
    }),
    configureWebpack: ({ mode }, isServer) => {
      const directory = join(outDir, FOLDER)
      if (mode === 'development' && !existsSync(directory)) console.warn('[soru] there is no index yet: run `docusaurus build` once to search while you write')
      const bundle = { directory, publicPath: baseUrl + FOLDER, watch: false }
      return isServer ? {} : { devServer: { static: [bundle] } }
    },
    async postBuild({ outDir: site }) {
      const { createIndex } = await import('soru/node')
      const index = await createIndex(options)
      try {
        await index.addDirectory({ path: site })
        const { pages, warnings } = await index.writeBundle({ out: join(site, FOLDER) })
        for (const warning of warnings) console.warn(`[soru] ${warning}`)
        console.log(`[soru] pages indexed: ${pages}`)
      } finally {
        await index.close()
      }
    },
  }
}
