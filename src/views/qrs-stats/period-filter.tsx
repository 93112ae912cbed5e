import { useState } from 'react'
import { DateRangePicker } from '../../layout/date-range/date-range-picker.tsx'
import { type DateRange, formatRange } from '../../layout/date-range/range.ts'
import { ChoiceSelect, chosen } from '../../layout/list/filters.tsx'
import type { ChangeFilters, ListFilter } from '../../layout/list/list-definition.ts'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { periodLabels, periods } from './period.ts'

const custom = 'custom'
const label = 'Period'

const choices = [...periods.map((period) => ({ value: period, label: periodLabels[period] })), { value: custom, label: 'Custom' }]

function rangeOf({ from, to }: ListSearch): DateRange | null {
  return from === undefined || to === undefined ? null : { from: Number(from), to: Number(to) }
}

/** When the QR codes were made: one of the documented presets, or two dates. */
export const periodFilter: ListFilter = {
  id: 'period',
  params: ['period', 'from', 'to'],
  Control: PeriodControl,
  chip: (search) => {
    const range = rangeOf(search)
    const period = periods.find((one) => one === chosen(search, 'period'))
    if (range) return `${label}: ${formatRange(range)}`
    return period === undefined ? null : `${label}: ${periodLabels[period]}`
  },
}

/** 'Custom' alone changes nothing: it offers the dates, and what is on screen stays until both are chosen (ruling 27). */
function PeriodControl({ search, change }: { search: ListSearch; change: ChangeFilters }) {
  const [isAsked, setAsked] = useState(false)
  const range = rangeOf(search)
  const isCustom = isAsked || range !== null
  const apply = (changes: Record<string, string | undefined>) => {
    setAsked(false)
    void change({ period: undefined, from: undefined, to: undefined, ...changes })
  }
  return (
    <>
      <ChoiceSelect
        spec={{ param: 'period', label, all: 'All time', choices }}
        value={isCustom ? custom : chosen(search, 'period')}
        onChange={(value) => {
          if (value === custom) setAsked(true)
          else apply({ period: value })
        }}
      />
      {isCustom ? (
        <DateRangePicker
          label="Dates"
          range={range}
          onChange={(picked) => apply(picked ? { from: String(picked.from), to: String(picked.to) } : {})}
        />
      ) : null}
    </>
  )
}
