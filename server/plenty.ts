import { countLimit } from '../src/contract/list.ts'
import type { Db } from './db/connect.ts'

/** Milliseconds for which a filter with plenty is not counted again. */
const keptFor = 15_000

/** Matches from which on a filter has plenty: so many more than a list counts that they hardly go within that time. */
export const plenty = countLimit * 1.1

/** Filters remembered for one database; beyond it the oldest go. */
const mostKept = 1_000

const remembered = new WeakMap<Db, Map<string, number>>()

/** Forgets all of it: somebody has changed something here. Other servers on the same database go on for as long as it is kept. */
export function forgetPlenty(db: Db) {
  remembered.delete(db)
}

/**
 * Filters that had plenty of matches a moment ago. Counting up to `countLimit` is by far the most that their pages cost, and would
 * find the same again: that there are more. Whoever relies on it looks whether the page is full, and forgets it where it isn't.
 * @param filter names a table and a condition with its values
 */
export function plentyOf(db: Db, filter: string) {
  const known = remembered.get(db) ?? new Map<string, number>()
  remembered.set(db, known)
  return {
    isKnown: () => (known.get(filter) ?? 0) > performance.now(),
    forget: () => known.delete(filter),
    remember() {
      known.delete(filter)
      known.set(filter, performance.now() + keptFor)
      const [oldest] = known.keys()
      if (known.size > mostKept && oldest !== undefined) known.delete(oldest)
    },
  }
}
