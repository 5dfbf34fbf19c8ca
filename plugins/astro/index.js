/**
 * Soru for Astro: an integration that builds the index after the site, and a Starlight plugin that also puts the box
 * where Starlight's search was. In development the server sends the index of the last build.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import serveStatic from 'serve-static'
import { createIndex } from 'soru/node'

const FOLDER = 'soru'

/** @param {import('soru/node').IndexOptions} [options] */
export default function soru(options = {}) {
  let bundle = ''
  let base = '/'
  return {
    name: '@soru/astro',
    hooks: {
      'astro:config:done': ({ config }) => {
        base = config.base.replace(/\/?$/, '/')
        bundle = join(fileURLToPath(config.outDir), FOLDER)
      },
      'astro:server:setup': ({ server, logger }) => {
        if (!existsSync(bundle)) logger.warn('there is no index yet: run `astro build` once to search while you write')
        // Astro may have taken the base from the address before.
        for (const path of new Set([base + FOLDER, `/${FOLDER}`])) server.middlewares.use(path, serveStatic(bundle))
      },
      'astro:build:done': async ({ dir, logger }) => {
        const site = fileURLToPath(dir)
        const index = await createIndex(options)
        try {
          await index.addDirectory({ path: site })
          const { pages, warnings } = await index.writeBundle({ out: join(site, FOLDER) })
          for (const warning of warnings) logger.warn(warning)
          logger.info(`pages indexed: ${pages}`)
        } finally {
          await index.close()
        }
      },
    },
  }
}

/** @param {import('soru/node').IndexOptions} [options] */
export function starlightSoru(options = {}) {
  return {
    name: '@soru/astro',
    hooks: {
      'config:setup': ({ addIntegration, config, updateConfig }) => {
        addIntegration(soru(options))
        updateConfig({ pagefind: false, components: { Search: '@soru/astro/StarlightSearch.astro', ...config.components } })
      },
    },
  }
}
