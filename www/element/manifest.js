/**
 * The manifest of a bundle, asked for while the worker is still being fetched itself, as the code is
 * (soru.js): on a slow line a round trip less before the first answer.
 */
import { patiently, read } from './stream.js'

/** It holds settings and file names; more than this is no manifest. */
export const LONGEST_MANIFEST = 16 << 20

/** @param {string} base address of the bundle's folder, with a slash at its end */
export function manifestUrl(base) {
  return `${base}manifest.msgpack`
}

/**
 * @param {string} base
 * @param {AbortSignal} [given] breaks it off
 * @returns {Promise<Uint8Array | null>} null if it cannot be had: then the engine's own thread tries, and says
 *   why not
 */
export function manifestAhead(base, given) {
  return patiently(async (signal, heard) => {
    const response = await fetch(manifestUrl(base), { cache: 'no-cache', signal })
    return response.ok ? read(response.body, LONGEST_MANIFEST, heard) : null
  }, given).catch(() => null)
}
