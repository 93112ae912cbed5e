import { DateRangePicker } from '../../layout/kit/date-range/date-range-picker.tsx'
import { periodChoices, periods, presetLabels, rangeOfPreset } from '../../layout/kit/date-range/presets.ts'
import { type DateRange, formatRange } from '../../layout/kit/date-range/range.ts'
import { chosen } from '../../layout/list/filters.tsx'
import type { ChangeFilters, ListFilter } from '../../layout/list/list-definition.ts'
import type { ListSearch } from '../../layout/list/list-search.ts'

const label = 'Period'

function rangeOf({ from, to }: ListSearch): DateRange | null {
  return from === undefined || to === undefined ? null : { from: Number(from), to: Number(to) }
}

const periodOf = (search: ListSearch) => periods.find((one) => one === chosen(search, 'period')) ?? null

/** Filter by creation date: a documented preset or two dates. */
export const periodFilter: ListFilter = {
  id: 'period',
  params: ['period', 'from', 'to'],
  Control: PeriodControl,
  chip: (search) => {
    const range = rangeOf(search)
    const period = periodOf(search)
    if (range) return `${label}: ${formatRange(range)}`
    return period === null ? null : `${label}: ${presetLabels[period]}`
  },
}

/** Opening the dates changes nothing until both are chosen (ruling 27). */
function PeriodControl({ search, change }: { search: ListSearch; change: ChangeFilters }) {
  const period = periodOf(search)
  const apply = (changes: Record<string, string | undefined>) =>
    void change({ period: undefined, from: undefined, to: undefined, ...changes })
  return (
    <DateRangePicker
      label={label}
      range={rangeOf(search) ?? (period && rangeOfPreset(period))}
      onChange={(range) => apply(range ? { from: String(range.from), to: String(range.to) } : {})}
      presets={{ choices: periodChoices, chosen: period, initial: null, none: 'All time', onChoose: (id) => apply({ period: id }) }}
    />
  )
}
