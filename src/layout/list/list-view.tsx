import { ColumnsIcon } from '@primer/octicons-react'
import { buttonKeys, useKeys } from '../commands/use-commands.ts'
import { useIsPhone } from '../kit/is-phone.ts'
import { LazyComponent, useLazyOpen } from '../kit/lazy-component.ts'
import styles from './filters/filter-bar.module.css'
import { FilterBar } from './filters/filter-bar.tsx'
import type { ListColumn } from './list-definition.ts'
import { ListPanel } from './list-panel.tsx'
import { ListResults } from './list-results.tsx'
import { ariaSort } from './table-head.tsx'
import type { ListState } from './use-list-view.ts'

/** A list without a page: filters, table, paging, loading, error and empty states. */
export function ListView<Row extends { id: number }>({ view }: { view: ListState<Row> }) {
  const { list, search, change } = view
  return (
    <>
      <FilterBar filters={list.filters} search={search} change={change} {...view.filterOpening}>
        {useIsPhone() ? <SortSelect view={view} /> : null}
        {view.isPage ? null : <ColumnsControl view={view} />}
      </FilterBar>
      <ListResults view={view} />
    </>
  )
}

/** Sorting for phones, where rows have no headers. */
function SortSelect<Row extends { id: number }>({ view: { list, sort, sortTo } }: { view: ListState<Row> }) {
  return (
    <label className={styles.sort}>
      Sort by
      <select
        className={`grow ${styles.control}`}
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

const columnsPanel = new LazyComponent(() => import('./views/columns-panel.tsx').then((module) => module.ColumnsPanel))

/** Button and panel to choose and order a list's columns: in the head of a page, else beside the filters. */
export function ColumnsControl<Row extends { id: number }>({ view }: { view: ListState<Row> }) {
  const { list, columnsId, hasFixedColumns, openPanel, setOpenPanel } = view
  const keys = useKeys('list.choose-columns')
  const isOpen = openPanel === 'columns'
  const ColumnsPanel = useLazyOpen(columnsPanel, isOpen, () => setOpenPanel(null))
  if (hasFixedColumns) return null
  return (
    <ListPanel
      icon={ColumnsIcon}
      label="Columns"
      button={buttonKeys(keys, 'Choose and order the columns')}
      isOpen={isOpen}
      onToggle={(isOpen) => setOpenPanel(isOpen ? 'columns' : null)}
    >
      {ColumnsPanel && <ColumnsPanel listId={columnsId} columns={list.columns.filter(({ isShownIfSorted }) => !isShownIfSorted)} />}
    </ListPanel>
  )
}
