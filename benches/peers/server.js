/**
 * A typical static host: compresses uncompressed files, allows caching, and
 * counts the bytes it sends.
 */
import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'

const compress = promisify(gzip)

/** @type {Record<string, string>} */
const TYPES = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.wasm': 'application/wasm',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
}

/** Scripts, styles, compiled engines and blank pages: all other files are an engine's index. */
const CODE = /\.(html|js|css|wasm|pagefind)(\.bin)?$/

/**
 * @param {string} folder
 * @returns {Promise<{
 *   address: string, sent: () => { bytes: number, indexBytes: number, requests: number },
 *   waitFor: (ms: number) => void, close: () => void
 * }>} `indexBytes`: `bytes` without code; `waitFor`: sets a delay for every file, as from a distant host
 */
export async function serve(folder) {
  let bytes = 0
  let indexBytes = 0
  let requests = 0
  let wait = 0
  const kept = new Map()
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname))
    try {
      const content = await read(join(folder, path))
      if (wait > 0) await new Promise((resolve) => setTimeout(resolve, wait))
      bytes += content.length
      indexBytes += CODE.test(path) ? 0 : content.length
      requests += 1
      const type = TYPES[extname(path)]
      response.writeHead(200, {
        'content-type': type ?? 'application/octet-stream',
        'content-length': content.length,
        ...(type ? { 'content-encoding': 'gzip' } : {}),
        'cache-control': 'public, max-age=3600',
      })
      response.end(content)
    } catch {
      response.writeHead(404).end()
    }
  })
  /** @param {string} file */
  async function read(file) {
    if (!kept.has(file)) {
      const content = await readFile(file)
      kept.set(file, TYPES[extname(file)] ? await compress(content, { level: 9 }) : content)
    }
    return kept.get(file)
  }
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    address: `http://127.0.0.1:${port}/`,
    sent: () => ({ bytes, indexBytes, requests }),
    waitFor: (ms) => (wait = ms),
    close: () => server.close(),
  }
}
