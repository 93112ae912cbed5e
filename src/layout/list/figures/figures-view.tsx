import type { QueryKey } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { ListRequest } from '../../../contract/list.ts'
import type { ListReply } from '../list-definition.ts'
import { ListResults } from '../list-results.tsx'
import { RowLink } from '../row-link.tsx'
import { rowLinkAttribute } from '../use-focused-row.ts'
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
  const { list } = view
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
  const table = (
    <FiguresTable
      {...view.table}
      label={list.title}
      head={{ id: head.id, header: head.header, cell: nameCell }}
      columns={columns}
      totals={totals}
      onSort={({ id }) => {
        const column = list.columns.find((one) => one.id === id)
        if (column) view.table.onSort(column)
      }}
    />
  )
  return <ListResults view={view} table={table} />
}
