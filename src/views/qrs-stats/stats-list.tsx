import { formatCount } from '../../contract/count.ts'
import type { QrStatsRow } from '../../contract/qr-lists.ts'
import { qrTypeWords } from '../../contract/qr-type-words.ts'
import { qrTypes } from '../../contract/qrs.ts'
import { type Period, periodChoices, periods, presetLabels, rangeOfPreset } from '../../layout/kit/date-range/presets.ts'
import { formatRange } from '../../layout/kit/date-range/range.ts'
import type { ListFilter } from '../../layout/list/filter-definition.ts'
import { creationWords, rangeOf } from '../../layout/list/filters/date-filter.ts'
import { choiceFilter, chosen } from '../../layout/list/filters/filters.ts'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { listPage } from '../../layout/list/list-page.tsx'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { statsSource } from './search.ts'

const label = 'Period'

const none = { period: undefined, from: undefined, to: undefined }

const periodOf = (search: ListSearch) => periods.find((one) => one === chosen(search, 'period')) ?? null
const rangeOfPeriod = (period: Period | null) => period && rangeOfPreset(period)

/** Filter by creation date: a documented preset or two dates. */
const periodFilter: ListFilter = {
  id: 'period',
  params: ['period', 'from', 'to'],
  words: { kind: 'dates', params: ['from', 'to'], isUsual: true, moments: creationWords },
  control: {
    kind: 'dates',
    label,
    range: (search) => rangeOf(search) ?? rangeOfPeriod(periodOf(search)),
    changes: (range) => ({ ...none, ...(range && { from: String(range.from), to: String(range.to) }) }),
    presets: { choices: periodChoices, chosen: periodOf, none: 'All time', changes: (period) => ({ ...none, period }) },
  },
  chip: (search) => {
    const range = rangeOf(search)
    const period = periodOf(search)
    if (range) return `${label}: ${formatRange(range)}`
    return period === null ? null : `${label}: ${presetLabels[period]}`
  },
}

const columns: readonly ListColumn<QrStatsRow>[] = [
  { id: 'email', header: 'Email', phone: 'headline', text: (row) => row.email },
  {
    id: 'count',
    header: 'QR codes',
    width: '120px',
    align: 'end',
    phone: 'fact',
    brief: (row) => `${formatCount(row.count)} QR ${row.count === 1 ? 'code' : 'codes'}`,
    cell: (row) => formatCount(row.count),
  },
]

/** QR statistics: codes created per customer (document 2, section 2). A row opens the customer. */
export const QrStatsPage = listPage({
  id: 'qrs.stats',
  title: 'QR statistics',
  path: '/qrs/stats',
  ...statsSource,
  exportAs: 'qr-stats',
  columns,
  filters: [
    periodFilter,
    choiceFilter({
      param: 'type',
      label: 'Type',
      all: 'All types',
      choices: qrTypes.map((type) => ({ value: type, label: qrTypeWords(type), words: [type] })),
    }),
  ],
  href: (row) => `/customers/${row.userId}`,
  opens: (row) => row.email,
  action: { text: (row) => `#${row.userId}`, width: '128px' },
  emptyText: 'QR codes created in this period appear here: choose a longer one, or another type.',
})
