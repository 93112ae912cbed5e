import type { QueryKey } from '@tanstack/react-query'
import type { ListRequest } from '../../contract/list.ts'
import { ErrorPanel } from '../kit/error-panel.tsx'
import { BulkBar } from './bulk-bar.tsx'
import { ColumnsControl } from './columns-control.tsx'
import { EmptyList } from './empty-list.tsx'
import { FilterBar, FilterChips, without } from './filter-bar.tsx'
import type { ListReply } from './list-definition.ts'
import { ListFooter } from './list-footer.tsx'
import { ListTable } from './list-table.tsx'
import { SortSelect } from './sort-select.tsx'
import { loadError } from './use-list-rows.ts'
import type { useListView } from './use-list-view.ts'

interface ListViewProps<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey> {
  view: ReturnType<typeof useListView<Query, Reply, Key>>
}

/** A list without a page: filters, table, paging, loading, error and empty states. */
export function ListView<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey>({
  view,
}: ListViewProps<Query, Reply, Key>) {
  const { list, search, change, pagination } = view
  const inUse = list.filters.filter((filter) => filter.params.some((name) => search[name] !== undefined))
  const wider = list.widerSearch?.(search) ?? null
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
      <div className="column gap-12 can-shrink" style={{ maxWidth: list.maxWidth }}>
        {view.error && !view.hasRows ? (
          <ErrorPanel error={view.error} title={loadError} onRetry={view.retry} />
        ) : pagination?.total_results === 0 ? (
          <EmptyList
            text={list.emptyText}
            wider={wider ? { label: wider.label, onClick: () => void change(wider.changes) } : null}
            onClear={inUse.length > 0 ? () => void change(without(inUse)) : null}
            isStale={view.isPlaceholderData}
          />
        ) : (
          <ListTable
            list={{ ...list, columns: view.columns }}
            rows={view.rows}
            skeletonRows={view.hasRows ? 0 : Math.min(view.request.perPage, 20)}
            isStale={view.isFetching && view.isPlaceholderData}
            sort={view.sort}
            onSort={view.sortBy}
            focused={view.focused}
            tableRef={view.tableRef}
            selection={view.selection}
          />
        )}
        {pagination ? (
          <ListFooter
            pagination={pagination}
            perPage={view.request.perPage}
            hasRowToOpen={view.hasRowToOpen}
            hasRowMenu={view.hasRowMenu}
            hasSelection={view.selection !== null}
            onPage={view.goToPage}
            onPerPage={view.setPageSize}
          />
        ) : null}
        {pagination && view.selection?.target ? (
          <BulkBar
            selection={view.selection}
            pagination={pagination}
            onCleared={() => view.focused.focus(Math.max(0, view.focused.index))}
          />
        ) : null}
      </div>
    </>
  )
}
