/**
 * What a reader says of bytes that are not what the format promises.
 */

export class Damage extends Error {
  /**
   * @param {'NOT_AN_INDEX' | 'UNSUPPORTED_VERSION' | 'CORRUPT_INDEX'} code
   * @param {string} message
   */
  constructor(code, message) {
    super(message)
    this.name = 'Damage'
    this.code = code
  }
}

/**
 * @param {string} place the section or file
 * @param {string} detail what is wrong with it
 */
export function damage(place, detail) {
  return new Damage('CORRUPT_INDEX', `${place}: ${detail}`)
}

/**
 * @param {unknown} holds
 * @param {string} place
 * @param {string} detail what is wrong if it does not hold
 */
export function check(holds, place, detail) {
  if (!holds) throw damage(place, detail)
}
