import type { FilterChanges, ListFilter } from '../filter-definition.ts'
import type { ListSearch } from '../list-search.ts'

/** What a set filter's pill says; null while it isn't set. */
export const pillText = ({ pill, chip }: ListFilter, search: ListSearch) => (pill ?? chip)(search)

/** A wrong value that the URL has all the same, and what is wrong with it; null if there is none. */
export function wrongValue({ control }: ListFilter, search: ListSearch): { text: string; problem: string } | null {
  if (control?.kind !== 'typed' || !control.keepsWrong) return null
  const value = control.value(search)
  const problem = value === '' ? null : control.whyNot(value)
  return problem === null ? null : { text: `${control.label}: ${value}`, problem }
}

/** The URL change that removes filters, and brings usual ones back. */
export function without(filters: readonly ListFilter[]): FilterChanges {
  return Object.fromEntries(filters.flatMap((filter) => filter.params.map((name) => [name, undefined])))
}

/** The URL change that takes a filter off; null if it always applies. */
export function removalOf(filter: ListFilter, search: ListSearch): FilterChanges | null {
  const changes = filter.removal ?? without([filter])
  return Object.keys(changes).some((name) => changes[name] !== search[name]) ? changes : null
}

/** Whether somebody set it. */
export const isChosen = (filter: ListFilter, search: ListSearch) =>
  (pillText(filter, search) ?? wrongValue(filter, search)) !== null && filter.params.some((name) => search[name] !== undefined)
