import { countLimit } from '../../../src/contract/list.ts'
import type { Db } from '../connect.ts'

/** Milliseconds until a large filter is counted again. */
const keptFor = 15_000

/** Matches from which a filter is large: so many more than the count limit that they hardly drop below it while remembered. */
export const largeCount = countLimit * 1.1

/** Filters remembered per database; the oldest are dropped. */
const maxKept = 1_000

const remembered = new WeakMap<Db, Map<string, number>>()

/** Forgets everything after a change here. Other servers on the same database keep theirs until it expires. */
export function forgetLargeFilters(db: Db) {
  remembered.delete(db)
}

/**
 * Remembers filters with very many matches: counting up to `countLimit` is by far the most expensive part of their
 * pages and would only find again that there are more. Callers check that the page is full, and forget the filter if
 * not.
 * @param filter identifies table and condition with values
 */
export function largeFilter(db: Db, filter: string) {
  const known = remembered.get(db) ?? new Map<string, number>()
  remembered.set(db, known)
  return {
    isKnown: () => (known.get(filter) ?? 0) > performance.now(),
    forget: () => known.delete(filter),
    remember() {
      known.delete(filter)
      known.set(filter, performance.now() + keptFor)
      const [oldest] = known.keys()
      if (known.size > maxKept && oldest !== undefined) known.delete(oldest)
    },
  }
}
