/**
 * One class for all errors of the search, and its conversion across the worker boundary, where
 * class and extra properties of an Error are lost.
 */

/** An error with a stable `code`; the message names the remedy. */
export class SoruError extends Error {
  /**
   * @param {string} code
   * @param {string} message
   * @param {{ cause?: unknown, status?: number }} [options]
   */
  constructor(code, message, options) {
    super(message, options)
    this.name = 'SoruError'
    this.code = code
    /** The host's status instead of a file (HTTP). */
    this.status = options?.status
  }

  /**
   * Any thrown value as a SoruError. One without a code did not come from the engine's own checks,
   * so it is reported as a crash and not as advice.
   * @param {unknown} thrown
   * @param {string} [code] for a value without one
   */
  static from(thrown, code = 'ENGINE_CRASHED') {
    if (thrown instanceof SoruError) return thrown
    const { code: own, message } = /** @type {{ code?: unknown, message?: unknown }} */ (Object(thrown))
    return new SoruError(
      typeof own === 'string' ? own : code,
      typeof message === 'string' && message ? message : String(thrown),
      { cause: thrown },
    )
  }
}

/** @typedef {{ code: string, message: string, status?: number }} PlainError the form in which errors pass between threads */

/**
 * @param {unknown} thrown
 * @returns {PlainError}
 */
export function toPlain(thrown) {
  const { code, message, status } = SoruError.from(thrown)
  return { code, message, status }
}

/** @param {PlainError} plain */
export function fromPlain({ code, message, status }) {
  return new SoruError(code, message, { status })
}
