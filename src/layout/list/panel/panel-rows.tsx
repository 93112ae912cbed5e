import type { UseQueryResult } from '@tanstack/react-query'
import { useRef } from 'react'
import type { Pagination } from '../../../contract/list.ts'
import { HeldLine } from '../held-line.tsx'
import { useHeld, useShownRows } from '../held-rows.ts'
import { PanelEmpty, PanelError, PanelSkeleton } from './panel.tsx'
import { Pager, type PanelColumn, PanelTable } from './panel-table.tsx'

interface PanelRowsProps<Row extends { id: number }> {
  label: string
  result: Pick<UseQueryResult<{ rows: readonly Row[]; pagination?: Pagination }>, 'data' | 'error' | 'isPlaceholderData' | 'refetch'>
  columns: readonly PanelColumn<Row>[]
  emptyText: string
  /** The documented error title. */
  failureTitle?: string
  onPage?: (page: number) => void
}

/** A panel's rows: loading, error, empty, or the table with its pager. */
export function PanelRows<Row extends { id: number }>({ label, result, columns, emptyText, failureTitle, onPage }: PanelRowsProps<Row>) {
  const { data, error, isPlaceholderData, refetch } = result
  const place = useRef<HTMLDivElement>(null)
  useShownRows(isPlaceholderData ? undefined : data, place, false)
  const held = useHeld(data)
  if (error && (!data || isPlaceholderData)) return <PanelError error={error} title={failureTitle} onRetry={() => void refetch()} />
  if (!data) return <PanelSkeleton />
  if (data.rows.length === 0) return <PanelEmpty>{emptyText}</PanelEmpty>
  return (
    <div ref={place} className="column can-shrink">
      {held ? <HeldLine held={held} hasKey={false} /> : null}
      <PanelTable label={label} columns={columns} rows={data.rows} isStale={isPlaceholderData} />
      {data.pagination && onPage ? <Pager pagination={data.pagination} onPage={onPage} /> : null}
    </div>
  )
}
