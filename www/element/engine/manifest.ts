/**
 * Fetches the manifest of a bundle while the worker is still loading, like the code (client.ts): on a slow line this
 * saves a round trip before the first answer.
 */
import { patiently, read } from './stream.js'

/** The maximum size in bytes: a manifest has only settings and file names. */
export const LONGEST_MANIFEST = 16 << 20

/** @param base address of the bundle's folder, with a slash at its end */
export function manifestUrl(base: string) {
  return `${base}manifest.msgpack`
}

/**
 * @param given cancels the download
 * @returns null on failure: then the engine's own thread retries, and reports the error
 */
export function manifestAhead(base: string, given?: AbortSignal): Promise<Uint8Array | null> {
  return patiently(async (signal, heard) => {
    const response = await fetch(manifestUrl(base), { cache: 'no-cache', signal })
    return response.ok ? read(response.body, LONGEST_MANIFEST, heard) : null
  }, given).catch(() => null)
}
