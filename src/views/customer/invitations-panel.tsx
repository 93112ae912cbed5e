import { useQuery } from '@tanstack/react-query'
import { useCallback, useMemo } from 'react'
import { invitationsQuery } from '../../api/customer-panels.ts'
import type { Target } from '../../commands/command.ts'
import { customerParts } from '../../commands/customer-parts.ts'
import { formatDateTime } from '../../contract/dates.ts'
import type { InvitationRow } from '../../contract/invitations.ts'
import { RecordLink } from '../../layout/records/record-link.tsx'
import { Panel } from '../../layout/list/panel/panel.tsx'
import { allRows, PanelRows } from '../../layout/list/panel/panel-rows.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'
import { actionsColumn } from './row-actions.tsx'
import { useFocusedRow } from './use-focused-row.ts'

const roles: Record<number, string> = { 1: 'Admin', 2: 'Extended collaborator', 3: 'Collaborator' }
const statuses: Record<number, string> = { 0: 'pending approval', 1: 'accepted' }

/** A role's name (document 2, section 4). */
export const invitationRole = (role: number) => roles[role] ?? `Role ${role}`
/** An invitation's status, coloured by whether registration is complete (document 2, section 4). */
export const invitationStatus = ({ status, registrationComplete }: Pick<InvitationRow, 'status' | 'registrationComplete'>) => ({
  text: statuses[status] ?? `status ${status}`,
  colour: registrationComplete === 1 ? ('success' as const) : ('warning' as const),
})

const facts: readonly PanelColumn<InvitationRow>[] = [
  { header: 'Created', cell: (row) => formatDateTime(row.createdAt) },
  { header: 'Last login', cell: (row) => (row.lastLogin === null ? '—' : formatDateTime(row.lastLogin)) },
  { header: 'E-mail', cell: (row) => row.email, text: (row) => row.email },
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
    cell: ({ userId }) => (userId === null ? '—' : <RecordLink href={`/customers/${userId}`}>#{userId}</RecordLink>),
  },
]

/** The customer's invitations: log in as the invited person, or delete (document 2, section 2). */
export function InvitationsPanel({ customerId }: { customerId: number }) {
  return (
    <Panel isWide title={customerParts.invitations.title}>
      {() => <Invitations customerId={customerId} />}
    </Panel>
  )
}

function Invitations({ customerId }: { customerId: number }) {
  const result = useQuery({ ...invitationsQuery(customerId), select: allRows })
  const targetOf = useCallback(
    ({ id, email, status, userId }: InvitationRow): Target => ({
      type: 'invitation',
      record: { id, email, status, userId, owner: customerId },
    }),
    [customerId],
  )
  const onFocus = useFocusedRow(result.data?.rows, targetOf)
  const columns = useMemo<readonly PanelColumn<InvitationRow>[]>(() => [...facts, actionsColumn(targetOf, onFocus)], [targetOf, onFocus])
  return <PanelRows label="Invitations" result={result} columns={columns} emptyText="This customer has invited nobody." />
}
