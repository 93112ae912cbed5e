import { useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { viewsQuery } from '../../api/views.ts'
import { type ViewKind, ViewListQuery, type ViewRow, viewedTypes, viewKinds } from '../../contract/views.ts'
import { dateColumn } from '../../layout/list/date-column.ts'
import { defineList } from '../../layout/list/define-list.ts'
import { dateFilter } from '../../layout/list/filters/date-filter.ts'
import { choiceFilter } from '../../layout/list/filters/filters.ts'
import { searchFilter } from '../../layout/list/filters/search-filter.tsx'
import { numberFilter } from '../../layout/list/filters/typed-filter.ts'
import { growingWidth } from '../../layout/list/growing-width.ts'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { ListPage } from '../../layout/list/list-page.tsx'
import { listSearch, readListSearch } from '../../layout/list/list-search.ts'
import { targetName } from './target-name.ts'

export const lookWords: Readonly<Record<ViewKind, string>> = {
  open: 'Opened',
  export: 'Exported',
  search: 'Searched for',
  show: 'Had shown',
}

function whatText({ recordType, recordId, text, look }: ViewRow): string {
  if (recordType !== null) return [text, `${targetName(recordType)} #${recordId}`].filter(Boolean).join(' of ')
  return text ?? (look === 'search' ? 'an erased address' : '')
}

const columns: readonly ListColumn<ViewRow>[] = [
  dateColumn('at', { header: 'When', phone: 'state' }),
  {
    id: 'who',
    header: 'Who',
    width: growingWidth(220, 300),
    phone: 'fact',
    text: ({ staffEmail, staffId }) => (staffId === null ? `${staffEmail}, account deleted` : staffEmail),
  },
  { id: 'how', header: 'How', width: '140px', phone: 'title', text: ({ look }) => lookWords[look] },
  { id: 'what', header: 'What', width: growingWidth(180, 300), phone: 'link', text: whatText },
  { id: 'from', header: 'From', width: '160px', phone: 'fact', text: ({ ip }) => ip ?? '—' },
]

/** Where a record that was opened is; null for what has no page. */
function hrefOf({ recordType, recordId, text, look }: ViewRow): string | null {
  if (recordType === null || recordId === null)
    return look === 'search' && text !== null ? `/customers?searchTerm=${encodeURIComponent(text)}` : null
  if (recordType === 'customer') return `/customers/${recordId}`
  return `/audit/views?recordType=${recordType}&recordId=${recordId}`
}

const list = defineList({
  id: 'views',
  title: 'Who looked',
  alsoCalled: ['viewed by', 'access log', 'views'],
  path: '/audit/views',
  search: listSearch(ViewListQuery),
  query: viewsQuery,
  columns,
  filters: [
    searchFilter({ param: 'staff', label: 'Search by staff email', placeholder: 'Staff email, or part of it…' }),
    choiceFilter({
      param: 'look',
      label: 'How',
      all: 'Looks of all kinds',
      choices: viewKinds.map((value) => ({ value, label: lookWords[value] })),
      wordsOf: (look) => lookWords[look as ViewKind],
    }),
    choiceFilter({
      param: 'recordType',
      label: 'Record',
      all: 'All records',
      needsLabel: true,
      choices: viewedTypes.map((value) => ({ value, label: targetName(value) })),
      wordsOf: targetName,
    }),
    numberFilter({ param: 'recordId', label: 'Record id', chip: (id) => `Record #${id}` }),
    dateFilter({ label: 'When' }),
  ],
  href: hrefOf,
  opens: ({ recordType, recordId }) => {
    if (recordType === null) return 'the customers with this address'
    return recordType === 'customer' ? `customer #${recordId}` : `all who looked at ${targetName(recordType)} #${recordId}`
  },
  linkLabel: (row) => `${lookWords[row.look]} ${whatText(row)}`,
  emptyText: 'Who opens a record, exports a list or searches for an address appears here within seconds.',
})

/** Who opened a record, exported a list or searched for an address; once an hour for each session and record. */
export function ViewsPage() {
  const raw = useSearch({ strict: false })
  const search = useMemo(() => readListSearch(list.search, raw), [raw])
  return <ListPage list={list} search={search} />
}
