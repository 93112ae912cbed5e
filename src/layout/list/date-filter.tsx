import { DateRangePicker } from '../date-range/date-range-picker.tsx'
import { type DateRange, formatRange } from '../date-range/range.ts'
import type { ListFilter } from './list-definition.ts'
import type { ListSearch } from './list-search.ts'

function rangeOf(search: ListSearch): DateRange | null {
  const { from, to } = search
  return from === undefined || to === undefined ? null : { from: Number(from), to: Number(to) }
}

/** A range of days in the parameters `from` and `to`; the list's `clean` keeps them together. */
export function dateFilter({ label }: { label: string }): ListFilter {
  return {
    id: 'dates',
    params: ['from', 'to'],
    Control: ({ search, change }) => (
      <DateRangePicker
        label={label}
        range={rangeOf(search)}
        onChange={(range) => void change({ from: range ? String(range.from) : undefined, to: range ? String(range.to) : undefined })}
      />
    ),
    chip: (search) => {
      const range = rangeOf(search)
      return range && `${label}: ${formatRange(range)}`
    },
  }
}
