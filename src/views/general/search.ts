import { CountriesMrrQuery, type DailySeries, dailySeries, RangeQuery } from '../../contract/stats.ts'
import { chartChoices, type Period, periods, rangeOfPreset } from '../../layout/kit/date-range/presets.ts'
import type { DateRange } from '../../layout/kit/date-range/range.ts'
import { type ListSearch, type ListSearchSpec, readListSearch } from '../../layout/list/list-search.ts'

/** Chart tabs in the documented order. */
export const chartTabs = ['revenue', ...(Object.keys(dailySeries) as DailySeries[])] as const
export type ChartTab = (typeof chartTabs)[number]

export type ChartPreset = (typeof chartChoices)[number]['id']

/** Parameters besides the list's: `tab`; `range`, or `from` and `to`; `stats`, or `statsFrom` and `statsTo`. */
const beside = ['tab', 'range', 'from', 'to', 'stats', 'statsFrom', 'statsTo'] as const

/** URL parameters of the countries table. */
export const countriesSearch: ListSearchSpec<CountriesMrrQuery> = {
  query: CountriesMrrQuery,
  sorts: ['subscribedUsers', 'country', 'mrr', 'totalRevenue'],
  filters: [],
  pageSizeKey: 'countriesMrrEntries',
  beside,
}

const defaultPeriod: Period = 'today'

function wholeRange(from: unknown, to: unknown): DateRange | null {
  return from === undefined || to === undefined ? null : (RangeQuery.safeParse({ from, to }).data ?? null)
}

const presetOf = (raw: unknown) => chartChoices.find(({ id }) => id === raw)?.id

const oneOf = <Value extends string>(values: readonly Value[], raw: unknown) => values.find((value) => value === raw)

/** URL parameters of the dashboard. Drops unknown values and defaults. */
export function readGeneralSearch(raw: Readonly<Record<string, unknown>>): ListSearch {
  const tab = oneOf(chartTabs, raw['tab'])
  const chart = wholeRange(raw['from'], raw['to'])
  const stats = wholeRange(raw['statsFrom'], raw['statsTo'])
  const period = oneOf(periods, raw['stats'])
  return {
    tab: tab === 'revenue' ? undefined : tab,
    range: chart ? undefined : presetOf(raw['range']),
    from: chart ? String(chart.from) : undefined,
    to: chart ? String(chart.to) : undefined,
    stats: stats || period === defaultPeriod ? undefined : period,
    statsFrom: stats ? String(stats.from) : undefined,
    statsTo: stats ? String(stats.to) : undefined,
    ...readListSearch(countriesSearch, raw),
  }
}

/** 30 days; a week for revenue on phones, where four lines need the room (document 2, section 9). */
export function defaultChartPreset(tab: ChartTab, isPhone: boolean): ChartPreset {
  return tab === 'revenue' && isPhone ? 'week' : 'last30'
}

/** The chart's tab, range and preset; null preset if dates were chosen. */
export function chartOf(search: ListSearch, isPhone: boolean): { tab: ChartTab; preset: ChartPreset | null; range: DateRange } {
  const tab = oneOf(chartTabs, search['tab']) ?? 'revenue'
  const dates = wholeRange(search['from'], search['to'])
  if (dates) return { tab, preset: null, range: dates }
  const preset = presetOf(search['range']) ?? defaultChartPreset(tab, isPhone)
  return { tab, preset, range: rangeOfPreset(preset) }
}

/** The stats card's period or dates. */
export function statsOf(search: ListSearch): { period: Period | null; range: DateRange } {
  const dates = wholeRange(search['statsFrom'], search['statsTo'])
  if (dates) return { period: null, range: dates }
  const period = oneOf(periods, search['stats']) ?? defaultPeriod
  return { period, range: rangeOfPreset(period) }
}

/** URL parameters to change; undefined removes one. */
export type SearchChanges = Readonly<Record<string, string | undefined>>

/** What a card with dates of its own takes. */
export interface CardProps {
  search: ListSearch
  change: (changes: SearchChanges) => void
}

/** Dates or a preset of the chart; the default is left out. */
export const chartChange = (range: DateRange | null, preset?: ChartPreset): SearchChanges => ({
  range: preset,
  from: range ? String(range.from) : undefined,
  to: range ? String(range.to) : undefined,
})

/** The same for the stats card. */
export const statsChange = (range: DateRange | null, period?: Period): SearchChanges => ({
  stats: period === defaultPeriod ? undefined : period,
  statsFrom: range ? String(range.from) : undefined,
  statsTo: range ? String(range.to) : undefined,
})

const order = [...beside, 'sort', 'sortDirection', 'perPage', 'page']

/** Applies changes, with parameters in fixed order so that equal states have equal URLs. */
export function withChanges(search: ListSearch, changes: SearchChanges): ListSearch {
  const next = { ...search, ...changes }
  return Object.fromEntries(order.map((name) => [name, next[name]]))
}

/** The dashboard's URL with changes applied. */
export function hrefWith(search: ListSearch, changes: SearchChanges): string {
  const params = Object.entries(withChanges(search, changes)).filter((entry): entry is [string, string] => entry[1] !== undefined)
  const text = new URLSearchParams(params).toString()
  return text === '' ? '/general' : `/general?${text}`
}
