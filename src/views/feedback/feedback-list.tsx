import { formatDateTime } from '../../contract/dates.ts'
import type { FeedbackRow } from '../../contract/notes.ts'
import { capitalise, statusWords } from '../../contract/status-words.ts'
import { agoNow, dateColumn } from '../../layout/list/date-column.ts'
import { dateFilter } from '../../layout/list/filters/date-filter.ts'
import { linkedFilter } from '../../layout/list/filters/filters.ts'
import { searchFilter } from '../../layout/list/filters/search-filter.tsx'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { listPage } from '../../layout/list/list-page.tsx'
import { CutText, TextLine } from '../../layout/records/cut-text.tsx'
import { feedbackSource } from './search.ts'

const customerOf = (row: FeedbackRow) => `customer #${row.user}`

/** Chosen reasons, 'too_complex,missing features', as 'Too complex · Missing features'; the customer's own text as it is. */
export const reasonWords = (reasonType: string) =>
  reasonType
    .split(/,(?=[a-z_][a-z_ ]*(?:,|$))/)
    .map((reason) => (/^[a-z_ ]{1,40}$/.test(reason) ? capitalise(statusWords(reason)) : reason.replace(/^other:/, 'Other:')))
    .join(' · ')

const readOf = (row: FeedbackRow, text: string) => ({
  text,
  title: `Feedback of ${customerOf(row)}`,
  subtitle: formatDateTime(row.createdAt),
})

const columns: readonly ListColumn<FeedbackRow>[] = [
  {
    id: 'note',
    header: 'Note',
    wraps: true,
    phone: 'title',
    cell: (row) => <CutText {...readOf(row, row.note || '—')} />,
    brief: (row) => <TextLine {...readOf(row, row.note || reasonWords(row.reasonType))} />,
  },
  {
    id: 'reasonType',
    header: 'Reason',
    width: '320px',
    wraps: true,
    phone: 'fact',
    brief: (row) => (row.note ? reasonWords(row.reasonType) : null),
    cell: (row) => (
      <CutText text={reasonWords(row.reasonType)} title={`Reason of ${customerOf(row)}`} subtitle={formatDateTime(row.createdAt)} />
    ),
  },
  {
    ...dateColumn('createdAt', { header: 'Date', phone: 'link' }),
    brief: (row) => `#${row.user} · ${agoNow(row.createdAt)}`,
  },
]

/** Customers' feedback (document 1, section 2). A row opens its customer. */
export const FeedbackPage = listPage({
  id: 'feedback',
  title: 'Feedback',
  path: '/customers/feedback',
  ...feedbackSource,
  exportAs: 'feedback',
  columns,
  filters: [
    {
      ...searchFilter({ param: 'searchTerm', label: 'Search feedback', placeholder: 'Text or reason…', takesWords: ['about', 'saying'] }),
      feature: 'fields',
    },
    { ...dateFilter({ label: 'Date' }), feature: 'fields' },
    linkedFilter({ param: 'user', label: 'Customer', chip: (id) => `Customer #${id}` }),
  ],
  href: (row) => `/customers/${row.user}`,
  opens: customerOf,
  linkLabel: (row) => `${formatDateTime(row.createdAt)}: open ${customerOf(row)}`,
  action: { text: (row) => `#${row.user}`, width: '128px' },
  target: (record) => ({ type: 'feedback', record }),
  emptyText: 'What customers say when they leave appears here: remove the filter to see more.',
})
