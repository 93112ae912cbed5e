import { useRouteContext } from '@tanstack/react-router'
import { messages } from '../../contract/fields.ts'
import { staffPage } from '../../contract/preview.ts'
import type { UriChangeRow } from '../../contract/qr-lists.ts'
import { maxUriLength } from '../../contract/qrs.ts'
import { dateColumn } from '../../layout/list/date-column.ts'
import { searchFilter } from '../../layout/list/filters/search-filter.tsx'
import { growingWidth } from '../../layout/list/growing-width.ts'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { listPage } from '../../layout/list/list-page.tsx'
import { OutsideLink } from '../../layout/records/outside-link.tsx'
import { uriHistorySource } from './search.ts'

/** The QR's page at its new uri, for staff: `crm=true` keeps it from counting as a scan. */
function Preview({ change }: { change: UriChangeRow }) {
  const { publicSiteUrl } = useRouteContext({ from: '__root__' }).user
  const href = staffPage(`${publicSiteUrl.replace(/\/+$/, '')}/${encodeURIComponent(change.qrUri)}`)
  if (href === null) return change.qrUri
  return (
    <OutsideLink
      href={href}
      text={change.qrUri}
      label={`Preview ${change.qrUri} in a new tab`}
      title={`${change.qrUri}: preview in a new tab`}
    />
  )
}

const columns: readonly ListColumn<UriChangeRow>[] = [
  {
    id: 'uri',
    header: 'URI',
    width: growingWidth(160, 240),
    phone: 'headline',
    brief: (row) => `${row.uri} → ${row.qrUri}`,
    text: (row) => row.uri,
  },
  { id: 'qrUri', header: 'Now', width: growingWidth(160, 240), cell: (row) => <Preview change={row} /> },
  dateColumn('updatedAt', { header: 'Changed', phone: 'fact' }),
  { id: 'email', header: 'Email', phone: 'fact', text: (row) => row.email },
  { id: 'qrId', header: 'QR id', width: '92px', align: 'end', cell: (row) => row.qrId },
]

/** The uri history (document 2, section 2). A row opens the QR's customer, the new uri the QR's page. */
export const UriHistoryPage = listPage({
  id: 'qrs.uri',
  title: 'URI history',
  path: '/qrs/uri',
  ...uriHistorySource,
  exportAs: 'uri-history',
  columns,
  filters: [
    searchFilter({
      param: 'searchTerm',
      label: 'Search address changes',
      placeholder: 'Former or new URI…',
      takesWords: ['of', 'for'],
      problem: (term) => (term.length > maxUriLength ? messages.tooLong(maxUriLength) : null),
    }),
  ],
  href: (row) => `/customers/${row.userId}`,
  opens: (row) => `customer #${row.userId}`,
  linkLabel: (row) => `${row.uri}: open customer #${row.userId}`,
  action: { text: (row) => `#${row.userId}`, width: '128px' },
  emptyText: 'Changes of short addresses appear here: search for part of the former or the new URI.',
})
