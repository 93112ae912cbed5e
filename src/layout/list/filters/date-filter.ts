import { addDays, today } from '../../../contract/dates.ts'
import { aheadChoices, choiceOf, listChoices, type Preset, rangeOfPreset } from '../../kit/date-range/presets.ts'
import { type DateRange, formatRange } from '../../kit/date-range/range.ts'
import type { DateWords, ListFilter, MomentWords } from '../filter-definition.ts'
import type { ListSearch } from '../list-search.ts'

type Params = DateWords['params']

const usualParams: Params = ['from', 'to']
/** Days ahead that can be picked where days to come can be. */
const maxDaysAhead = 2 * 365

/** The range in two parameters, or null. */
export function rangeOf(search: ListSearch, [first, last]: Params = usualParams): DateRange | null {
  const [from, to] = [search[first], search[last]]
  return from === undefined || to === undefined ? null : { from: Number(from), to: Number(to) }
}

/** What staff say of a record's creation. It doesn't tell what was created. */
export const creationWords: readonly MomentWords[] = ['created', 'made', 'new'].map((phrase) => ({ phrase, isVague: true }))

interface DateFilterSpec {
  label: string
  /** `from` and `to` unless it says otherwise; the list's search keeps them together. */
  params?: Params
  /** Words for it beside the days; those of creation unless it says otherwise. */
  moments?: readonly MomentWords[]
  /** Whether days without a word of what happened are by it; those in `from` and `to` are unless it says otherwise. */
  isUsual?: boolean
  /** Days to come can be chosen. */
  isAhead?: true
}

export function dateFilter({
  label,
  params = usualParams,
  moments = creationWords,
  isUsual = params === usualParams,
  isAhead,
}: DateFilterSpec): ListFilter {
  const [from, to] = params
  const choices = isAhead ? aheadChoices : listChoices
  const changes = (range: DateRange | null) => ({
    [from]: range ? String(range.from) : undefined,
    [to]: range ? String(range.to) : undefined,
  })
  return {
    id: from === 'from' ? 'dates' : from,
    params,
    words: { kind: 'dates', params, isUsual, moments },
    control: {
      kind: 'dates',
      label,
      range: (search) => rangeOf(search, params),
      changes,
      presets: {
        choices,
        chosen: (search) => choiceOf<Preset>(choices, rangeOf(search, params)),
        changes: (id) => changes(rangeOfPreset(id)),
      },
      latestDay: isAhead && (() => addDays(today(), maxDaysAhead)),
    },
    chip: (search) => {
      const range = rangeOf(search, params)
      return range && `${label}: ${formatRange(range)}`
    },
  }
}
