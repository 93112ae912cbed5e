import type { QueryKey } from '@tanstack/react-query'
import { ColumnsIcon } from '@primer/octicons-react'
import type { ListRequest, SortDirection } from '../../contract/list.ts'
import { FilterBar, FilterChips } from './filter-bar.tsx'
import type { ListColumn, ListReply } from './list-definition.ts'
import { ListResults } from './list-results.tsx'
import type { useListView } from './use-list-view.ts'
import { buttonKeys, useKeys } from '../commands/use-commands.ts'
import { LazyComponent, useLazyOpen } from '../kit/lazy-component.ts'
import { ListPanel } from './list-panel.tsx'
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
        {list.hasFixedColumns ? null : (
          <ColumnsControl
            listId={view.columnsId}
            columns={list.columns}
            isOpen={view.openPanel === 'columns'}
            onToggle={(isOpen) => view.setOpenPanel(isOpen ? 'columns' : null)}
          />
        )}
      </FilterBar>
      <FilterChips filters={list.filters} search={search} change={change} />
      <ListResults view={view} />
    </>
  )
}

interface ColumnsControlProps {
  /** The preference key. */
  listId: string
  columns: readonly Pick<ListColumn<never>, 'id' | 'header' | 'phone' | 'width'>[]
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
}

const columnsPanel = new LazyComponent(() => import('./columns-panel.tsx').then((module) => module.ColumnsPanel))

/** Button and panel to choose and order a list's columns. */
function ColumnsControl({ listId, columns, isOpen, onToggle }: ColumnsControlProps) {
  const keys = useKeys('list.choose-columns')
  const ColumnsPanel = useLazyOpen(columnsPanel, isOpen, () => onToggle(false))
  return (
    <ListPanel
      icon={ColumnsIcon}
      label="Columns"
      button={buttonKeys(keys, 'Choose and order the columns')}
      isOpen={isOpen}
      onToggle={onToggle}
    >
      {ColumnsPanel && <ColumnsPanel listId={listId} columns={columns} />}
    </ListPanel>
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
