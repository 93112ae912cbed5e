import type { ListColumn } from '../list-definition.ts'
import { ariaSort } from '../table-head.tsx'
import type { ListState } from '../use-list-view.ts'
import styles from './filter-bar.module.css'

export interface SortSelectProps {
  view: Pick<ListState<never>, 'list' | 'sort' | 'sortTo'>
}

/** Sorting for phones, where rows have no headers. */
export function SortSelect({ view: { list, sort, sortTo } }: SortSelectProps) {
  return (
    <label className="fine">
      Sort by
      <select
        className={styles.control}
        value={`${sort.field} ${sort.direction}`}
        onChange={(event) => {
          const [field = '', direction] = event.target.value.split(' ')
          sortTo(field, direction === 'asc' ? 'asc' : 'desc')
        }}
      >
        {list.columns
          .filter(({ id, isShownIfSorted }) => list.search.sorts.includes(id) && !isShownIfSorted)
          .flatMap((column) =>
            (['desc', 'asc'] as const).map((direction) => (
              <option key={`${column.id} ${direction}`} value={`${column.id} ${direction}`}>
                {`${column.header}, ${firstOf(column)[direction]}`}
              </option>
            )),
          )}
      </select>
    </label>
  )
}

/** What comes first in either direction. */
function firstOf({ id, align, exact }: ListColumn<never>) {
  if (id === 'id' || exact) return { asc: 'oldest first', desc: 'newest first' }
  return align === 'end' ? { asc: 'lowest first', desc: 'highest first' } : ariaSort
}
