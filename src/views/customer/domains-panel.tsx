import { CheckIcon, VerifiedIcon, XIcon } from '@primer/octicons-react'
import { useIsMutating, useQuery } from '@tanstack/react-query'
import { useContext, useMemo } from 'react'
import { customerDomainsQuery, domainCheckQuery, validationKey } from '../../api/customer-domains.ts'
import type { Target } from '../../commands/engine/targets.ts'
import type { CustomerDomain, ExpectedRecord } from '../../contract/customer-domains.ts'
import { formatDateMinute } from '../../contract/dates.ts'
import { CommandsContext } from '../../layout/commands/use-commands.ts'
import { Button } from '../../layout/kit/button.tsx'
import type { PanelColumn } from '../../layout/list/panel/panel-table.tsx'
import { Copyable } from '../../layout/records/copyable.tsx'
import { CertificateBadge, DomainStatus } from '../../layout/records/domain-badges.tsx'
import { DomainName } from '../../layout/records/domain-name.tsx'
import { ReadButton } from '../../layout/records/read-dialog.tsx'
import styles from './domains-panel.module.css'
import { QueryPanel } from './query-panel.tsx'
import { RowActions } from './row-actions.tsx'

/** The customer's domains and their DNS state. */
export function DomainsPanel({ customerId }: { customerId: number }) {
  const columns = useMemo(
    () => columnsOf(({ id, hostname, status }) => ({ type: 'hostname', record: { id, user: customerId, hostname, status } })),
    [customerId],
  )
  return (
    <QueryPanel
      part="domains"
      label="Domains"
      query={() => customerDomainsQuery(customerId)}
      columns={columns}
      emptyText="This customer has no domains of their own."
    />
  )
}

type TargetOf = (domain: CustomerDomain) => Target

const columnsOf = (targetOf: TargetOf): readonly PanelColumn<CustomerDomain>[] => [
  {
    header: 'Hostname',
    cell: ({ hostname, main }) => (
      <>
        <DomainName domain={hostname} />
        {main ? <CheckIcon size={16} className="muted after-8" aria-label="Main domain" /> : null}
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
    cell: (domain) => (
      <RowActions row={domain} targetOf={targetOf}>
        <ValidateButton domain={domain} targetOf={targetOf} />
        <DomainRecords domain={domain} />
      </RowActions>
    ),
  },
]

/** The last check of one record in this tab: tick, cross, or dash if never checked. */
function CheckMark({ domainId, record }: { domainId: number; record: 'cname' | 'txt' }) {
  const { data } = useQuery(domainCheckQuery(domainId))
  if (!data) return <span aria-label="Not checked yet">—</span>
  return data[record] ? (
    <CheckIcon size={16} className="success" aria-label="Right" />
  ) : (
    <XIcon size={16} className="danger" aria-label="Missing or wrong" />
  )
}

function ValidateButton({ domain, targetOf }: { domain: CustomerDomain; targetOf: TargetOf }) {
  const commands = useContext(CommandsContext)
  const isChecking = useIsMutating({ mutationKey: validationKey(domain.id) }) > 0
  const validate = commands?.resolveIn('row-menu', targetOf(domain)).find(({ command }) => command.id === 'hostname.validate')
  if (!commands || !validate) return null
  return (
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
  )
}

/** DNS records the customer has to create, for copying into a reply. */
function DomainRecords({ domain: { hostname, records } }: { domain: CustomerDomain }) {
  // Other admin APIs don't report the expected records.
  if (records === null) return null
  return (
    <ReadButton
      title="DNS records"
      subtitle={`What the check looks for at ${hostname}`}
      width="xlarge"
      content={
        <>
          <Record type="CNAME" record={records.cname} />
          <Record type="TXT" record={records.txt} />
        </>
      }
    >
      {(opens) => (
        <Button {...opens} size="small" variant="invisible" aria-label={`Records of ${hostname}`}>
          Records
        </Button>
      )}
    </ReadButton>
  )
}

function Record({ type, record }: { type: string; record: ExpectedRecord }) {
  return (
    <dl className={styles.record}>
      <dt>Type</dt>
      <dd>{type}</dd>
      <dt>Name</dt>
      <dd>
        <Copyable text={record.name} what={`name of the ${type} record`} />
      </dd>
      <dt>Value</dt>
      <dd>
        <Copyable text={record.value} what={`value of the ${type} record`} />
      </dd>
    </dl>
  )
}
