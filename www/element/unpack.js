/**
 * What the builder has compressed, for hosts that do not.
 */
import { patiently, read } from './stream.js'

/**
 * A response with the content inflated. A host may take the file's ending for an encoding, which the browser
 * has undone then.
 * @param {URL} url
 * @param {RequestInit} [options]
 * @param {Record<string, string>} [headers] of the response
 */
export function unpack(url, options, headers) {
  return patiently(async (signal, heard) => {
    const response = await fetch(url, { ...options, signal })
    if (!response.ok) return response
    const bytes = await read(response.body, Infinity, heard)
    const isGzip = bytes[0] === 0x1f
    const content = isGzip ? new Response(bytes).body?.pipeThrough(new DecompressionStream('gzip')) : bytes
    return new Response(content, { headers })
  }, options?.signal)
}
