import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListRequest } from '../../../contract/list.ts'
import { ErrorPanel } from '../../kit/error-panel.tsx'
import { EmptyList } from '../empty-list.tsx'
import type { ListReply } from '../list-definition.ts'
import { ListFooter } from '../list-footer.tsx'
import { RowLink } from '../row-link.tsx'
import { rowLinkAttribute } from '../use-focused-row.ts'
import { loadError } from '../use-list-rows.ts'
import type { useListView } from '../use-list-view.ts'
import { type FigureColumn, FiguresTable } from './figures-table.tsx'

type View<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey> = ReturnType<typeof useListView<Query, Reply, Key>>

interface FiguresViewProps<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey, Totals> {
  view: View<Query, Reply, Key>
  /** The first column; its name is the row's link if the row has one. */
  head: { id: string; header: string; name: (row: Reply['rows'][number]) => string }
  columns: readonly (FigureColumn<Reply['rows'][number]> & { total?: (totals: Totals) => ReactNode })[]
  totals?: Totals | undefined
}

/** A list of figures without a page: table, paging, loading, error and empty states, with the usual list keys. */
export function FiguresView<Query extends ListRequest, Reply extends ListReply, Key extends QueryKey, Totals = never>({
  view,
  head,
  columns,
  totals,
}: FiguresViewProps<Query, Reply, Key, Totals>) {
  const { list, pagination } = view
  if (view.error && !view.hasRows) return <ErrorPanel error={view.error} title={loadError} onRetry={view.retry} />
  const nameCell = (row: Reply['rows'][number]) => {
    const href = list.href?.(row) ?? null
    if (href === null)
      return (
        <span tabIndex={-1} {...{ [rowLinkAttribute]: '' }}>
          {head.name(row)}
        </span>
      )
    return (
      <RowLink href={href} label={`${head.name(row)}: open ${list.opens(row)}`}>
        {head.name(row)}
      </RowLink>
    )
  }
  return (
    <div className="column gap-12 can-shrink">
      {pagination?.total_results === 0 ? (
        <EmptyList text={list.emptyText} wider={null} onClear={null} isStale={view.isPlaceholderData} />
      ) : (
        <FiguresTable
          label={list.title}
          head={{ id: head.id, header: head.header, cell: nameCell }}
          columns={columns}
          rows={view.rows}
          totals={totals}
          skeletonRows={view.hasRows ? 0 : Math.min(view.request.perPage, 20)}
          isStale={view.isFetching && view.isPlaceholderData}
          sort={view.sort}
          onSort={({ id }) => {
            const column = list.columns.find((one) => one.id === id)
            if (column) view.sortBy(column)
          }}
          focused={view.focused}
          tableRef={view.tableRef}
        />
      )}
      {pagination ? (
        <ListFooter
          pagination={pagination}
          perPage={view.request.perPage}
          pageSizes={list.search.pageSizes}
          hasRowToOpen={view.hasRowToOpen}
          hasRowMenu={false}
          onPage={view.goToPage}
          onPerPage={view.setPageSize}
        />
      ) : null}
    </div>
  )
}
