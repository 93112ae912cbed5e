import { apiCallsQuery } from '../../api/api-calls.ts'
import { type ApiCallRow, apiMethods, urlOfCall } from '../../contract/api-calls.ts'
import { formatDateTime } from '../../contract/dates.ts'
import { HttpStatus } from '../../layout/records/http-status.tsx'
import { RecordLink } from '../../layout/records/record-link.tsx'
import { choiceFilter } from '../../layout/list/filters.tsx'
import { defineList, type ListColumn } from '../../layout/list/list-definition.ts'
import { numberFilter } from '../../layout/list/number-filter.tsx'
import { apiCallsSearch } from './search.ts'
import { statusCodeFilter } from './status-code-filter.tsx'
import { listPage } from '../../layout/list/list-page.tsx'

const named = (call: ApiCallRow) => `${call.method} ${urlOfCall(call)}`

const columns: readonly ListColumn<ApiCallRow>[] = [
  {
    id: 'createdAt',
    header: 'Date',
    width: '168px',
    phone: 'more',
    firstDirection: 'desc',
    cell: (call) => formatDateTime(call.createdAt),
  },
  {
    id: 'owner',
    header: 'Owner',
    width: '104px',
    phone: 'line',
    cell: ({ owner }) => <RecordLink href={`/customers/${owner}`}>#{owner}</RecordLink>,
  },
  { id: 'method', header: 'Method', width: '88px', phone: 'more', cell: (call) => call.method },
  { id: 'url', header: 'Url', phone: 'headline', cell: (call) => <bdi>{urlOfCall(call)}</bdi>, text: urlOfCall },
  { id: 'statusCode', header: 'Status', width: '96px', phone: 'aside', cell: (call) => <HttpStatus statusCode={call.statusCode} /> },
  { id: 'responseTime', header: 'Time', width: '96px', align: 'end', phone: 'more', cell: (call) => `${call.responseTime} ms` },
]

/** API calls of all customers (document 2, section 2). */
const apiCallsList = defineList({
  id: 'api-calls',
  title: 'API calls',
  search: apiCallsSearch,
  query: apiCallsQuery,
  exportAs: 'api-calls',
  columns,
  filters: [
    numberFilter({ param: 'owner', label: 'Owner', chip: (id) => `Owner: #${id}` }),
    choiceFilter({ param: 'method', label: 'Method', all: 'All', choices: apiMethods.map((method) => ({ value: method, label: method })) }),
    statusCodeFilter,
  ],
  href: (call) => `/api-calls/${call.id}`,
  opens: named,
  linkLabel: (call) => `${named(call)}: open the call`,
  target: (record) => ({ type: 'api-call', record }),
  emptyText: 'There is no such API call. Take a filter away to see more.',
})

export const ApiCallsPage = listPage(apiCallsList)
