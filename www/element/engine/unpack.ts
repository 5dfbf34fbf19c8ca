/**
 * Inflates files that the builder has compressed, for hosts that do not compress.
 */
import { gunzip, patiently, read } from './stream.js'

/**
 * The maximum size of such a file in bytes, compressed and inflated: the largest, the full engine, has a million.
 * Reading stops there even if a host sends endlessly.
 */
export const LONGEST = 16 << 20

/**
 * A response with inflated content. A rule of the host may declare it as encoded, which the browser has already undone.
 * @param headers of the response
 */
export function unpack(url: URL, options?: RequestInit, headers?: Record<string, string>) {
  return patiently(async (signal, heard) => {
    const response = await fetch(url, { ...options, signal })
    if (!response.ok) return response
    const bytes = await read(response.body, LONGEST, heard)
    const isGzip = bytes[0] === 0x1f
    return new Response(isGzip ? gunzip(bytes, LONGEST) : bytes, { headers })
  }, options?.signal)
}
