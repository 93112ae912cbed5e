import type { AnalysisRow } from '../../contract/stats.ts'
import { countryOrUnknown } from '../../layout/kit/country-name.ts'
import { periodChoices, presetLabels } from '../../layout/kit/date-range/presets.ts'
import { formatRange } from '../../layout/kit/date-range/range.ts'
import { defineList } from '../../layout/list/define-list.ts'
import type { ListFilter } from '../../layout/list/filter-definition.ts'
import { countryFilter } from '../../layout/list/filters/country-filter.ts'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { analysisColumns, figureText } from './analysis-columns.ts'
import { analysisOf, analysisSearch, defaultPeriod, periodOf, rangeOf } from './search.ts'

const none = { period: undefined, from: undefined, to: undefined }

/** The range of days, of which there always is one. */
const periodFilter: ListFilter = {
  id: 'period',
  params: ['period', 'from', 'to'],
  words: null,
  control: {
    kind: 'dates',
    label: 'Range',
    range: rangeOf,
    changes: (range) => ({ ...none, ...(range && { from: String(range.from), to: String(range.to) }) }),
    presets: {
      choices: periodChoices,
      chosen: periodOf,
      changes: (period) => ({ ...none, period: period === defaultPeriod ? undefined : period }),
    },
  },
  chip: () => null,
  pill: (search) => {
    const period = periodOf(search)
    const days = formatRange(rangeOf(search))
    return `Range: ${period === null ? days : `${presetLabels[period]}, ${days}`}`
  },
}

const columns: readonly ListColumn<AnalysisRow>[] = [
  { id: 'country', header: 'Country', phone: 'headline', cell: (row) => countryOrUnknown(row.country) },
  ...analysisColumns.map(
    (column): ListColumn<AnalysisRow> => ({
      id: column.id,
      header: column.header,
      firstDirection: 'desc',
      cell: (row) => figureText(column, row),
    }),
  ),
]

/** The analysis by country (document 2, section 2). A row opens that country's customers. */
export const analysisList = defineList({
  id: 'stats.analysis',
  hasFixedColumns: true,
  title: 'Analysis',
  path: '/analysis',
  search: analysisSearch,
  query: analysisOf,
  columns,
  filters: [countryFilter, periodFilter],
  href: (row) => (row.country === '' ? null : `/customers?status=any&country=${row.country}`),
  opens: (row) => `the customers of ${countryOrUnknown(row.country)}`,
  target: () => null,
  emptyText: 'Countries with trials or sales in this period appear here: choose a longer range, or all countries.',
})
