import { DateRangePicker } from '../kit/date-range/date-range-picker.tsx'
import { choiceOf, listChoices, rangeOfPreset } from '../kit/date-range/presets.ts'
import { type DateRange, formatRange } from '../kit/date-range/range.ts'
import type { ListFilter } from './list-definition.ts'
import type { ListSearch } from './list-search.ts'

/** The range in the parameters `from` and `to`, or null. */
export function rangeOf(search: ListSearch): DateRange | null {
  const { from, to } = search
  return from === undefined || to === undefined ? null : { from: Number(from), to: Number(to) }
}

/** A range of days in the parameters `from` and `to`; the list's `clean` keeps them together. */
export function dateFilter({ label }: { label: string }): ListFilter {
  return {
    id: 'dates',
    params: ['from', 'to'],
    words: { kind: 'dates' },
    Control: ({ search, change }) => {
      const range = rangeOf(search)
      const apply = (next: DateRange | null) =>
        void change({ from: next ? String(next.from) : undefined, to: next ? String(next.to) : undefined })
      return (
        <DateRangePicker
          label={label}
          range={range}
          onChange={apply}
          presets={{
            choices: listChoices,
            chosen: choiceOf(listChoices, range),
            initial: null,
            onChoose: (id) => apply(rangeOfPreset(id)),
          }}
        />
      )
    },
    chip: (search) => {
      const range = rangeOf(search)
      return range && `${label}: ${formatRange(range)}`
    },
  }
}
