import { addDays, monthBounds } from '../../contract/dates.ts'
import { type DateRange, rangeOfDays, today } from '../../layout/date-range/range.ts'

/** The documented presets (document 2, section 4); any other range is 'custom', said by its two dates. */
export const periods = ['today', 'yesterday', 'week', 'mtd', 'lm'] as const
export type Period = (typeof periods)[number]

export const periodLabels: Record<Period, string> = {
  today: 'Today',
  yesterday: 'Yesterday',
  week: 'Last 7 days',
  mtd: 'Month to date',
  lm: 'Last month',
}

/**
 * The whole Madrid days of a preset; a week is today and the six days before (ruling 27).
 * @param day the day it is, `YYYY-MM-DD`
 */
export function rangeOfPeriod(period: Period, day = today()): DateRange {
  switch (period) {
    case 'today':
      return rangeOfDays(day, day)
    case 'yesterday':
      return rangeOfDays(addDays(day, -1), addDays(day, -1))
    case 'week':
      return rangeOfDays(addDays(day, -6), day)
    case 'mtd':
      return rangeOfDays(`${day.slice(0, 8)}01`, day)
    case 'lm': {
      const lastDayBefore = addDays(`${day.slice(0, 8)}01`, -1)
      return monthBounds(Number(lastDayBefore.slice(0, 4)), Number(lastDayBefore.slice(5, 7)))
    }
  }
}
