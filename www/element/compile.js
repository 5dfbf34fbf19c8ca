/**
 * The engine's code, fetched and compiled while its worker is still being fetched itself: a compiled module
 * can be handed over. On a slow line this is a round trip less before the first answer.
 */

const CODE = new URL('./soru_engine_bg.wasm', import.meta.url)

/**
 * @returns {Promise<WebAssembly.Module | null>} null if it cannot be had: then the engine's own thread tries,
 *   and says why not
 */
export async function compileAhead() {
  try {
    const response = await fetch(CODE)
    if (!response.ok) return null
    // Hosts that do not know the type are many, and only with it can code be compiled while it comes.
    return response.headers.get('content-type') === 'application/wasm'
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer())
  } catch {
    return null
  }
}
