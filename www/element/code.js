/**
 * The engines' code, compiled, from hosts of any kind. Many do not compress WebAssembly, and would send three
 * times the bytes.
 */
import { Refusal, patiently, read } from './stream.js'
import { LONGEST, unpack } from './unpack.js'

export const ESSENTIAL_CODE = new URL('./soru_engine_bg.wasm', import.meta.url)
const ESSENTIAL_PACKED = new URL('./soru_engine_bg.wasm.gz', import.meta.url)
export const FULL_CODE = new URL('./soru_engine_full_bg.wasm.gz', import.meta.url)

/** How long code is compiled once all of it is there, in milliseconds, before it is compiled again. */
const LATE = 3000

/** Hosts that do not know this type are many, and only with it can code be compiled while it comes. */
const TYPE = 'application/wasm'

/**
 * The essential engine as the host compresses it, often better than gzip; of a host that does not, the
 * file that is compressed already.
 * @param {AbortSignal} [given] breaks it off
 */
export async function essentialCode(given) {
  const code = await plain(true, given) ?? await packed(ESSENTIAL_PACKED, given).catch(() => plain(false, given))
  return /** @type {WebAssembly.Module} */ (code)
}

/** The full engine, which nobody waits for: it is there compressed only. */
export function fullCode() {
  return packed(FULL_CODE)
}

/**
 * @param {boolean} isCompressed whether it has to be: then there is nothing of a host that does not compress it
 * @param {AbortSignal} [given]
 */
function plain(isCompressed, given) {
  return patiently(async (signal, heard) => {
    const response = await fetch(ESSENTIAL_CODE, { signal })
    // Of another origin's file the header is not told.
    if (isCompressed && response.ok && response.type === 'basic' && !response.headers.has('content-encoding')) {
      await response.body?.cancel()
      return null
    }
    return compiled(response, heard)
  }, given)
}

/**
 * @param {URL} url
 * @param {AbortSignal} [signal]
 */
async function packed(url, signal) {
  const response = await unpack(url, { signal }, { 'content-type': TYPE })
  return compiled(response).catch((cause) => {
    // All of it has come: what cannot be unpacked is no code either.
    throw response.ok ? new WebAssembly.CompileError(cause.message) : cause
  })
}

/**
 * The response itself is left to the compiler, which may know it from the last visit.
 * @param {Response} response
 * @param {() => void} [heard]
 * @returns {Promise<WebAssembly.Module>}
 */
async function compiled(response, heard) {
  if (!response.ok) throw new Refusal(response.status)
  if (response.headers.get('content-type') !== TYPE) return WebAssembly.compile(await read(response.body, LONGEST, heard))
  const copy = read(response.clone().body, LONGEST, heard)
  let isOver = false
  const streamed = WebAssembly.compileStreaming(response).finally(() => { isOver = true })
  // Of code that is cut off Firefox says "out of memory" while it comes, or nothing at all, and compiles nothing
  // else in the background from then on.
  const alone = async () => new WebAssembly.Module(await copy)
  const late = copy
    .then(() => new Promise((end) => { setTimeout(end, LATE) }))
    .then(() => isOver ? streamed : alone())
  return Promise.race([streamed, late]).catch(alone)
}
