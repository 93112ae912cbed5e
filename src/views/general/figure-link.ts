import { apiHas } from '../../api/features.ts'
import { type StatsFigure, statsLink } from '../../contract/stats-links.ts'
import type { DateRange } from '../../layout/kit/date-range/range.ts'

/**
 * The list of a figure's rows, if any. Without support for payment dates there is none, as it would show all payments.
 */
export function figureLink(figure: StatsFigure, range: DateRange): string | null {
  const href = statsLink(figure, range)
  return href?.startsWith('/payments?') === true && !apiHas('fields') ? null : href
}
