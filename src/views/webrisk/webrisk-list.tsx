import { fetchMatchingWebrisk } from '../../api/webrisk.ts'
import { formatCount } from '../../contract/count.ts'
import type { BadgeColour } from '../../contract/customer-status.ts'
import { formatDateSlashed } from '../../contract/dates.ts'
import { qrTypeWords } from '../../contract/qr-type-words.ts'
import { visitsScore, type WebriskLabel, type WebriskRow, webriskStatuses } from '../../contract/webrisk.ts'
import { addressText } from '../../layout/kit/middle-cut.tsx'
import { agoColumn } from '../../layout/list/date-column.ts'
import { growingWidth } from '../../layout/list/growing-width.ts'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { listPage } from '../../layout/list/list-page.tsx'
import { ReviewedStatus, reviewFilters } from '../../layout/list/reviewed-status.tsx'
import { WebAddress } from '../../layout/records/outside-link.tsx'
import { usualStatus, webriskSource } from './search.ts'

const day = 86_400

/** Registration date with the age in days, '(400 d)'; '-' if unknown (document 2, section 2). Unix seconds. */
export function whoisText(whoisDate: number | null, now: number): string {
  if (whoisDate === null) return '-'
  const days = Math.max(0, Math.floor((now - whoisDate) / day))
  return `${formatDateSlashed(whoisDate)} (${days} d)`
}

const colours: Record<WebriskLabel, BadgeColour> = { init: 'secondary', safe: 'success', unsafe: 'danger', unknown: 'warning' }

function visitsText(row: WebriskRow): string {
  const value = visitsScore(row)
  return value === null ? '—' : formatCount(value)
}

const whoisOf = ({ whoisDate }: WebriskRow) => whoisText(whoisDate, Math.floor(Date.now() / 1000))
const emailOf = ({ email }: WebriskRow) => email ?? '—'

const columns: readonly ListColumn<WebriskRow>[] = [
  {
    id: 'url',
    header: 'URL',
    phone: 'title',
    brief: ({ url }) => addressText(url),
    cell: ({ url }) => <WebAddress url={url} />,
    text: ({ url }) => url,
  },
  { id: 'type', header: 'Type', width: growingWidth(100, 130), text: ({ type }) => qrTypeWords(type) },
  {
    id: 'visitsScore',
    header: 'Visits/score',
    width: '96px',
    align: 'end',
    cell: visitsText,
    text: ({ visits }) => (visits === null ? 'Score' : 'Visits'),
  },
  {
    id: 'status',
    header: 'Status',
    width: '164px',
    phone: 'state',
    cell: (row) => (
      <ReviewedStatus
        status={webriskStatuses[row.status]}
        colour={colours[webriskStatuses[row.status]]}
        ids={['webrisk.mark-safe', 'webrisk.mark-unsafe', 'webrisk.mark-unknown']}
        target={{ type: 'webrisk', record: row }}
      />
    ),
  },
  {
    id: 'email',
    header: 'Email',
    width: growingWidth(220, 340),
    phone: 'link',
    brief: ({ email }) => email ?? 'No customer',
    text: emailOf,
  },
  { id: 'whoisDate', header: 'Whois date', width: '148px', firstDirection: 'desc', text: whoisOf },
  agoColumn('createdAt', { header: 'Created', phone: 'fact' }),
]

const spokenName = ({ url }: WebriskRow) => url

/** The web-risk list (document 2, sections 2, 4 and 9). A row opens its customer in a new tab, as documented. */
export const WebriskPage = listPage({
  id: 'webrisk',
  title: 'Web risk',
  alsoCalled: ['web-risk entries', 'web-risk hits'],
  path: '/security/webrisk',
  ...webriskSource,
  exportAs: 'webrisk',
  columns,
  filters: reviewFilters('web-risk entries', webriskStatuses, usualStatus),
  href: ({ user }) => (user === null ? null : `/customers/${user}`),
  opensNewTab: true,
  opens: ({ user }) => (user === null ? 'its actions' : `customer #${user}`),
  nameOf: spokenName,
  linkLabel: (row) =>
    row.user === null ? `${emailOf(row)}, ${spokenName(row)}` : `${emailOf(row)}: open customer #${row.user} in a new tab`,
  bulk: {
    target: (ids) => ({ type: 'webrisks', record: { id: ids.length, ids } }),
    matching: async ({ searchTerm, whole, id, status, from, to }) =>
      (await fetchMatchingWebrisk({ searchTerm, whole, id, status, from, to })).ids,
  },
  target: (record) => ({ type: 'webrisk', record }),
  emptyText: 'Addresses with this status appear here: choose another to see more.',
})
