import type { QueryKey } from '@tanstack/react-query'
import type { ListRequest, SortDirection } from '../../contract/list.ts'
import { ColumnsControl } from './columns-control.tsx'
import { FilterBar, FilterChips } from './filter-bar.tsx'
import type { ListColumn, ListReply } from './list-definition.ts'
import { ListResults } from './list-results.tsx'
import type { useListView } from './use-list-view.ts'
import styles from './filter-bar.module.css'

interface ListViewProps<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey> {
  view: ReturnType<typeof useListView<Query, Reply, Key>>
}

/** A list without a page: filters, table, paging, loading, error and empty states. */
export function ListView<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>({
  view,
}: ListViewProps<Query, Reply, Key>) {
  const { list, search, change } = view
  return (
    <>
      <FilterBar filters={list.filters} search={search} change={change}>
        <SortSelect columns={list.columns} sorts={list.search.sorts} sort={view.sort} onSort={view.sortTo} />
        {view.isPage ? null : <ColumnsControl view={view} />}
      </FilterBar>
      <FilterChips filters={list.filters} search={search} change={change} />
      <ListResults view={view} />
    </>
  )
}

interface SortSelectProps {
  columns: readonly Pick<ListColumn<never>, 'id' | 'header'>[]
  sorts: readonly string[]
  sort: { field: string; direction: SortDirection }
  onSort: (field: string, direction: SortDirection) => void
}

/** Sorting for phones, where cards have no headers. */
function SortSelect({ columns, sorts, sort, onSort }: SortSelectProps) {
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
