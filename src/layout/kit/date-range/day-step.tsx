import { ChevronLeftIcon, ChevronRightIcon } from '@primer/octicons-react'
import { type DateRange, isOneDay, neighbour } from './range.ts'

interface DayStepProps {
  by: 1 | -1
  range: DateRange | null
  /** The last day that can be chosen, `YYYY-MM-DD`; today unless it says otherwise. */
  latestDay?: string | undefined
  className: string | undefined
  iconSize?: 12 | 16
  onStep: (day: DateRange) => void
}

/** Beside a single day: to the day before or after it. */
export function DayStep({ by, range, latestDay, className, iconSize = 16, onStep }: DayStepProps) {
  if (!range || !isOneDay(range)) return null
  const next = neighbour(range, by, latestDay)
  const Icon = by === 1 ? ChevronRightIcon : ChevronLeftIcon
  return (
    <button
      type="button"
      className={className}
      aria-label={by === 1 ? 'Next day' : 'Previous day'}
      disabled={next === null}
      onClick={() => next && onStep(next)}
    >
      <Icon size={iconSize} />
    </button>
  )
}
