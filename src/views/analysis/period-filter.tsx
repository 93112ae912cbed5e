import { DateRangePicker } from '../../layout/kit/date-range/date-range-picker.tsx'
import { periodChoices } from '../../layout/kit/date-range/presets.ts'
import type { ListFilter } from '../../layout/list/list-definition.ts'
import { defaultPeriod, periodOf, rangeOf } from './search.ts'

/** The range of days; its button shows it, so it needs no chip. */
export const periodFilter: ListFilter = {
  id: 'period',
  params: ['period', 'from', 'to'],
  Control: ({ search, change }) => {
    const apply = (changes: Record<string, string | undefined>) =>
      void change({ period: undefined, from: undefined, to: undefined, ...changes })
    return (
      <DateRangePicker
        label="Range"
        range={rangeOf(search)}
        onChange={(range) => apply(range ? { from: String(range.from), to: String(range.to) } : {})}
        presets={{
          choices: periodChoices,
          chosen: periodOf(search),
          initial: defaultPeriod,
          onChoose: (id) => apply({ period: id === defaultPeriod ? undefined : id }),
        }}
      />
    )
  },
  chip: () => null,
}
