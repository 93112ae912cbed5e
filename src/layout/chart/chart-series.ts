/** A line of a chart: one whole number per day (counts, or minor units of money). */
export interface ChartSeries {
  id: string
  label: string
  /** Its colour token, light and dark: `--data-blue-color-emphasis`. */
  colour: string
  /** Stroke and gap lengths, so lines differ without colour. */
  dash?: readonly number[]
  /** Null beyond the end of a period to compare with that has fewer days. */
  values: readonly (number | null)[]
  /** If it is a period to compare with: drawn in the background. */
  isBefore?: boolean
  /** Drawn as small bars beside those of other such series: on which side of the day. */
  bars?: 'left' | 'right'
  /** Hidden until it is chosen in the legend. */
  isExtra?: boolean
  /** The sum, if the line lacks days of its period. */
  total?: number
}

/** A chart's days (`YYYY-MM-DD`, in order, without gaps) and its lines. */
export interface ChartData {
  /** Such as 'Revenue'. */
  title: string
  days: readonly string[]
  series: readonly ChartSeries[]
  /** The index of the day that isn't over, if it is among them; the lines' last step to it is dashed. */
  unfinished?: number
  /** The full value, for the tooltip and table: '1.234,50 €'. */
  format: (value: number) => string
  /** A short value for the axis: '1,2k €'. */
  formatShort: (value: number) => string
}

/** A line's sum over all days. */
export function totalOf({ values, total }: Pick<ChartSeries, 'values' | 'total'>): number {
  return total ?? values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
}

/** Whether all values are zero; a period to compare with doesn't count. */
export function isBlank({ series }: Pick<ChartData, 'series'>): boolean {
  return series.every(({ values, isBefore }) => isBefore || values.every((value) => value === 0))
}

const monthDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const fullDay = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' })

/** Noon UTC, formatted in UTC: the same day in any browser zone. */
const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)

/** 'Sat, 21 Nov 2026' */
export const dayInFull = (day: string) => fullDay.format(noonOf(day))

const firstOfMonth = (day: string) => day.endsWith('-01')

/**
 * As many x axis labels as fit, as day indexes and their text; only months for long ranges.
 * @param room how many labels fit side by side
 */
export function dayTicks(days: readonly string[], room: number): { at: number[]; text: (index: number) => string } {
  const max = Math.max(2, room)
  const months = days.flatMap((day, index) => (firstOfMonth(day) ? [index] : []))
  if (days.length > 100 && months.length >= 2) {
    const step = Math.ceil(months.length / max)
    return { at: months.filter((_, place) => place % step === 0), text: (index) => month.format(noonOf(days[index] ?? '')) }
  }
  const step = [1, 2, 3, 5, 7, 10, 14, 20, 30].find((size) => days.length / size <= max) ?? 50
  return {
    at: days.flatMap((_, index) => (index % step === 0 ? [index] : [])),
    text: (index) => monthDay.format(noonOf(days[index] ?? '')),
  }
}

/** A one-sentence summary for screen readers: totals and the extreme days. */
export function summaryOf({ title, days, series, format, unfinished }: ChartData): string {
  const [main] = series
  const first = days[0]
  const last = days.at(-1)
  if (!main || first === undefined || last === undefined) return `${title}: nothing.`
  const sums = series.map((one) => `${one.label} ${format(totalOf(one))}`).join(', ')
  const values = main.values.map((value) => value ?? 0)
  const max = values.indexOf(Math.max(...values))
  // A day that isn't over is no fair least.
  const over = unfinished === undefined || unfinished === 0 ? values : values.slice(0, unfinished)
  const min = values.indexOf(Math.min(...over))
  const extreme = (at: number) => `${format(values[at] ?? 0)} on ${dayInFull(days[at] ?? first)}`
  return `${title} from ${dayInFull(first)} to ${dayInFull(last)}: ${sums}. Most ${extreme(max)}, least ${extreme(min)}.`
}

/** A day of the chart, 'Sat, 21 Nov 2026', and whether it isn't over. */
export const dayHeading = ({ days, unfinished }: Pick<ChartData, 'days' | 'unfinished'>, index: number) =>
  `${dayInFull(days[index] ?? '')}${index === unfinished ? ' (so far)' : ''}`

/** One day in a sentence. */
export function dayText(data: ChartData, index: number, hidden: ReadonlySet<string>): string {
  const shown = data.series.filter(({ id, values }) => !hidden.has(id) && values[index] !== null)
  const values = shown.map(({ label, values }) => `${label} ${data.format(values[index] ?? 0)}`)
  return `${dayHeading(data, index)}: ${values.join(', ')}`
}
