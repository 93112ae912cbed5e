import { CheckIcon, VerifiedIcon, XIcon } from '@primer/octicons-react'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useContext, useMemo, useState } from 'react'
import { customerParts } from '../../commands/customer-parts.ts'
import { Button } from '../../layout/kit/button.tsx'
import { customerDomainsQuery, domainCheckQuery, validationKey } from '../../api/customer-domains.ts'
import type { Target } from '../../commands/command.ts'
import type { CustomerDomain } from '../../contract/customer-domains.ts'
import { formatDateMinute } from '../../contract/dates.ts'
import { RowMenu } from '../../layout/menus/row-menu.tsx'
import { CommandsContext, useCurrentTarget } from '../../layout/commands/use-commands.ts'
import { CertificateBadge, DomainStatus } from '../../layout/records/domain-badges.tsx'
import { DomainName } from '../../layout/records/domain-name.tsx'
import { Panel } from '../../layout/list/panel/panel.tsx'
import { allRows, PanelRows } from '../../layout/list/panel/panel-rows.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import { DomainRecords } from './domain-records.tsx'
import styles from './domains-panel.module.css'

/** The customer's domains and their DNS state. */
export function DomainsPanel({ customerId }: { customerId: number }) {
  return (
    <Panel isWide title={customerParts.domains.title}>
      {() => <Domains customerId={customerId} />}
    </Panel>
  )
}

function Domains({ customerId }: { customerId: number }) {
  const result = useQuery({ ...customerDomainsQuery(customerId), select: allRows })
  // Keys act on the focused row.
  const [focusedId, setFocusedId] = useState<number | null>(null)
  const focused = result.data?.rows.find(({ id }) => id === focusedId)
  const target = useMemo(() => (focused ? targetOf(focused, customerId) : null), [focused, customerId])
  useCurrentTarget(target)
  const columns = useMemo(() => columnsOf(customerId, setFocusedId), [customerId])
  return <PanelRows label="Domains" result={result} columns={columns} emptyText="This customer has no domains of their own." />
}

const targetOf = ({ id, hostname, status }: CustomerDomain, user: number): Target => ({
  type: 'hostname',
  record: { id, user, hostname, status },
})

const columnsOf = (user: number, onFocus: (id: number | null) => void): readonly PanelColumn<CustomerDomain>[] => [
  {
    header: 'Hostname',
    cell: ({ hostname, main }) => (
      <>
        <DomainName domain={hostname} />
        {main ? <CheckIcon size={16} className={styles.main} aria-label="Main domain" /> : null}
      </>
    ),
    text: ({ hostname }) => hostname,
  },
  { header: 'Status', cell: ({ status }) => <DomainStatus status={status} /> },
  { header: 'Certificate', cell: (domain) => <CertificateBadge status={domain.certificate_status} /> },
  { header: 'Created', cell: (domain) => formatDateMinute(domain.createdAt) },
  { header: 'CNAME', cell: ({ id }) => <CheckMark domainId={id} record="cname" /> },
  { header: 'TXT', cell: ({ id }) => <CheckMark domainId={id} record="txt" /> },
  {
    header: 'DNS',
    cell: (domain) => <RowActions domain={domain} user={user} onFocus={onFocus} />,
  },
]

/** The last check of one record in this tab: tick, cross, or dash if never checked. */
function CheckMark({ domainId, record }: { domainId: number; record: 'cname' | 'txt' }) {
  const { data } = useQuery(domainCheckQuery(domainId))
  if (!data) return <span aria-label="Not checked yet">—</span>
  return data[record] ? (
    <CheckIcon size={16} className={styles.right} aria-label="Right" />
  ) : (
    <XIcon size={16} className={styles.wrong} aria-label="Missing or wrong" />
  )
}

interface RowActionsProps {
  domain: CustomerDomain
  user: number
  onFocus: (id: number | null) => void
}

function RowActions({ domain, user, onFocus }: RowActionsProps) {
  const commands = useContext(CommandsContext)
  const isChecking = useIsMutating({ mutationKey: validationKey(domain.id) }) > 0
  const target = useMemo(() => targetOf(domain, user), [domain, user])
  const validate = commands?.resolveIn('row-menu', target).find(({ command }) => command.id === 'hostname.validate')
  return (
    // Only tracks focus.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className={styles.actions} onFocus={() => onFocus(domain.id)} onBlur={() => onFocus(null)}>
      {commands && validate ? (
        <Button
          size="small"
          leadingVisual={VerifiedIcon}
          loading={isChecking}
          loadingAnnouncement={`Checking ${domain.hostname}`}
          onClick={() => commands.run(validate)}
        >
          {/* Not an aria-label: a busy button is named by its text. */}
          Validate <span className="visually-hidden">{domain.hostname}</span>
        </Button>
      ) : null}
      <DomainRecords domain={domain} />
      <RowMenu target={target} />
    </div>
  )
}
