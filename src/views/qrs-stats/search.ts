import { z } from 'zod'
import { qrStatsQuery } from '../../api/qr-lists.ts'
import { UnixSecondsParam } from '../../contract/endpoint.ts'
import { listQuery } from '../../contract/list.ts'
import { normalizeQrType, qrTypes } from '../../contract/qrs.ts'
import { periods, rangeOfPreset } from '../../layout/kit/date-range/presets.ts'
import { listSearch } from '../../layout/list/list-search.ts'

/** The contract's query plus a period in place of two dates, so a link to 'last 7 days' stays relative. */
const StatsListQuery = listQuery({
  sorts: ['count', 'id'],
  defaultSort: { field: 'count', direction: 'desc' },
  filters: () => ({
    period: z.enum(periods).optional(),
    from: UnixSecondsParam.optional(),
    to: UnixSecondsParam.optional(),
    type: z.string().transform(normalizeQrType).pipe(z.enum(qrTypes)).optional(),
  }),
})

export const statsSource = {
  search: listSearch(StatsListQuery, {
    sortFeature: 'fields',
    clean: (search) => {
      if (search['from'] !== undefined) delete search['period']
    },
  }),
  /** The request, with the period turned into dates as of today. */
  query: ({ period, ...query }: z.output<typeof StatsListQuery>) =>
    qrStatsQuery(period === undefined ? query : { ...query, ...rangeOfPreset(period) }),
}
