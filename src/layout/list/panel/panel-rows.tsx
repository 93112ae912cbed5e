import type { UseQueryResult } from '@tanstack/react-query'
import type { Pagination } from '../../../contract/list.ts'
import { PanelEmpty, PanelError, PanelSkeleton } from './panel.tsx'
import { Pager, type PanelColumn, PanelTable } from './panel-table.tsx'

interface PanelRowsProps<Row extends { id: number }> {
  label: string
  result: Pick<UseQueryResult<{ rows: readonly Row[]; pagination?: Pagination }>, 'data' | 'error' | 'isPlaceholderData' | 'refetch'>
  columns: readonly PanelColumn<Row>[]
  emptyText: string
  /** What is said where they could not be loaded, in the words of the documents. */
  failureTitle?: string
  onPage?: (page: number) => void
}

/** The rows of a panel: on their way, failed, none, or there with the way to more. */
export function PanelRows<Row extends { id: number }>({ label, result, columns, emptyText, failureTitle, onPage }: PanelRowsProps<Row>) {
  const { data, error, isPlaceholderData, refetch } = result
  if (error && (!data || isPlaceholderData)) return <PanelError error={error} title={failureTitle} onRetry={() => void refetch()} />
  if (!data) return <PanelSkeleton />
  if (data.rows.length === 0) return <PanelEmpty>{emptyText}</PanelEmpty>
  return (
    <>
      <PanelTable label={label} columns={columns} rows={data.rows} isStale={isPlaceholderData} />
      {data.pagination && onPage ? <Pager pagination={data.pagination} onPage={onPage} /> : null}
    </>
  )
}

/** Rows that come all at once, in the shape of those that come by pages. */
export const allRows = <Row,>(rows: readonly Row[]) => ({ rows })
