import { formatDateMinute } from '../../contract/dates.ts'
import type { NoteRow } from '../../contract/notes.ts'
import { agoNow, dateColumn } from '../../layout/list/date-column.ts'
import { dateFilter } from '../../layout/list/filters/date-filter.ts'
import { searchFilter } from '../../layout/list/filters/search-filter.tsx'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { listPage } from '../../layout/list/list-page.tsx'
import { CutText, TextLine } from '../../layout/records/cut-text.tsx'
import { notesSource } from './search.ts'

const customerOf = (row: NoteRow) => row.fullName.trim() || row.email || `customer #${row.user}`

const readOf = (row: NoteRow) => ({
  text: row.note,
  title: `Note on ${customerOf(row)}`,
  subtitle: [row.authorName, formatDateMinute(row.createdAt)].filter((part) => part !== '').join(', '),
})

const columns: readonly ListColumn<NoteRow>[] = [
  {
    id: 'note',
    header: 'Note',
    wraps: true,
    phone: 'title',
    cell: (row) => (
      <>
        <CutText {...readOf(row)} />
        {row.authorName === '' ? null : <span className="muted">{` · ${row.authorName}`}</span>}
      </>
    ),
    brief: (row) => <TextLine {...readOf(row)} />,
  },
  {
    ...dateColumn('createdAt', { header: 'Date', phone: 'link' }, formatDateMinute),
    brief: (row) => [customerOf(row), agoNow(row.createdAt), row.authorName].filter((part) => part !== '').join(' · '),
  },
]

/** Customers' notes (document 1, section 2). A row opens its customer. */
export const NotesPage = listPage({
  id: 'notes',
  title: 'Customer notes',
  path: '/customers/notes',
  ...notesSource,
  exportAs: 'notes',
  columns,
  filters: [
    {
      ...searchFilter({
        param: 'searchTerm',
        label: 'Search notes',
        placeholder: 'Text or author…',
        takesWords: ['about', 'by', 'saying'],
      }),
      feature: 'fields',
    },
    { ...dateFilter({ label: 'Date' }), feature: 'fields' },
  ],
  href: (row) => `/customers/${row.user}`,
  opens: customerOf,
  linkLabel: (row) => `${formatDateMinute(row.createdAt)}: open ${customerOf(row)}`,
  action: { text: customerOf, width: '240px' },
  target: (record) => ({ type: 'note', record }),
  // Documented wording (document 1, section 8).
  failureTitle: (status) => (status === 500 ? 'Request error try again' : 'Load error, try again'),
  emptyText: 'Notes on customers appear here: write one on a customer’s page.',
})
