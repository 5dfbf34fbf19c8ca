/**
 * Soru for VitePress: builds the index after the site and puts the box where VitePress has its search. In development
 * the server sends the index of the last build.
 */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import serveStatic from 'serve-static'
import { createIndex } from 'soru/node'

const FOLDER = 'soru'
const BOX = fileURLToPath(new URL('search.js', import.meta.url))

export function withSoru(config, options = {}) {
  const base = (config.base ?? '/').replace(/\/?$/, '/')
  const isCustomElement = config.vue?.template?.compilerOptions?.isCustomElement
  return {
    ...config,
    head: [...config.head ?? [], ['script', { type: 'module', src: `${base}${FOLDER}/soru-search.js` }]],
    vue: {
      ...config.vue,
      template: {
        ...config.vue?.template,
        compilerOptions: {
          ...config.vue?.template?.compilerOptions,
          isCustomElement: (tag) => tag.startsWith('soru-') || Boolean(isCustomElement?.(tag)),
        },
      },
    },
    vite: { ...config.vite, plugins: [...config.vite?.plugins ?? [], search(base)] },
    async buildEnd(site) {
      await config.buildEnd?.(site)
      await build(site.outDir, options)
    },
  }
}

/** The part of Vite: VitePress's search is the box, and the development server has the index. */
function search(base) {
  return {
    name: '@soru/vitepress',
    config: () => ({
      resolve: { alias: [{ find: /^.*\/VPNavBarSearch\.vue$/, replacement: BOX }] },
      ssr: { noExternal: ['@soru/vitepress'] },
    }),
    configureServer(server) {
      const bundle = join(server.config.vitepress?.outDir ?? '', FOLDER)
      if (!existsSync(bundle)) server.config.logger.warn('soru: there is no index yet: run `vitepress build` once to search while you write')
      server.middlewares.use(base + FOLDER, serveStatic(bundle))
    },
  }
}

async function build(site, options) {
  const index = await createIndex(options)
  try {
    await index.addDirectory({ path: site })
    const { pages, warnings } = await index.writeBundle({ out: join(site, FOLDER) })
    for (const warning of warnings) console.warn(`soru: ${warning}`)
    console.log(`soru: pages indexed: ${pages}`)
  } finally {
    await index.close()
  }
}
