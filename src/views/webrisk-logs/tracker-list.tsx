import { statusColour } from '../../contract/customer-status.ts'
import type { TrackerRow } from '../../contract/webrisk.ts'
import { addressText, MiddleCut } from '../../layout/kit/middle-cut.tsx'
import { StatusBadge } from '../../layout/kit/status-badge.tsx'
import { dateColumn } from '../../layout/list/date-column.ts'
import { linkedFilter } from '../../layout/list/filters/filters.ts'
import { growingWidth } from '../../layout/list/growing-width.ts'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { listPage } from '../../layout/list/list-page.tsx'
import { RecordLink } from '../../layout/records/record-link.tsx'
import { UnsafeDomains } from '../../layout/records/unsafe-domains.tsx'
import { trackerSource } from './search.ts'

const domainsOf = ({ unsafeDomains }: TrackerRow) => unsafeDomains.join('\n')

const columns: readonly ListColumn<TrackerRow>[] = [
  dateColumn('createdAt', { header: 'Created', phone: 'state' }),
  {
    id: 'qr',
    header: 'QR',
    width: '72px',
    align: 'end',
    cell: ({ qr }) => (qr === null ? '—' : <RecordLink href={`/qrs?searchTerm=${qr}&exactSearch=true`}>{qr}</RecordLink>),
  },
  { id: 'reason', header: 'Reason', width: growingWidth(236, 320), phone: 'fact', text: ({ reason }) => reason },
  // An unsafe address is never a link.
  {
    id: 'url',
    header: 'URL',
    phone: 'title',
    brief: ({ url, unsafeDomains: [domain] }) => addressText(url) || domain || 'No address',
    cell: ({ url }) => (url ? <MiddleCut text={url} /> : '—'),
    text: ({ url }) => url,
  },
  {
    id: 'unsafeDomains',
    header: 'Unsafe domains',
    width: '200px',
    cell: ({ unsafeDomains, url }) => <UnsafeDomains domains={unsafeDomains} url={url} />,
    text: domainsOf,
  },
  {
    id: 'userBanned',
    header: 'User banned',
    width: '96px',
    cell: ({ userBanned }) => (userBanned ? <StatusBadge status="banned" colour={statusColour('banned')} /> : 'No'),
  },
  {
    id: 'user',
    header: 'Customer',
    width: '92px',
    phone: 'link',
    brief: ({ user, userBanned }) => (user === null ? 'No customer' : `#${user}${userBanned ? ', banned' : ''}`),
    cell: ({ user }) => (user === null ? '—' : `#${user}`),
  },
]

/** The web-risk log of all customers (document 2, sections 2 and 3). A row opens its customer. */
export const WebriskLogsPage = listPage({
  id: 'webrisk-logs',
  title: 'Web-risk logs',
  path: '/security/webrisk-logs',
  ...trackerSource,
  exportAs: 'webrisk-log',
  columns,
  filters: [linkedFilter({ param: 'user', label: 'Customer', chip: (id) => `Customer #${id}` })],
  href: ({ user }) => (user === null ? null : `/customers/${user}`),
  opens: ({ user }) => (user === null ? 'its actions' : `customer #${user}`),
  nameOf: ({ url }) => url,
  linkLabel: ({ user, url }) => (user === null ? `Actions of ${url}` : `Customer #${user}: open`),
  target: ({ id, url, qr, user }) => ({ type: 'tracker', record: { id, url, qr, user } }),
  emptyText: 'What the web-risk check finds unsafe appears here: there is nothing to review.',
})
