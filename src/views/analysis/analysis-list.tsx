import type { AnalysisRow } from '../../contract/stats.ts'
import { countryOrUnknown } from '../../layout/kit/country-name.ts'
import { DateRangePicker } from '../../layout/kit/date-range/date-range-picker.tsx'
import { periodChoices } from '../../layout/kit/date-range/presets.ts'
import { defineList } from '../../layout/list/define-list.ts'
import type { ListFilter } from '../../layout/list/filter-definition.ts'
import { countryFilter } from '../../layout/list/filters/country-filter.tsx'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { analysisColumns, figureText } from './analysis-columns.ts'
import { analysisOf, analysisSearch, defaultPeriod, periodOf, rangeOf } from './search.ts'

/** The range of days; its button shows it, so it needs no chip. */
const periodFilter: ListFilter = {
  id: 'period',
  params: ['period', 'from', 'to'],
  words: null,
  Control: ({ search, change }) => {
    const apply = (changes: Record<string, string | undefined>) =>
      void change({ period: undefined, from: undefined, to: undefined, ...changes })
    return (
      <DateRangePicker
        label="Range"
        range={rangeOf(search)}
        onChange={(range) => apply(range ? { from: String(range.from), to: String(range.to) } : {})}
        presets={{
          choices: periodChoices,
          chosen: periodOf(search),
          initial: defaultPeriod,
          onChoose: (id) => apply({ period: id === defaultPeriod ? undefined : id }),
        }}
      />
    )
  },
  chip: () => null,
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
  emptyText: 'Nothing happened in this period. Choose a longer range, or all countries.',
})
