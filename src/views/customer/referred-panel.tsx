import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { referredByQuery } from '../../api/customer-panels.ts'
import { customerParts } from '../../commands/customer-parts.ts'
import { statusColour } from '../../contract/customer-status.ts'
import type { CustomerRow } from '../../contract/customers.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { CustomerName, customerName } from '../../layout/records/customer-name.tsx'
import { RecordLink } from '../../layout/records/record-link.tsx'
import { Panel } from '../../layout/list/panel/panel.tsx'
import { PanelRows } from '../../layout/list/panel/panel-rows.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'

const statusOf = (row: CustomerRow) => row.subscriptionStatus ?? 'inactive'

const columns: readonly PanelColumn<CustomerRow>[] = [
  { header: 'Id', align: 'end', cell: (row) => row.id },
  {
    header: 'Name',
    cell: (row) => (
      <a href={`/customers/${row.id}`} target="_blank" rel="noopener" aria-label={`${customerName(row)}, in a new tab`}>
        <CustomerName customer={row} />
      </a>
    ),
    text: customerName,
  },
  { header: 'E-mail', cell: (row) => row.email, text: (row) => row.email },
  { header: 'Created', cell: (row) => formatDateTime(row.createdAt) },
  { header: 'Plan', cell: (row) => row.planName ?? '—' },
  { header: 'Subscription', cell: (row) => <StatusBadge status={statusOf(row)} colour={statusColour(statusOf(row))} /> },
]

/** Customers this one referred, and who referred this one (document 1, section 2). */
export function ReferredPanel({ customerId, referredBy }: { customerId: number; referredBy: number | null }) {
  return (
    <Panel
      isWide
      title={customerParts.referred.title}
      aside={
        referredBy === null ? null : (
          <span className="muted fine">
            Referred by <RecordLink href={`/customers/${referredBy}`}>customer #{referredBy}</RecordLink>
          </span>
        )
      }
    >
      {() => <Referred customerId={customerId} />}
    </Panel>
  )
}

function Referred({ customerId }: { customerId: number }) {
  const [page, setPage] = useState(1)
  const result = useQuery(referredByQuery(customerId, page))
  return (
    <PanelRows
      label="Referred customers"
      result={result}
      columns={columns}
      emptyText="This customer has referred nobody."
      onPage={setPage}
    />
  )
}
