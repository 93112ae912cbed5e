import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { dailyRevenueQuery, dailySeriesQuery } from '../../api/stats.ts'
import type { DailyRevenueRow, DailyRow, DailySeries } from '../../contract/stats.ts'
import { figureLink } from './figure-link.ts'
import { ChartFrame } from '../../layout/chart/chart-frame.tsx'
import { type ChartData, type ChartSeries, totalOf } from '../../layout/chart/chart-series.ts'
import { DateRangePicker } from '../../layout/kit/date-range/date-range-picker.tsx'
import { type Before, before } from '../../layout/kit/date-range/before.ts'
import { chartChoices } from '../../layout/kit/date-range/presets.ts'
import { type DateRange, formatRange, today } from '../../layout/kit/date-range/range.ts'
import { useIsPhone } from '../../layout/kit/is-phone.ts'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { Tabs } from '../../layout/kit/tabs.tsx'
import { Change } from './change.tsx'
import { Figure } from './figure.tsx'
import styles from './general.module.css'
import { chartChange, chartOf, type ChartTab, chartTabs, defaultChartPreset, hrefWith, type SearchChanges } from './search.ts'
import { onceKnown } from './once-known.ts'
import { useFailureToast } from '../../layout/list/use-failure-toast.ts'
import { formatCount } from '../../contract/count.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import { Swatch } from '../../layout/chart/swatch.tsx'
import { shortEuros, shortNumber } from '../../layout/chart/short-numbers.ts'

/** Tab labels and chart titles. */
const chartWords: Record<ChartTab, { tab: string; title: string; isLessBetter?: boolean }> = {
  revenue: { tab: 'Revenue', title: 'Revenue' },
  trials: { tab: 'Trials', title: 'New trials' },
  subscriptions: { tab: 'Subscriptions', title: 'New subscriptions' },
  cancelations: { tab: 'Cancelations', title: 'Cancelations', isLessBetter: true },
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

function daysOf(rows: readonly DailyRow[]): Pick<ChartData, 'days' | 'unfinished'> {
  const days = rows.map(({ date }) => date)
  const at = days.indexOf(today())
  return at < 0 ? { days } : { days, unfinished: at }
}

/** The period before, day for day beside the chart's own; nothing until it is known. */
function beforeLine(earlier: EarlierDays, days: number): ChartSeries[] {
  if (!earlier.rows) return []
  const values = earlier.rows.map(({ total }) => total)
  return [
    {
      id: 'before',
      label: earlier.words[0]!.toUpperCase() + earlier.words.slice(1),
      colour: '--fgColor-muted',
      dash: [3, 3],
      isBefore: true,
      values: Array.from({ length: days }, (_, index) => values[index] ?? null),
      total: totalOf({ values }),
    },
  ]
}

/** Revenue by day in cents: total, gross, expenses and refunds, and the total of the period before. */
function revenueChart(rows: readonly DailyRevenueRow[], earlier: EarlierDays): ChartData {
  return {
    title: chartWords.revenue.title,
    ...daysOf(rows),
    series: [...revenueLines.map((line) => ({ ...line, values: rows.map((row) => row[line.id]) })), ...beforeLine(earlier, rows.length)],
    format: money,
    formatShort: shortEuros,
  }
}

/** Counts by day, and those of the period before. */
function countChart(tab: ChartTab, rows: readonly DailyRow[], earlier: EarlierDays): ChartData {
  const { title } = chartWords[tab]
  return {
    title,
    ...daysOf(rows),
    series: [
      { id: 'total', label: title, colour: '--data-blue-color-emphasis', values: rows.map(({ total }) => total) },
      ...beforeLine(earlier, rows.length),
    ],
    format: formatCount,
    formatShort: shortNumber,
  }
}

/** The days of the period before; none while they load. */
interface EarlierDays {
  words: string
  rows: readonly DailyRow[] | undefined
}

interface ChartCardProps {
  search: ListSearch
  change: (changes: SearchChanges) => void
}

/** The chart card: nine tabs with one range of days. */
export function ChartCard({ search, change }: ChartCardProps) {
  const isPhone = useIsPhone()
  const { tab, preset, range } = chartOf(search, isPhone)
  const initial = defaultChartPreset(tab, isPhone)
  const earlier = before(range, preset)
  const tabs = chartTabs.map((id) => ({
    id,
    label: chartWords[id].tab,
    href: hrefWith(search, { tab: id === 'revenue' ? undefined : id }),
  }))
  const picker = (
    <DateRangePicker
      label="Range of the chart"
      range={range}
      onChange={(picked) => change(chartChange(picked))}
      presets={{
        choices: chartChoices,
        chosen: preset,
        initial,
        onChoose: (id) => change(chartChange(null, id === initial ? undefined : id)),
      }}
    />
  )
  return (
    <section className={styles.card} aria-label="Chart">
      <Tabs label="What the chart shows" tabs={tabs} current={tab}>
        {tab === 'revenue' ? (
          <RevenueChart range={range} earlier={earlier} picker={picker} isPhone={isPhone} />
        ) : (
          <CountChart key={tab} tab={tab} range={range} earlier={earlier} picker={picker} isPhone={isPhone} />
        )}
      </Tabs>
    </section>
  )
}

interface ChartProps {
  range: DateRange
  earlier: Before
  picker: ReactNode
  isPhone: boolean
}

function RevenueChart(props: ChartProps) {
  const { range, earlier } = props
  const result = useQuery(dailyRevenueQuery(range))
  const { data: rows } = result
  const { words } = earlier
  const { data: earlierRows } = useQuery({ ...dailyRevenueQuery(earlier.range), ...onceKnown(result) })
  const data = useMemo(() => rows && revenueChart(rows, { words, rows: earlierRows }), [rows, words, earlierRows])
  return <Chart {...props} tab="revenue" result={result} data={data} />
}

function CountChart({ tab, ...props }: ChartProps & { tab: DailySeries }) {
  const { range, earlier } = props
  const result = useQuery(dailySeriesQuery(tab, range))
  const { data: rows } = result
  const { words } = earlier
  const { data: earlierRows } = useQuery({ ...dailySeriesQuery(tab, earlier.range), ...onceKnown(result) })
  const data = useMemo(() => rows && countChart(tab, rows, { words, rows: earlierRows }), [tab, rows, words, earlierRows])
  return <Chart {...props} tab={tab} result={result} data={data} />
}

type Loading = Pick<UseQueryResult, 'error' | 'errorUpdatedAt' | 'refetch' | 'isPlaceholderData'>

function Chart({
  tab,
  range,
  earlier,
  picker,
  isPhone,
  result,
  data,
}: ChartProps & { tab: ChartTab; result: Loading; data: ChartData | undefined }) {
  const { error, isPlaceholderData, refetch } = result
  useFailureToast(result)
  const [main] = data?.series ?? []
  const past = data?.series.find(({ isBefore }) => isBefore)
  const heading = (
    <div className={styles.total}>
      <h2 className="card-title">{chartWords[tab].title}</h2>
      <p className={styles.totalValue} role="status">
        {data && main ? (
          <Figure href={isPlaceholderData ? null : figureLink(tab, range)}>{data.format(totalOf(main))}</Figure>
        ) : (
          <span aria-hidden="true">{error ? '—' : '…'}</span>
        )}
      </p>
    </div>
  )
  return (
    <ChartFrame
      heading={heading}
      controls={picker}
      note={
        data && main && past ? (
          <AgainstBefore
            now={main}
            past={past}
            format={data.format}
            earlier={earlier}
            isLessBetter={chartWords[tab].isLessBetter === true}
          />
        ) : null
      }
      data={data}
      error={error}
      onRetry={() => void refetch()}
      isStale={isPlaceholderData}
      height={isPhone ? 240 : 320}
      emptyText="Nothing in these days. Choose a longer range."
      hasLegend={tab === 'revenue'}
    />
  )
}

interface AgainstBeforeProps {
  now: ChartSeries
  past: ChartSeries
  format: (value: number) => string
  earlier: Before
  isLessBetter: boolean
}

/** The change of the sum since the period before, and what the background line is. */
function AgainstBefore({ now, past, format, earlier, isLessBetter }: AgainstBeforeProps) {
  return (
    <>
      <Change now={totalOf(now)} before={totalOf(past)} isLessBetter={isLessBetter} />
      <span title={formatRange(earlier.range)}>
        from {format(totalOf(past))} <Swatch line={past} /> {earlier.words}
      </span>
    </>
  )
}
