import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { customerTrackerQuery } from '../../api/customer-panels.ts'
import { customerParts } from '../../commands/customer-parts.ts'
import type { TrackerRow } from '../../contract/webrisk.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { RecordLink } from '../../layout/records/record-link.tsx'
import { UnsafeDomains } from '../../layout/records/unsafe-domains.tsx'
import { Panel } from '../../layout/list/panel/panel.tsx'
import { PanelRows } from '../../layout/list/panel/panel-rows.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'

const columns: readonly PanelColumn<TrackerRow>[] = [
  { header: 'Date', cell: (row) => formatDateTime(row.createdAt) },
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
    <Panel isWide title={customerParts.webrisk.title}>
      {() => <Tracker customerId={customerId} />}
    </Panel>
  )
}

function Tracker({ customerId }: { customerId: number }) {
  const [page, setPage] = useState(1)
  const result = useQuery(customerTrackerQuery(customerId, page))
  return <PanelRows label="Web-risk log" result={result} columns={columns} emptyText="Nothing unsafe was found." onPage={setPage} />
}
