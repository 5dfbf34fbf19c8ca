/**
 * The engines' code, from hosts of any kind. Many do not compress WebAssembly, and would send three times
 * the bytes.
 */

import { unpack } from './unpack.js'

export const ESSENTIAL_CODE = new URL('./soru_engine_bg.wasm', import.meta.url)
const ESSENTIAL_PACKED = new URL('./soru_engine_bg.wasm.gz', import.meta.url)
export const FULL_CODE = new URL('./soru_engine_full_bg.wasm.gz', import.meta.url)

/** Hosts that do not know this type are many, and only with it can code be compiled while it comes. */
const TYPE = 'application/wasm'

/**
 * The essential engine as the host compresses it, often better than gzip; of a host that does not, the
 * file that is compressed already.
 */
export async function essentialCode() {
  const response = await fetch(ESSENTIAL_CODE)
  // Of another origin's file the header is not told.
  const isCompressed = response.type !== 'basic' || response.headers.has('content-encoding')
  if (!response.ok || isCompressed) return response
  await response.body?.cancel()
  const unpacked = await code(ESSENTIAL_PACKED).catch(() => null)
  return unpacked?.ok ? unpacked : fetch(ESSENTIAL_CODE)
}

/** The full engine, which nobody waits for: it is there compressed only. */
export function fullCode() {
  return code(FULL_CODE)
}

/** @param {Response} response */
export function isTyped(response) {
  return response.headers.get('content-type') === TYPE
}

/** @param {URL} url */
function code(url) {
  return unpack(url, {}, { 'content-type': TYPE })
}
