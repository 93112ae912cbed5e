import { ColumnsIcon } from '@primer/octicons-react'
import { buttonKeys, useKeys } from '../commands/use-commands.ts'
import { LazyComponent, useLazyOpen } from '../kit/lazy-component.ts'
import { FilterBar } from './filters/filter-bar.tsx'
import type { SortSelectProps } from './filters/sort-select.tsx'
import { ListPanel } from './list-panel.tsx'
import { ListResults } from './list-results.tsx'
import type { ListState } from './use-list-view.ts'

/** A list without a page: filters, table, paging, loading, error and empty states. */
export function ListView<Row extends { id: number }>({ view }: { view: ListState<Row> }) {
  const { list, search, change, isPhone } = view
  const SortSelect = useLazyOpen(sortSelect, isPhone)
  return (
    <>
      <FilterBar filters={list.filters} search={search} change={change} found={view.reply?.pagination} {...view.filterOpening}>
        {isPhone && <>{SortSelect && <SortSelect view={view} />}</>}
        {view.isPage ? null : <ColumnsControl view={view} />}
      </FilterBar>
      <ListResults view={view} />
    </>
  )
}

const sortSelect = new LazyComponent<SortSelectProps>(() => import('./filters/sort-select.tsx').then((module) => module.SortSelect))

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
