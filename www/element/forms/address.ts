/**
 * The state of a box in the address of the page: `q` is the question, `q-KEY` a chosen value of a filter, as often as
 * there are some, `q-sort` the order. The address's other parts stay.
 */
import type { FacetKey } from './facets.js'
import type { Choice, Order } from './refinement.js'

export interface Said extends Choice { question: string }

const QUESTION = 'q'
const ORDER = 'q-sort'

/** The content of the address. */
export function addressed(keys: FacetKey[]): Said {
  const { searchParams } = new URL(location.href)
  const pairs = keys.map(({ key }) => [key, searchParams.getAll(`${QUESTION}-${key}`).filter(Boolean)] as const)
  return {
    question: (searchParams.get(QUESTION) ?? '').trim(),
    filter: Object.fromEntries(pairs.filter(([, values]) => values.length > 0)),
    order: searchParams.get(ORDER) === 'date' ? 'date' : 'best' satisfies Order,
  }
}

/** The address that says it. */
export function addressOf({ question, filter, order }: Said, keys: FacetKey[]) {
  const url = new URL(location.href)
  for (const name of [QUESTION, ORDER, ...keys.map(({ key }) => `${QUESTION}-${key}`)]) {
    // In its place, the question keeps the order of the others.
    if (name !== QUESTION || !question) url.searchParams.delete(name)
  }
  if (!question) return url
  url.searchParams.set(QUESTION, question)
  for (const [key, values] of Object.entries(filter)) for (const value of values) url.searchParams.append(`${QUESTION}-${key}`, value)
  if (order !== 'best') url.searchParams.set(ORDER, order)
  return url
}

export function isSame(one: Said, other: Said) {
  const written = ({ question, filter, order }: Said) => JSON.stringify([question, order, Object.entries(filter).sort(([a], [b]) => a < b ? -1 : 1)])
  return written(one) === written(other)
}
