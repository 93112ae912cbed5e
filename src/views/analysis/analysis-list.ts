import type { AnalysisRow } from '../../contract/stats.ts'
import { countryOrUnknown } from '../../layout/kit/country-name.ts'
import { countryFilter } from '../../layout/list/country-filter.tsx'
import { defineList, type ListColumn } from '../../layout/list/list-definition.ts'
import { analysisColumns, figureText } from './analysis-columns.ts'
import { periodFilter } from './period-filter.tsx'
import { analysisOf, analysisSearch } from './search.ts'

const columns: readonly ListColumn<AnalysisRow>[] = [
  { id: 'country', header: 'Country', phone: 'headline', cell: (row) => countryOrUnknown(row.country) },
  ...analysisColumns.map(
    (column): ListColumn<AnalysisRow> => ({
      id: column.id,
      header: column.header,
      phone: 'more',
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
  search: analysisSearch,
  query: analysisOf,
  columns,
  filters: [countryFilter, periodFilter],
  href: (row) => (row.country === '' ? null : `/customers?status=any&country=${row.country}`),
  opens: (row) => `the customers of ${countryOrUnknown(row.country)}`,
  target: () => null,
  emptyText: 'Nothing happened in these days. Choose a longer range, or all countries.',
})
