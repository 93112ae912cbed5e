import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { customerApiCallsQuery } from '../../api/customer-panels.ts'
import type { ApiCallRow } from '../../contract/customer-panels.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { Panel } from '../../layout/panel/panel.tsx'
import { PanelRows } from '../../layout/panel/panel-rows.tsx'
import type { PanelColumn } from '../../layout/panel/panel-table.tsx'
import { StatusBadge } from '../../layout/status-badge.tsx'

/** Path and query as they were called. */
const urlOf = ({ path, query }: ApiCallRow) => (query === '' ? path : `${path}?${query.replace(/^\?/, '')}`)

const columns: readonly PanelColumn<ApiCallRow>[] = [
  { header: 'Date', cell: (row) => formatDateTime(row.createdAt) },
  { header: 'Method', cell: (row) => row.method },
  { header: 'Url', cell: urlOf, text: urlOf },
  {
    header: 'Status',
    cell: ({ statusCode }) => <StatusBadge status={String(statusCode)} colour={statusCode < 400 ? 'success' : 'danger'} />,
  },
  { header: 'Time', cell: (row) => `${row.responseTime} ms`, align: 'end' },
]

/** What the customer's programs asked of the public API. */
export function ApiCallsPanel({ customerId }: { customerId: number }) {
  return <Panel title="API calls">{() => <ApiCalls customerId={customerId} />}</Panel>
}

function ApiCalls({ customerId }: { customerId: number }) {
  const [page, setPage] = useState(1)
  const result = useQuery(customerApiCallsQuery(customerId, page))
  return <PanelRows label="API calls" result={result} columns={columns} emptyText="This customer has not used the API." onPage={setPage} />
}
