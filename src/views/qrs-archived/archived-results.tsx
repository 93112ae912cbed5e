import { EmptyList } from '../../layout/list/empty-list.tsx'
import { ErrorPanel } from '../../layout/kit/error-panel.tsx'
import { ListFooter } from '../../layout/list/list-footer.tsx'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { ListTable } from '../../layout/list/list-table.tsx'
import { useListView } from '../../layout/list/use-list-view.ts'
import { archivedList, requestError } from './archived-list.ts'

/** The server returns at most this many. */
const mostFound = 50

/** Search results in the usual table, without filters; the search box stays outside. */
export function ArchivedResults({ search, onClear }: { search: ListSearch; onClear: () => void }) {
  const view = useListView(archivedList, search)
  const { pagination } = view
  return (
    <div className="column gap-12 can-shrink" style={{ maxWidth: archivedList.maxWidth }}>
      {view.error && !view.hasRows ? (
        <ErrorPanel error={view.error} title={requestError} onRetry={view.retry} />
      ) : pagination?.total_results === 0 ? (
        <EmptyList text={archivedList.emptyText} wider={null} onClear={onClear} isStale={view.isPlaceholderData} />
      ) : (
        <ListTable
          list={archivedList}
          rows={view.rows}
          skeletonRows={view.hasRows ? 0 : view.request.perPage}
          isStale={view.isFetching && view.isPlaceholderData}
          sort={view.sort}
          onSort={view.sortBy}
          focused={view.focused}
          tableRef={view.tableRef}
        />
      )}
      {pagination && pagination.total_results >= mostFound ? (
        <p className="muted fine">These are the newest {mostFound}. Type more of the uri to see others.</p>
      ) : null}
      {pagination ? (
        <ListFooter
          pagination={pagination}
          perPage={view.request.perPage}
          hasRowToOpen={view.hasRowToOpen}
          hasRowMenu={view.hasRowMenu}
          onPage={view.goToPage}
          onPerPage={view.setPageSize}
        />
      ) : null}
    </div>
  )
}
