/**
 * Counts the questions that this browser has sent to a site's language model today, so that no visitor costs the site
 * more than it allows (`daily_limit`). Nothing but the day and the number is stored; whoever deletes them is stopped by
 * the site's own proxy.
 */
import { today } from '../engine/today.js'

/** Where storage is forbidden, the count of this page. */
const unstored: Map<string, string> = new Map()

/**
 * Counts a question, unless the limit has been reached.
 * @param bundle whose model it is
 * @param limit 0: none
 * @returns false if it must not be sent
 */
export function countedBelow(bundle: string, limit: number): boolean {
  if (limit === 0) return true
  const key = `soru-asked ${bundle}`
  const [day, count] = read(key).split(' ')
  const before = day === today() && Number(count) || 0
  if (before >= limit) return false
  write(key, `${today()} ${before + 1}`)
  return true
}

function read(key: string) {
  try {
    return localStorage.getItem(key) ?? unstored.get(key) ?? ''
  } catch {
    return unstored.get(key) ?? ''
  }
}

function write(key: string, value: string) {
  unstored.set(key, value)
  try {
    localStorage.setItem(key, value)
  } catch {
    // storage may be forbidden or full
  }
}
