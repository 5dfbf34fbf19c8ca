/**
 * Counts the questions that this browser has sent to a site's language model today, so that no visitor costs the site
 * more than it allows (`daily_limit`). Nothing but the day and the number is stored; whoever deletes them is stopped by
 * the site's own proxy.
 */
import { today } from '../engine/today.js'

/** Where storage is forbidden, the count of this page. @type {Map<string, string>} */
const unstored = new Map()

/**
 * Counts a question, unless the limit has been reached.
 * @param {string} bundle whose model it is
 * @param {number} limit 0: none
 * @returns {boolean} false if it must not be sent
 */
export function countedBelow(bundle, limit) {
  if (limit === 0) return true
  const key = `soru-asked ${bundle}`
  const [day, count] = read(key).split(' ')
  const before = day === today() && Number(count) || 0
  if (before >= limit) return false
  write(key, `${today()} ${before + 1}`)
  return true
}

/** @param {string} key */
function read(key) {
  try {
    return localStorage.getItem(key) ?? unstored.get(key) ?? ''
  } catch {
    return unstored.get(key) ?? ''
  }
}

/**
 * @param {string} key
 * @param {string} value
 */
function write(key, value) {
  unstored.set(key, value)
  try {
    localStorage.setItem(key, value)
  } catch {
    // storage may be forbidden or full
  }
}
