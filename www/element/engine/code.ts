/**
 * Compiles the engines' code from hosts of any kind. Many do not compress WebAssembly, and would send three times the
 * bytes.
 */
import { SoruError } from './errors.js'
import { Refusal, patiently, read } from './stream.js'
import { LONGEST, unpack } from './unpack.js'

export const ESSENTIAL_CODE = new URL('../soru_engine_bg.wasm', import.meta.url)
const ESSENTIAL_PACKED = new URL('../soru_engine_bg.wasm.bin', import.meta.url)
export const FULL_CODE = new URL('../soru_engine_full_bg.wasm.bin', import.meta.url)

/** Timeout of the compilation after the download, in milliseconds, before it starts again. */
const LATE = 3000

/** Many hosts do not send this type, but streaming compilation requires it. */
const TYPE = 'application/wasm'

/**
 * The essential engine, compressed by the host, often better than gzip; if the host does not compress, the
 * precompressed file.
 * @param given cancels the download
 */
export async function essentialCode(given?: AbortSignal) {
  if (typeof WebAssembly === 'undefined') {
    throw new SoruError('WASM_MISSING', 'This browser has no WebAssembly, or a setting disables it.')
  }
  const code = await plain(true, given) ?? await packed(ESSENTIAL_PACKED, given).catch(() => plain(false, given))
  return code as WebAssembly.Module
}

/** @param isCompressed whether to require compression: null if the host does not compress */
function plain(isCompressed: boolean, given?: AbortSignal) {
  return patiently(async (signal, heard) => {
    const response = await fetch(ESSENTIAL_CODE, { signal })
    // Files of another origin hide the header.
    if (isCompressed && response.ok && response.type === 'basic' && !response.headers.has('content-encoding')) {
      await response.body?.cancel()
      return null
    }
    return compiled(response, heard)
  }, given)
}

/** A module that no visitor waits for: only a compressed file exists. */
export async function packed(url: URL, signal?: AbortSignal) {
  const response = await unpack(url, { signal }, { 'content-type': TYPE })
  return compiled(response).catch((cause) => {
    // The download was complete: data that cannot be inflated is not code either.
    throw response.ok ? new WebAssembly.CompileError(cause.message) : cause
  })
}

/** Passes the response itself to the compiler, which may have cached code from the last visit. */
async function compiled(response: Response, heard?: () => void): Promise<WebAssembly.Module> {
  if (!response.ok) throw new Refusal(response.status)
  if (response.headers.get('content-type') !== TYPE) return WebAssembly.compile(await read(response.body, LONGEST, heard))
  const copy = read(response.clone().body, LONGEST, heard)
  let isOver = false
  const streamed = WebAssembly.compileStreaming(response).finally(() => { isOver = true })
  // For truncated code Firefox reports "out of memory" while streaming, or nothing at all, and afterwards compiles
  // nothing else in the background.
  const alone = async () => new WebAssembly.Module(await copy)
  const late = copy
    .then(() => new Promise((end) => { setTimeout(end, LATE) }))
    .then(() => isOver ? streamed : alone())
  return Promise.race([streamed, late]).catch(alone)
}
