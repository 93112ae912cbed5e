import { z } from 'zod'
import { analysisQuery } from '../../api/stats.ts'
import { UnixSecondsParam } from '../../contract/endpoint.ts'
import { listQuery } from '../../contract/list.ts'
import { analysisPageSizes, analysisSorts } from '../../contract/stats.ts'
import { type Period, periods, rangeOfPreset } from '../../layout/kit/date-range/presets.ts'
import type { DateRange } from '../../layout/kit/date-range/range.ts'
import type { ListSearch, ListSearchSpec } from '../../layout/list/list-search.ts'

export const defaultPeriod: Period = 'mtd'

/** The contract's query plus a period in place of two dates, so a link to 'last month' stays relative. */
const AnalysisListQuery = listQuery({
  sorts: analysisSorts,
  defaultSort: { field: 'upgradedFromTrial', direction: 'desc' },
  perPage: analysisPageSizes[0],
  filters: () => ({
    country: z.string().max(2).toLowerCase().optional(),
    period: z.enum(periods).optional(),
    from: UnixSecondsParam.optional(),
    to: UnixSecondsParam.optional(),
  }),
})
type AnalysisListQuery = ReturnType<typeof AnalysisListQuery.parse>

/** URL parameters of the analysis (document 2, sections 2 and 9). */
export const analysisSearch: ListSearchSpec<AnalysisListQuery> = {
  query: AnalysisListQuery,
  sorts: analysisSorts,
  filters: ['country', 'period', 'from', 'to'],
  pageSizeKey: 'analysisEntries',
  pageSizes: analysisPageSizes,
  clean: (search) => {
    if (search['from'] !== undefined || search['period'] === defaultPeriod) delete search['period']
  },
}

/** The named period; null if dates are given. */
export function periodOf(search: Pick<ListSearch, string>): Period | null {
  if (search['from'] !== undefined) return null
  return periods.find((period) => period === search['period']) ?? defaultPeriod
}

/** The range of days as of today. */
export function rangeOf(search: ListSearch): DateRange {
  const period = periodOf(search)
  return period === null ? { from: Number(search['from']), to: Number(search['to']) } : rangeOfPreset(period)
}

/** The request, with the period turned into dates. */
export function analysisOf({ period = defaultPeriod, ...query }: AnalysisListQuery) {
  return analysisQuery(query.from === undefined ? { ...query, ...rangeOfPreset(period) } : query)
}
