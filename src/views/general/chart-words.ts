import { formatCount } from '../../contract/count.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import type { DailyRevenueRow, DailyRow } from '../../contract/stats.ts'
import type { ChartData, ChartSeries } from '../../layout/chart/chart-series.ts'
import { shortEuros, shortNumber } from '../../layout/chart/short-numbers.ts'
import type { ChartTab } from './search.ts'

/** Tab labels and chart titles. */
export const chartWords: Record<ChartTab, { tab: string; title: string }> = {
  revenue: { tab: 'Revenue', title: 'Revenue' },
  trials: { tab: 'Trials', title: 'New trials' },
  subscriptions: { tab: 'Subscriptions', title: 'New subscriptions' },
  cancelations: { tab: 'Cancelations', title: 'Cancelations' },
  qrs: { tab: 'QRs', title: 'New QR codes' },
  scans: { tab: 'Scans', title: 'Scans' },
  visits: { tab: 'Visits', title: 'Visits' },
  discountedSubscriptions: { tab: 'Discounted', title: 'Discounted subscriptions' },
  referred: { tab: 'Referred', title: 'Referred customers' },
}

const money = (cents: number) => formatMoney(cents, accountCurrency)

type RevenueLine = Omit<ChartSeries, 'values'> & { id: Exclude<keyof DailyRevenueRow, 'date'> }

/** Lines of the revenue chart, told apart by stroke as well as colour. */
const revenueLines: readonly RevenueLine[] = [
  { id: 'total', label: 'Total', colour: '--data-blue-color-emphasis' },
  { id: 'gross', label: 'Gross', colour: '--data-pine-color-emphasis', dash: [10, 3] },
  { id: 'expenses', label: 'Expenses', colour: '--data-purple-color-emphasis', dash: [5, 3] },
  { id: 'refunds', label: 'Refunds', colour: '--data-red-color-emphasis', dash: [2, 3] },
]

const daysOf = (rows: readonly DailyRow[]) => rows.map(({ date }) => date)

/** Revenue by day in cents: total, gross, expenses and refunds. */
export function revenueChart(rows: readonly DailyRevenueRow[]): ChartData {
  return {
    title: chartWords.revenue.title,
    days: daysOf(rows),
    series: revenueLines.map((line) => ({ ...line, values: rows.map((row) => row[line.id]) })),
    format: money,
    formatShort: shortEuros,
  }
}

/** Counts by day. */
export function countChart(tab: ChartTab, rows: readonly DailyRow[]): ChartData {
  const { title } = chartWords[tab]
  return {
    title,
    days: daysOf(rows),
    series: [{ id: 'total', label: title, colour: '--data-blue-color-emphasis', values: rows.map(({ total }) => total) }],
    format: formatCount,
    formatShort: shortNumber,
  }
}
