/**
 * The engine's code, fetched and compiled while its worker is still being fetched itself: a compiled module
 * can be handed over. On a slow line this is a round trip less before the first answer.
 */
import { essentialCode, isTyped } from './code.js'

/**
 * @returns {Promise<WebAssembly.Module | null>} null if it cannot be had: then the engine's own thread tries,
 *   and says why not
 */
export async function compileAhead() {
  try {
    const response = await essentialCode()
    if (!response.ok) return null
    return isTyped(response)
      ? await WebAssembly.compileStreaming(response)
      : await WebAssembly.compile(await response.arrayBuffer())
  } catch {
    return null
  }
}
