/**
 * What the builder has compressed, for hosts that do not.
 */
import { gunzip, patiently, read } from './stream.js'

/**
 * The most bytes of such a file, as it comes and inflated: the largest, the full engine, has a million. A host that
 * sends without end is not read on.
 */
export const LONGEST = 16 << 20

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
    const bytes = await read(response.body, LONGEST, heard)
    const isGzip = bytes[0] === 0x1f
    return new Response(isGzip ? gunzip(bytes, LONGEST) : bytes, { headers })
  }, options?.signal)
}
