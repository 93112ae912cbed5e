/** One line of a chart: a value for every day, whole numbers (counts, or minor units of money). */
export interface ChartSeries {
  id: string
  label: string
  /** The token that its line has, light and dark: `--data-blue-color-emphasis`. */
  colour: string
  /** Lengths of strokes and gaps, so that lines are told apart without their colour. */
  dash?: readonly number[]
  values: readonly number[]
}

/** What a chart shows: days (`YYYY-MM-DD`, in order, none left out) and one or more lines over them. */
export interface ChartData {
  /** What it is of: 'Revenue'. */
  title: string
  days: readonly string[]
  series: readonly ChartSeries[]
  /** A value in full, as the tooltip and the table have it: '1.234,50 €'. */
  format: (value: number) => string
  /** A value with no more than an axis has room for: '1,2k €'. */
  formatShort: (value: number) => string
}

/** The sum of a line over all its days. */
export function totalOf({ values }: Pick<ChartSeries, 'values'>): number {
  return values.reduce((sum, value) => sum + value, 0)
}

/** Whether no line has anything but zeros. */
export function isBlank({ series }: Pick<ChartData, 'series'>): boolean {
  return series.every(({ values }) => values.every((value) => value === 0))
}

const monthDay = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' })
const fullDay = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', year: 'numeric', timeZone: 'UTC' })
const month = new Intl.DateTimeFormat('en-GB', { month: 'short', year: '2-digit', timeZone: 'UTC' })

/** A day stands for itself: at noon of UTC it is the same day to a formatter of UTC, whatever the browser's zone. */
const noonOf = (day: string) => new Date(`${day}T12:00:00Z`)

/** 'Sat, 21 Nov 2026' */
export const dayInFull = (day: string) => fullDay.format(noonOf(day))

/** Where the x axis has labels, as indexes of days, and what they say. */
export interface DayTicks {
  at: number[]
  text: (index: number) => string
}

const firstOfMonth = (day: string) => day.endsWith('-01')

/**
 * Labels for the x axis: as many days as there is room for, the months alone where a range has many.
 * @param room how many labels fit side by side
 */
export function dayTicks(days: readonly string[], room: number): DayTicks {
  const most = Math.max(2, room)
  const months = days.flatMap((day, index) => (firstOfMonth(day) ? [index] : []))
  if (days.length > 100 && months.length >= 2) {
    const step = Math.ceil(months.length / most)
    return { at: months.filter((_, place) => place % step === 0), text: (index) => month.format(noonOf(days[index] ?? '')) }
  }
  const step = [1, 2, 3, 5, 7, 10, 14, 20, 30].find((size) => days.length / size <= most) ?? 50
  return {
    at: days.flatMap((_, index) => (index % step === 0 ? [index] : [])),
    text: (index) => monthDay.format(noonOf(days[index] ?? '')),
  }
}

/**
 * A summary in a sentence for whoever does not see the chart: the whole, and its greatest and least day.
 */
export function summaryOf({ title, days, series, format }: ChartData): string {
  const [main] = series
  const first = days[0]
  const last = days.at(-1)
  if (!main || first === undefined || last === undefined) return `${title}: nothing.`
  const sums = series.map((one) => `${one.label} ${format(totalOf(one))}`).join(', ')
  const most = main.values.indexOf(Math.max(...main.values))
  const least = main.values.indexOf(Math.min(...main.values))
  const extreme = (at: number) => `${format(main.values[at] ?? 0)} on ${dayInFull(days[at] ?? first)}`
  return `${title} from ${dayInFull(first)} to ${dayInFull(last)}: ${sums}. Most ${extreme(most)}, least ${extreme(least)}.`
}

/** One day in a sentence. */
export function dayText({ days, series, format }: ChartData, index: number, hidden: ReadonlySet<string>): string {
  const shown = series.filter(({ id }) => !hidden.has(id))
  const values = shown.map(({ label, values }) => `${label} ${format(values[index] ?? 0)}`)
  return `${dayInFull(days[index] ?? '')}: ${values.join(', ')}`
}
