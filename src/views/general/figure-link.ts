import { apiHas } from '../../api/features.ts'
import { type StatsFigure, statsLink } from '../../contract/stats-links.ts'
import type { DateRange } from '../../layout/kit/date-range/range.ts'

/** Where a figure's rows are shown; nowhere where the admin API cannot be asked for payments of certain days: the list would show all. */
export function figureLink(figure: StatsFigure, range: DateRange): string | null {
  const href = statsLink(figure, range)
  return href?.startsWith('/payments?') === true && !apiHas('fields') ? null : href
}
