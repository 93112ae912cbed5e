import { ColumnsControl } from './columns-control.tsx'
import { FilterBar, FilterChips } from './filter-bar.tsx'
import { ListResults } from './list-results.tsx'
import type { ListState } from './use-list-view.ts'
import styles from './filter-bar.module.css'

/** A list without a page: filters, table, paging, loading, error and empty states. */
export function ListView<Row extends { id: number }>({ view }: { view: ListState<Row> }) {
  const { list, search, change } = view
  return (
    <>
      <FilterBar filters={list.filters} search={search} change={change}>
        <SortSelect view={view} />
        {view.isPage ? null : <ColumnsControl view={view} />}
      </FilterBar>
      <FilterChips filters={list.filters} search={search} change={change} />
      <ListResults view={view} />
    </>
  )
}

/** Sorting for phones, where cards have no headers. */
function SortSelect<Row extends { id: number }>({ view: { list, sort, sortTo } }: { view: ListState<Row> }) {
  return (
    <select
      className={`${styles.control} ${styles.select} ${styles.phoneOnly}`}
      aria-label="Sort by"
      value={`${sort.field} ${sort.direction}`}
      onChange={(event) => {
        const [field = '', direction] = event.target.value.split(' ')
        sortTo(field, direction === 'asc' ? 'asc' : 'desc')
      }}
    >
      {list.columns
        .filter(({ id }) => list.search.sorts.includes(id))
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
