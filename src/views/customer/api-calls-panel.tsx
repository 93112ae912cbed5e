import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { customerApiCallsQuery } from '../../api/customer-panels.ts'
import type { Target } from '../../commands/command.ts'
import { customerParts } from '../../commands/customer-parts.ts'
import { type ApiCallRow, urlOfCall } from '../../contract/api-calls.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { HttpStatus } from '../../layout/records/http-status.tsx'
import { RecordLink } from '../../layout/records/record-link.tsx'
import { Panel } from '../../layout/list/panel/panel.tsx'
import { PanelRows } from '../../layout/list/panel/panel-rows.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import styles from './panels.module.css'
import { actionsColumn } from './row-actions.tsx'
import { useFocusedRow } from './use-focused-row.ts'
import { useViewer } from './use-viewer.ts'

const targetOf = ({ id, owner, method, path, query }: ApiCallRow): Target => ({
  type: 'api-call',
  record: { id, owner, method, path, query },
})

const facts: readonly PanelColumn<ApiCallRow>[] = [
  { header: 'Date', cell: (row) => formatDateTime(row.createdAt) },
  { header: 'Method', cell: (row) => row.method },
  { header: 'URL', cell: urlOfCall, text: urlOfCall },
  { header: 'Status', cell: ({ statusCode }) => <HttpStatus statusCode={statusCode} /> },
  { header: 'Time', cell: (row) => `${row.responseTime} ms`, align: 'end' },
]

/** Links to the call's page, for role 1 (ruling 3). For others the row menu explains why not. */
const linked: PanelColumn<ApiCallRow> = {
  header: 'URL',
  cell: (row) => <RecordLink href={`/api-calls/${row.id}`}>{urlOfCall(row)}</RecordLink>,
  text: urlOfCall,
}

/** The customer's calls to the public API. */
export function ApiCallsPanel({ customerId }: { customerId: number }) {
  const mayOpen = useViewer().capabilities.includes('api-calls.read')
  return (
    <Panel
      title={customerParts.calls.title}
      aside={
        mayOpen ? (
          <RecordLink href={`/api-calls?owner=${customerId}`} className={styles.more}>
            View all
          </RecordLink>
        ) : null
      }
    >
      {() => <ApiCalls customerId={customerId} mayOpen={mayOpen} />}
    </Panel>
  )
}

function ApiCalls({ customerId, mayOpen }: { customerId: number; mayOpen: boolean }) {
  const [page, setPage] = useState(1)
  const result = useQuery(customerApiCallsQuery(customerId, page))
  const onFocus = useFocusedRow(result.data?.rows, targetOf)
  const columns = useMemo<readonly PanelColumn<ApiCallRow>[]>(
    () => [...facts.map((column) => (mayOpen && column.header === linked.header ? linked : column)), actionsColumn(targetOf, onFocus)],
    [mayOpen, onFocus],
  )
  return <PanelRows label="API calls" result={result} columns={columns} emptyText="This customer has not used the API." onPage={setPage} />
}
