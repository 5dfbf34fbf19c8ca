/**
 * Starts a WebAssembly module of the package: imports its JavaScript, and compiles its code.
 */
import { damaged, fetchFailed, said } from './bundle-files.js'
import { SoruError } from './errors.js'
import { patiently } from './stream.js'

/** The part of every module that wasm-bindgen generates. */
export interface Glue {
  default(options: { module_or_path: WebAssembly.Module }): Promise<unknown>
}

// Browsers may cache a failed import; hence the number.
let count = 0

/** How often a start has failed, or started code has crashed. */
export function failures() {
  return count
}

/** Counts a failure: from now on, modules are imported again. */
export function failed() {
  count += 1
}

const glue = (name: string) => import(`../${name}.js${count ? `?retry=${count}` : ''}`)

/**
 * @param url of its code, for error messages
 * @returns the module that wasm-bindgen generates
 */
export async function startModule<M extends Glue>(
  name: string,
  url: URL,
  compile: () => Promise<WebAssembly.Module>,
): Promise<M> {
  // The module and its code are fetched in parallel.
  const importing: Promise<M> = glue(name).catch(() => {
    failed()
    return glue(name)
  })
  importing.catch(() => {}) // reported below; not also as an unhandled rejection
  let awaited = url.href
  try {
    const compiled = await compile()
    awaited = `${name}.js`
    const module = await patiently(() => importing)
    awaited = ''
    await module.default({ module_or_path: compiled })
    return module
  } catch (thrown) {
    failed()
    throw startError(thrown, url.href, awaited)
  }
}

/**
 * @param url of the code
 * @param awaited the missing file; empty if all were received
 */
function startError(thrown: unknown, url: string, awaited: string) {
  if (thrown instanceof SoruError) return thrown
  const text = said(thrown)
  // Chromium and WebKit name the missing source, Firefox does not.
  if (/unsafe-eval|by CSP/.test(text)) {
    return new SoruError(
      'WASM_BLOCKED',
      "The page's content security policy forbids WebAssembly. Add 'wasm-unsafe-eval' to its script-src.",
      { cause: thrown },
    )
  }
  // If the data does not even begin like code, the response was something else, most often the host's "not found" page.
  const isCode = thrown instanceof WebAssembly.CompileError && !/magic|asm'/.test(text)
  // The code imports something that the glue lacks.
  const isOther = !awaited && (thrown instanceof TypeError || thrown instanceof WebAssembly.LinkError)
  if (isCode || isOther) return damaged(url, text, thrown)
  return awaited ? fetchFailed(awaited, thrown) : SoruError.from(thrown)
}
