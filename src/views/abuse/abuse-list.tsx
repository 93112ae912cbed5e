import { useRouteContext } from '@tanstack/react-router'
import { fetchMatchingAbuse } from '../../api/abuse.ts'
import { type AbuseLabel, type AbuseRow, abuseStatuses, reasonLength } from '../../contract/abuse.ts'
import type { BadgeColour } from '../../contract/customer-status.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { reportedUri } from '../../contract/reported-uri.ts'
import { addressText } from '../../layout/kit/middle-cut.tsx'
import { agoColumn } from '../../layout/list/date-column.ts'
import { growingWidth } from '../../layout/list/growing-width.ts'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { listPage } from '../../layout/list/list-page.tsx'
import { ReviewedStatus, reviewFilters } from '../../layout/list/reviewed-status.tsx'
import { CutText, TextLine } from '../../layout/records/cut-text.tsx'
import { RecordLink } from '../../layout/records/record-link.tsx'
import styles from './abuse.module.css'
import { abuseSource, usualStatus } from './search.ts'

const colours: Record<AbuseLabel, BadgeColour> = { init: 'warning', pending: 'primary', finished: 'success' }

/** The reported address with a link to its QR code. It may be dangerous, so opening it takes the row menu. */
function Reported({ url }: { url: string }) {
  const { publicSiteUrl } = useRouteContext({ from: '__root__' }).user
  const uri = reportedUri(url, publicSiteUrl)
  return (
    <>
      <bdi translate="no">{addressText(url) || '—'}</bdi>
      {uri === null ? null : (
        <RecordLink href={`/qrs?searchTerm=${uri}&exactSearch=true`} className={styles.qr}>
          {`QR code ${uri}`}
        </RecordLink>
      )}
    </>
  )
}

const readOf = ({ reason, email, createdAt }: AbuseRow) => ({
  text: reason || '—',
  title: `Reported by ${email}`,
  subtitle: formatDateTime(createdAt),
})

const columns: readonly ListColumn<AbuseRow>[] = [
  {
    id: 'url',
    header: 'URL',
    wraps: true,
    phone: 'title',
    brief: ({ url }) => addressText(url),
    cell: ({ url }) => <Reported url={url} />,
    text: ({ url }) => url,
  },
  {
    id: 'email',
    header: 'Email',
    width: growingWidth(212, 260),
    phone: 'link',
    cell: ({ email }) => email || '—',
    text: ({ email }) => email,
  },
  {
    id: 'reason',
    header: 'Reason',
    width: '296px',
    wraps: true,
    phone: 'fact',
    cell: (row) => <CutText {...readOf(row)} length={reasonLength} />,
    brief: (row) => <TextLine {...readOf(row)} />,
  },
  {
    id: 'status',
    header: 'Status',
    width: '156px',
    phone: 'state',
    cell: (row) => (
      <ReviewedStatus
        status={abuseStatuses[row.status]}
        colour={colours[abuseStatuses[row.status]]}
        ids={['abuse.mark-pending', 'abuse.mark-finished']}
        target={{ type: 'abuse', record: row }}
      />
    ),
  },
  agoColumn('createdAt', { header: 'Created' }),
]

/** The abuse reports list (document 2, sections 2, 4 and 9). Clicking a row opens its menu. */
export const AbusePage = listPage({
  id: 'abuse',
  title: 'Abuse reports',
  alsoCalled: ['abuse', 'phishing reports'],
  path: '/security/abuse',
  ...abuseSource,
  exportAs: 'abuse',
  columns,
  filters: reviewFilters('abuse reports', abuseStatuses, usualStatus),
  opens: ({ id }) => `abuse report ${id}`,
  linkLabel: ({ id, email }) => `${email}, report ${id}`,
  bulk: {
    target: (ids) => ({ type: 'abuses', record: { id: ids.length, ids } }),
    matching: async ({ searchTerm, whole, id, status, from, to }) =>
      (await fetchMatchingAbuse({ searchTerm, whole, id, status, from, to })).ids,
  },
  target: (record) => ({ type: 'abuse', record }),
  emptyText: 'Reports of abuse with this status appear here: choose another to see more.',
})
