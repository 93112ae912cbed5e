import { feedbackQuery } from '../../api/feedback.ts'
import { formatDateTime } from '../../contract/dates.ts'
import type { FeedbackRow } from '../../contract/notes.ts'
import { CutText } from '../../layout/records/cut-text.tsx'
import { dateColumn } from '../../layout/list/date-column.ts'
import { defineList, type ListColumn } from '../../layout/list/list-definition.ts'
import { feedbackSearch } from './search.ts'
import { listPage } from '../../layout/list/list-page.tsx'

const customerOf = (row: FeedbackRow) => `customer #${row.user}`

/** Chosen reasons, 'too_complex,unused', as 'Too complex · Unused'; the customer's own text as it is. */
const reasonOf = ({ reasonType }: FeedbackRow) =>
  reasonType
    .split(/,(?=[a-z_ ]+(?:,|$))/)
    .map((reason) => (/^[a-z_]{1,40}$/.test(reason) ? reason.charAt(0).toUpperCase() + reason.slice(1).replaceAll('_', ' ') : reason))
    .join(' · ')

const columns: readonly ListColumn<FeedbackRow>[] = [
  {
    id: 'note',
    header: 'Note',
    wraps: true,
    phone: 'text',
    cell: (row) => <CutText text={row.note || '—'} title={`Feedback of ${customerOf(row)}`} subtitle={formatDateTime(row.createdAt)} />,
  },
  {
    id: 'reasonType',
    header: 'Reason',
    width: '320px',
    wraps: true,
    phone: 'line',
    cell: (row) => <CutText text={reasonOf(row)} title={`Reason of ${customerOf(row)}`} subtitle={formatDateTime(row.createdAt)} />,
  },
  dateColumn('createdAt', { header: 'Date', width: '164px', phone: 'headline' }),
]

/** Customers' feedback (document 1, section 2). A row opens its customer. */
const feedbackList = defineList({
  id: 'feedback',
  title: 'Feedback',
  search: feedbackSearch,
  query: feedbackQuery,
  exportAs: 'feedback',
  columns,
  filters: [],
  href: (row) => `/customers/${row.user}`,
  opens: customerOf,
  linkLabel: (row) => `${formatDateTime(row.createdAt)}: open ${customerOf(row)}`,
  action: { text: (row) => `#${row.user}`, width: '140px' },
  target: (record) => ({ type: 'feedback', record }),
  emptyText: 'No customer has left feedback yet. It comes from the app, when customers say why they leave.',
})

export const FeedbackPage = listPage(feedbackList)
