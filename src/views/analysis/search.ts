import { z } from 'zod'
import { analysisQuery } from '../../api/stats.ts'
import { UnixSecondsParam } from '../../contract/endpoint.ts'
import { listQuery } from '../../contract/list.ts'
import { analysisPageSizes, analysisSorts } from '../../contract/stats.ts'
import { type Period, periods, rangeOfPreset } from '../../layout/kit/date-range/presets.ts'
import type { DateRange } from '../../layout/kit/date-range/range.ts'
import { keepWholeRange, type ListSearch, type ListSearchSpec } from '../../layout/list/list-search.ts'

export const defaultPeriod: Period = 'mtd'

/** The contract's query, where a period may stand for its two dates: a link to 'last month' is one next month as well. */
const AnalysisListQuery = listQuery({
  sorts: analysisSorts,
  defaultSort: { field: 'upgradedFromTrial', direction: 'desc' },
  perPage: analysisPageSizes[0],
  filters: {
    country: z.string().max(2).toLowerCase().optional(),
    period: z.enum(periods).optional(),
    from: UnixSecondsParam.optional(),
    to: UnixSecondsParam.optional(),
  },
})
type AnalysisListQuery = ReturnType<typeof AnalysisListQuery.parse>

/** What the URL of the analysis may say (document 2, sections 2 and 9). */
export const analysisSearch: ListSearchSpec<AnalysisListQuery> = {
  query: AnalysisListQuery,
  sorts: analysisSorts,
  filters: ['country', 'period', 'from', 'to'],
  pageSizeKey: 'analysisEntries',
  pageSizes: analysisPageSizes,
  clean: (search) => {
    keepWholeRange(search)
    if (search['from'] !== undefined || search['period'] === defaultPeriod) delete search['period']
  },
}

/** The period that a state names; null where it says dates. */
export function periodOf(search: Pick<ListSearch, string>): Period | null {
  if (search['from'] !== undefined) return null
  return periods.find((period) => period === search['period']) ?? defaultPeriod
}

/** The days of a state, as they are today. */
export function rangeOf(search: ListSearch): DateRange {
  const period = periodOf(search)
  return period === null ? { from: Number(search['from']), to: Number(search['to']) } : rangeOfPreset(period)
}

/** The request, with the dates of its period. */
export function analysisOf({ period = defaultPeriod, ...query }: AnalysisListQuery) {
  return analysisQuery(query.from === undefined ? { ...query, ...rangeOfPreset(period) } : query)
}
