import type { SortDirection } from '../../contract/list.ts'
import styles from './filter-bar.module.css'
import type { ListColumn } from './list-definition.ts'

interface SortSelectProps {
  columns: readonly Pick<ListColumn<never>, 'id' | 'header'>[]
  sorts: readonly string[]
  sort: { field: string; direction: SortDirection }
  onSort: (field: string, direction: SortDirection) => void
}

/** Sorting for phones, where cards have no headers. */
export function SortSelect({ columns, sorts, sort, onSort }: SortSelectProps) {
  return (
    <select
      className={`${styles.control} ${styles.select} ${styles.phoneOnly}`}
      aria-label="Sort by"
      value={`${sort.field} ${sort.direction}`}
      onChange={(event) => {
        const [field = '', direction] = event.target.value.split(' ')
        onSort(field, direction === 'asc' ? 'asc' : 'desc')
      }}
    >
      {columns
        .filter(({ id }) => sorts.includes(id))
        .flatMap(({ id, header }) => [
          <option key={`${id} asc`} value={`${id} asc`}>
            {header} ↑
          </option>,
          <option key={`${id} desc`} value={`${id} desc`}>
            {header} ↓
          </option>,
        ])}
    </select>
  )
}
