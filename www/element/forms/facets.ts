/**
 * What a list can be narrowed by: keys of the pages' metadata, each with its values and the number of pages found that
 * have them. `lang` is the page's language. A value that is a list (`a, b`) counts for each of its parts, as in the
 * engine's filter.
 */
import { dayKey } from '../box/view-results.js'
import type { FoundPage } from '../engine/calls.js'

/** The chosen values by key: a page has one of each. */
export type Filter = Record<string, string[]>
export interface Choice { value: string, count: number }
/** A key, and its label, if the site names one. */
export interface FacetKey { key: string, label: string }

const MOST_CHOICES = 10
/** The share of the best page's relevance that a page needs for a place by its date. */
const AS_GOOD = 0.5

/** Reads the attribute `filters`: `section, lang, audience: For whom`. */
export function facetKeys(written: string): FacetKey[] {
  const parts = written.split(',').map((part) => part.split(/:(.*)/s).map((side) => side.trim()))
  return parts.filter(([key]) => key).map(([key, label = '']) => ({ key, label }))
}

export function valuesOf({ lang, meta }: FoundPage, key: string): string[] {
  if (key === 'lang') return [lang]
  return (meta[key] ?? '').split(', ').filter(Boolean)
}

/** Whether a page passes the filter, except for one key. */
export function passes(page: FoundPage, filter: Filter, except?: string) {
  return Object.entries(filter).every(([key, chosen]) => key === except || valuesOf(page, key).some((value) => chosen.includes(value)))
}

/** The available choices, the most frequent first. They count the pages that pass the filters of other keys. */
export function choices(pages: FoundPage[], filter: Filter, key: string): Choice[] {
  const counts = new Map((filter[key] ?? []).map((value) => [value, 0]))
  const admitted = pages.filter((page) => passes(page, filter, key))
  for (const value of admitted.flatMap((page) => [...new Set(valuesOf(page, key))])) counts.set(value, (counts.get(value) ?? 0) + 1)
  const all = [...counts].map(([value, count]) => ({ value, count })).sort((a, b) => b.count - a.count)
  const isChosen = ({ value }: Choice) => Boolean(filter[key]?.includes(value))
  return all.filter((choice, at) => at < MOST_CHOICES || isChosen(choice))
}

/** The filter with a value chosen, or not any more; without a value all of the key are admitted. */
export function toggled(filter: Filter, key: string, value: string): Filter {
  const { [key]: before = [], ...others } = filter
  const after = before.includes(value) ? before.filter((own) => own !== value) : [...before, value]
  return value && after.length > 0 ? { ...others, [key]: after } : others
}

/** The date of a page with the key that has it, if it has any. */
export function dated({ meta }: FoundPage): { key: string, value: string } | undefined {
  const key = dayKey(meta)
  return key ? { key, value: meta[key] } : undefined
}

/**
 * The newest pages first, of those that match at least half as well as the best one: among all that have any word of
 * the question, the newest is nearly always about something else. Pages without a date have no place.
 */
export function newest(pages: FoundPage[], count: number) {
  const best = Math.max(...pages.map(({ relevance }) => relevance), 0)
  const days = pages.filter(({ relevance }) => relevance >= best * AS_GOOD).map(dated).filter((day) => day !== undefined)
  return days.sort((a, b) => b.value < a.value ? -1 : b.value > a.value ? 1 : 0).slice(0, count)
}
