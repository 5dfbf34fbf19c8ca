/**
 * One class for all errors of the search, and its conversion across the worker boundary, where
 * class and extra properties of an Error are lost.
 */

/** The type of all errors; the message has advice. */
export class SoruError extends Error {
  /** Stable, for example `FETCH_FAILED`, `NOT_AN_INDEX`, `EMPTY_QUESTION`. */
  readonly code: string
  /** With `FETCH_FAILED`: the HTTP status of the host's response, if there was one. */
  readonly status: number | undefined

  constructor(code: string, message: string, options?: { cause?: unknown, status?: number }) {
    super(message, options)
    this.name = 'SoruError'
    this.code = code
    this.status = options?.status
  }

  /**
   * Any thrown value as a SoruError. One without a code did not come from the engine's own checks,
   * so it is reported as a crash and not as advice.
   * @param code for a value without one
   */
  static from(thrown: unknown, code: string = 'ENGINE_CRASHED'): SoruError {
    if (thrown instanceof SoruError) return thrown
    const { code: own, message } = Object(thrown) as { code?: unknown, message?: unknown }
    return new SoruError(
      typeof own === 'string' ? own : code,
      typeof message === 'string' && message ? message : String(thrown),
      { cause: thrown },
    )
  }
}

/** The form in which errors pass between threads. */
export type PlainError = { code: string, message: string, status?: number }

export function toPlain(thrown: unknown): PlainError {
  const { code, message, status } = SoruError.from(thrown)
  return { code, message, status }
}

export function fromPlain({ code, message, status }: PlainError): SoruError {
  return new SoruError(code, message, { status })
}
