/**
 * A static host at the end of a slow line: every response starts after one round trip, and all responses
 * share the bandwidth.
 *
 * The figures are those of Lighthouse's "slow 4G" (github.com/GoogleChrome/lighthouse, docs/throttling.md):
 * 150 ms per round trip, 1,638.4 kbit a second. The host slows the line down, because a browser would slow
 * down the requests of a page but not those of its workers.
 */
import { createServer } from 'node:http'
import { readFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import { gzipSync } from 'node:zlib'

const ROUND_TRIP = 150
const BYTES_PER_MS = 1638.4 / 8
const TICK = 5
const PIECE = 1460

/** @type {Record<string, string>} */
const TYPES = {
  '.css': 'text/css',
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.json': 'application/json',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

/** @typedef {{ response: import('node:http').ServerResponse, rest: Buffer }} Answer */

/**
 * @param {string} folder
 * @param {{ slow: boolean }} options
 */
export async function host(folder, { slow }) {
  const line = new Line(slow)
  const server = createServer(async (request, response) => {
    const path = normalize(decodeURIComponent(new URL(request.url ?? '/', 'http://localhost').pathname))
    const file = join(folder, path.endsWith('/') ? `${path}index.html` : path)
    const content = await readFile(file).catch(() => null)
    const type = TYPES[extname(file)]
    const body = content && type ? gzipSync(content, { level: 9 }) : content ?? Buffer.alloc(0)
    response.setHeader('content-type', type ?? 'application/octet-stream')
    if (content && type) response.setHeader('content-encoding', 'gzip')
    response.setHeader('content-length', body.length)
    response.setHeader('cache-control', 'public, max-age=3600')
    response.statusCode = content ? 200 : 404
    line.send(response, body)
  })
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(undefined)))
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address())
  return {
    address: `http://localhost:${port}/`,
    /** Bytes sent so far. */
    sent: () => line.sent,
    close() {
      line.close()
      server.closeAllConnections()
      server.close()
    },
  }
}

class Line {
  sent = 0
  #slow
  /** @type {Answer[]} */
  #answers = []
  #credit = 0
  #last = performance.now()
  /** @type {ReturnType<typeof setInterval> | undefined} */
  #timer

  /** @param {boolean} slow */
  constructor(slow) {
    this.#slow = slow
    if (slow) this.#timer = setInterval(() => this.#tick(), TICK)
  }

  /**
   * @param {import('node:http').ServerResponse} response
   * @param {Buffer} body
   */
  send(response, body) {
    if (this.#slow) {
      setTimeout(() => this.#answers.push({ response, rest: body }), ROUND_TRIP)
    } else {
      this.sent += body.length
      response.end(body)
    }
  }

  close() {
    clearInterval(this.#timer)
  }

  /** Sends as much as the time since the last tick allows, a piece of each response in turn. */
  #tick() {
    const now = performance.now()
    this.#credit += (now - this.#last) * BYTES_PER_MS
    this.#last = now
    while (this.#credit > 0 && this.#answers.length > 0) {
      const answer = /** @type {Answer} */ (this.#answers.shift())
      const piece = answer.rest.subarray(0, PIECE)
      answer.rest = answer.rest.subarray(PIECE)
      this.#credit -= piece.length
      this.sent += piece.length
      if (answer.rest.length === 0) {
        answer.response.end(piece)
      } else {
        answer.response.write(piece)
        this.#answers.push(answer)
      }
    }
    // A line that was idle has saved nothing up.
    if (this.#answers.length === 0) this.#credit = Math.min(this.#credit, 0)
  }
}
