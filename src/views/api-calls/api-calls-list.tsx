import { type ApiCallRow, apiMethods, invalidStatusCode, urlOfCall } from '../../contract/api-calls.ts'
import { dateColumn } from '../../layout/list/date-column.ts'
import type { Choice } from '../../layout/list/filter-definition.ts'
import { dateFilter } from '../../layout/list/filters/date-filter.ts'
import { choiceFilter, linkedFilter } from '../../layout/list/filters/filters.ts'
import { numberFilter, typedFilter } from '../../layout/list/filters/typed-filter.ts'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { listPage } from '../../layout/list/list-page.tsx'
import { HttpStatus } from '../../layout/records/http-status.tsx'
import { RecordLink } from '../../layout/records/record-link.tsx'
import { apiCallsSource, isStatusCode, maxStatusCodeLength } from './search.ts'

/** Anything but 100 to 599 is ignored with a message (document 2, section 5). */
const statusCodeFilter = typedFilter({
  param: 'statusCode',
  label: 'Status code',
  maxLength: maxStatusCodeLength,
  whyNot: (text) => (isStatusCode(text) ? null : invalidStatusCode),
  keepsWrong: true,
  chip: (code) => `Status code: ${code}`,
})

const results: readonly Choice[] = [
  { value: 'failed', label: 'failed', words: ['failing', 'errors', 'failures', 'unsuccessful', 'api errors', 'api failures'] },
  { value: 'succeeded', label: 'succeeded', words: ['successful', 'ok'] },
]

const named = (call: ApiCallRow) => `${call.method} ${urlOfCall(call)}`

const columns: readonly ListColumn<ApiCallRow>[] = [
  dateColumn('createdAt', { header: 'Created', phone: 'fact' }),
  {
    id: 'owner',
    header: 'Owner',
    width: '104px',
    phone: 'fact',
    brief: ({ owner }) => `#${owner}`,
    cell: ({ owner }) => <RecordLink href={`/customers/${owner}`}>{`#${owner}`}</RecordLink>,
  },
  { id: 'method', header: 'Method', width: '88px', cell: (call) => call.method },
  {
    id: 'url',
    header: 'URL',
    phone: 'headline',
    brief: named,
    cell: (call) => <bdi translate="no">{urlOfCall(call)}</bdi>,
    text: urlOfCall,
  },
  { id: 'statusCode', header: 'Status', width: '96px', phone: 'state', cell: (call) => <HttpStatus statusCode={call.statusCode} /> },
  { id: 'responseTime', header: 'Time', width: '96px', align: 'end', cell: (call) => `${call.responseTime} ms` },
]

/** API calls of all customers (document 2, section 2). */
export const ApiCallsPage = listPage({
  id: 'api-calls',
  title: 'API calls',
  alsoCalled: ['calls'],
  path: '/api-calls',
  ...apiCallsSource,
  exportAs: 'api-calls',
  columns,
  filters: [
    numberFilter({ param: 'owner', label: 'Owner', chip: (id) => `Owner: #${id}` }),
    choiceFilter({ param: 'method', label: 'Method', all: 'All', choices: apiMethods.map((method) => ({ value: method, label: method })) }),
    statusCodeFilter,
    {
      ...choiceFilter({ param: 'result', label: 'Result', all: 'All', choices: results }),
      feature: 'fields',
    },
    { ...dateFilter({ label: 'Created' }), feature: 'fields' },
    linkedFilter({ param: 'id', chip: (id) => `Call #${id}` }),
  ],
  href: (call) => `/api-calls/${call.id}`,
  opens: named,
  linkLabel: (call) => `${named(call)}: open the call`,
  target: (record) => ({ type: 'api-call', record }),
  emptyText: 'Calls that customers make to the API appear here: remove a filter to see more.',
})
