import { useMemo } from 'react'
import { invitationsQuery, referredByQuery } from '../../api/customer-panels.ts'
import { statusColour } from '../../contract/customer-status.ts'
import type { CustomerRow } from '../../contract/customers.ts'
import { formatDateTime } from '../../contract/dates.ts'
import type { InvitationRow } from '../../contract/invitations.ts'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import { CustomerName, customerName } from '../../layout/records/customer-name.tsx'
import { RecordLink } from '../../layout/records/record-link.tsx'
import { QueryPanel } from './query-panel.tsx'
import { actionsColumn } from './row-actions.tsx'

const roles: Record<number, string> = { 1: 'Admin', 2: 'Extended collaborator', 3: 'Collaborator' }
const statuses: Record<number, string> = { 0: 'pending approval', 1: 'accepted' }

/** A role's name (document 2, section 4). */
export const invitationRole = (role: number) => roles[role] ?? `Role ${role}`
/** An invitation's status, coloured by whether registration is complete (document 2, section 4). */
export const invitationStatus = ({ status, registrationComplete }: Pick<InvitationRow, 'status' | 'registrationComplete'>) => ({
  text: statuses[status] ?? `status ${status}`,
  colour: registrationComplete === 1 ? ('success' as const) : ('warning' as const),
})

const invitationFacts: readonly PanelColumn<InvitationRow>[] = [
  { header: 'Created', cell: (row) => formatDateTime(row.createdAt) },
  { header: 'Last login', cell: (row) => (row.lastLogin === null ? '—' : formatDateTime(row.lastLogin)) },
  { header: 'Email', cell: (row) => row.email, text: (row) => row.email },
  { header: 'Role', cell: (row) => invitationRole(row.role) },
  {
    header: 'Status',
    cell: (row) => {
      const { text, colour } = invitationStatus(row)
      return <StatusBadge status={text} colour={colour} />
    },
  },
  {
    header: 'Account',
    cell: ({ userId }) => (userId === null ? '—' : <RecordLink href={`/customers/${userId}`}>{`#${userId}`}</RecordLink>),
  },
]

/** The customer's invitations: log in as the invited person, or delete (document 2, section 2). */
export function InvitationsPanel({ customerId: owner }: { customerId: number }) {
  const columns = useMemo(
    () => [
      ...invitationFacts,
      actionsColumn<InvitationRow>(({ id, email, status, userId }) => ({
        type: 'invitation',
        record: { id, email, status, userId, owner },
      })),
    ],
    [owner],
  )
  return (
    <QueryPanel
      part="invitations"
      label="Invitations"
      query={() => invitationsQuery(owner)}
      columns={columns}
      emptyText="This customer has not invited anyone."
    />
  )
}

const statusOf = (row: CustomerRow) => row.subscriptionStatus ?? 'inactive'

const referredColumns: readonly PanelColumn<CustomerRow>[] = [
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
  { header: 'Email', cell: (row) => row.email, text: (row) => row.email },
  { header: 'Created', cell: (row) => formatDateTime(row.createdAt) },
  { header: 'Plan', cell: (row) => row.planName ?? '—' },
  { header: 'Subscription', cell: (row) => <StatusBadge status={statusOf(row)} colour={statusColour(statusOf(row))} /> },
]

/** Customers this one referred, and who referred this one (document 1, section 2). */
export function ReferredPanel({ customerId, referredBy }: { customerId: number; referredBy: number | null }) {
  return (
    <QueryPanel
      part="referred"
      aside={
        referredBy === null ? null : (
          <span className="muted fine">
            Referred by <RecordLink href={`/customers/${referredBy}`}>{`customer #${referredBy}`}</RecordLink>
          </span>
        )
      }
      label="Referred customers"
      query={(page) => referredByQuery(customerId, page)}
      columns={referredColumns}
      emptyText="This customer has not referred anyone."
    />
  )
}
