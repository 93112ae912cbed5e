import { CheckIcon } from '@primer/octicons-react'
import { useQuery } from '@tanstack/react-query'
import { customerDomainsQuery } from '../../api/customer-panels.ts'
import type { CustomerDomain } from '../../contract/customer-panels.ts'
import type { BadgeColour } from '../../contract/customer-status.ts'
import { formatDateMinute } from '../../contract/dates.ts'
import { Panel } from '../../layout/panel/panel.tsx'
import { allRows, PanelRows } from '../../layout/panel/panel-rows.tsx'
import type { PanelColumn } from '../../layout/panel/panel-table.tsx'
import { StatusBadge, statusWords } from '../../layout/status-badge.tsx'

const colours: Record<string, BadgeColour> = { active: 'success', pending: 'warning', blocked: 'danger' }

const columns: readonly PanelColumn<CustomerDomain>[] = [
  { header: 'Hostname', cell: (domain) => domain.hostname, text: (domain) => domain.hostname },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} colour={colours[status] ?? 'secondary'} /> },
  { header: 'Certificate', cell: (domain) => statusWords(domain.certificate_status) || '—' },
  { header: 'Created', cell: (domain) => formatDateMinute(domain.createdAt) },
  { header: 'Main', cell: (domain) => (domain.main ? <CheckIcon size={16} aria-label="Main domain" /> : '—') },
]

/** The customer's own domains. */
export function DomainsPanel({ customerId }: { customerId: number }) {
  return <Panel title="Domains">{() => <Domains customerId={customerId} />}</Panel>
}

function Domains({ customerId }: { customerId: number }) {
  const result = useQuery({ ...customerDomainsQuery(customerId), select: allRows })
  return <PanelRows label="Domains" result={result} columns={columns} emptyText="This customer has no domains of their own." />
}
