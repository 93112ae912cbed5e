import { customerApiCallsQuery, customerTrackerQuery } from '../../api/customer-panels.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { type ApiCallRow, urlOfCall } from '../../contract/api-calls.ts'
import { formatDateTime } from '../../contract/dates.ts'
import type { TrackerRow } from '../../contract/webrisk.ts'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import { HttpStatus } from '../../layout/records/http-status.tsx'
import { RecordLink } from '../../layout/records/record-link.tsx'
import { UnsafeDomains } from '../../layout/records/unsafe-domains.tsx'
import { QueryPanel } from './query-panel.tsx'
import { actionsColumn } from './row-actions.tsx'
import { useViewer } from './use-viewer.ts'

const targetOf = ({ id, owner, method, path, query }: ApiCallRow): Target => ({
  type: 'api-call',
  record: { id, owner, method, path, query },
})

/** @param mayOpen whether calls link to their page, for role 1 (ruling 3). For others the row menu explains why not. */
const callColumns = (mayOpen: boolean): readonly PanelColumn<ApiCallRow>[] => [
  { header: 'Created', cell: (row) => formatDateTime(row.createdAt) },
  { header: 'Method', cell: (row) => row.method },
  {
    header: 'URL',
    cell: (row) => (mayOpen ? <RecordLink href={`/api-calls/${row.id}`}>{urlOfCall(row)}</RecordLink> : urlOfCall(row)),
    text: urlOfCall,
  },
  { header: 'Status', cell: ({ statusCode }) => <HttpStatus statusCode={statusCode} /> },
  { header: 'Time', cell: (row) => `${row.responseTime} ms`, align: 'end' },
  actionsColumn(targetOf),
]

/** The customer's calls to the public API. */
export function ApiCallsPanel({ customerId }: { customerId: number }) {
  const mayOpen = useViewer().capabilities.includes('api-calls.read')
  return (
    <QueryPanel
      part="calls"
      aside={
        mayOpen ? (
          <RecordLink href={`/api-calls?owner=${customerId}`} className="fine">
            View all
          </RecordLink>
        ) : null
      }
      label="API calls"
      query={(page) => customerApiCallsQuery(customerId, page)}
      columns={callColumns(mayOpen)}
      emptyText="This customer has not used the API."
    />
  )
}

const trackerColumns: readonly PanelColumn<TrackerRow>[] = [
  { header: 'Created', cell: (row) => formatDateTime(row.createdAt) },
  {
    header: 'QR',
    cell: ({ qr }) => (qr === null ? '—' : <RecordLink href={`/qrs?searchTerm=${qr}&exactSearch=true`}>{qr}</RecordLink>),
  },
  { header: 'Reason', cell: (row) => row.reason, text: (row) => row.reason },
  // An unsafe address is never a link.
  { header: 'URL', cell: (row) => row.url, text: (row) => row.url },
  { header: 'Unsafe domains', cell: ({ unsafeDomains, url }) => <UnsafeDomains domains={unsafeDomains} url={url} /> },
  { header: 'User banned', cell: (row) => (row.userBanned ? 'Yes' : 'No') },
]

/** Web-risk findings on the customer's QR codes. */
export function TrackerPanel({ customerId }: { customerId: number }) {
  return (
    <QueryPanel
      part="webrisk"
      label="Web-risk log"
      query={(page) => customerTrackerQuery(customerId, page)}
      columns={trackerColumns}
      emptyText="Nothing unsafe was found."
    />
  )
}
