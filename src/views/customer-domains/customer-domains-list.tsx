import { CheckIcon } from '@primer/octicons-react'
import { type CustomerDomainRow, certificateStatuses, domainStatuses } from '../../contract/customer-domains.ts'
import { formatDateMinute } from '../../contract/dates.ts'
import { statusWords } from '../../contract/status-words.ts'
import { dateColumn } from '../../layout/list/date-column.ts'
import { choiceFilter, linkedFilter } from '../../layout/list/filters/filters.ts'
import { searchFilter } from '../../layout/list/filters/search-filter.tsx'
import { idColumn } from '../../layout/list/id-column.ts'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { listPage } from '../../layout/list/list-page.tsx'
import { CertificateBadge, DomainStatus } from '../../layout/records/domain-badges.tsx'
import { DomainName } from '../../layout/records/domain-name.tsx'
import { customerDomainsSource } from './search.ts'

const columns: readonly ListColumn<CustomerDomainRow>[] = [
  idColumn,
  {
    id: 'hostname',
    header: 'Hostname',
    phone: 'headline',
    cell: ({ hostname }) => <DomainName domain={hostname} />,
    text: ({ hostname }) => hostname,
  },
  { id: 'status', header: 'Status', width: '128px', phone: 'state', cell: ({ status }) => <DomainStatus status={status} /> },
  {
    id: 'certificate',
    header: 'Certificate',
    width: '128px',
    phone: 'fact',
    brief: ({ certificate }) => certificate && `certificate ${certificate}`,
    cell: ({ certificate }) => <CertificateBadge status={certificate} />,
  },
  dateColumn('createdAt', { header: 'Created', phone: 'fact' }, formatDateMinute),
  {
    id: 'main',
    header: 'Main',
    width: '72px',
    cell: ({ main }) => (main ? <CheckIcon size={16} aria-label="Main domain" /> : '—'),
  },
]

/** All customers' domains (document 2, section 2). A row opens its customer in a new tab. */
export const CustomerDomainsPage = listPage({
  id: 'customer-domains',
  title: 'Customer domains',
  path: '/customers/domains',
  ...customerDomainsSource,
  exportAs: 'customer-domains',
  columns,
  filters: [
    searchFilter({ param: 'searchTerm', label: 'Search customer domains', placeholder: 'Hostname, or an id…' }),
    choiceFilter({
      param: 'status',
      label: 'Status',
      all: 'All',
      choices: domainStatuses.map((status) => ({
        value: status,
        label: statusWords(status),
        words:
          status === 'pending'
            ? ['unverified', 'not verified', 'not validated', 'waiting for verification', 'waiting for validation']
            : undefined,
      })),
    }),
    {
      ...choiceFilter({
        param: 'certificate',
        label: 'Certificate',
        all: 'Certificate: All',
        needsLabel: true,
        choices: certificateStatuses.map((status) => ({ value: status, label: status })),
      }),
      feature: 'fields',
    },
    linkedFilter({ param: 'hostname', chip: (text) => `Begins with ‘${text}’` }),
  ],
  href: ({ user }) => `/customers/${user}`,
  opens: ({ hostname }) => `the customer of ${hostname}`,
  linkLabel: ({ hostname }) => `${hostname}: open its customer in a new tab`,
  opensNewTab: true,
  target: ({ id, user, hostname, status }) => ({ type: 'hostname', record: { id, user, hostname, status } }),
  emptyText: 'Domains of customers appear here: search for part of the hostname, or for the customer’s id.',
})
