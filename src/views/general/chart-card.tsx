import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useMemo } from 'react'
import { type Day, dailyQuery } from '../../api/stats.ts'
import { formatCount } from '../../contract/count.ts'
import { today } from '../../contract/dates.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import { capitalise } from '../../contract/status-words.ts'
import { ChartFrame } from '../../layout/chart/chart-frame.tsx'
import { type ChartData, type ChartSeries, totalOf } from '../../layout/chart/chart-series.ts'
import { shortEuros, shortNumber } from '../../layout/chart/short-numbers.ts'
import { Swatch } from '../../layout/chart/swatch.tsx'
import { type Before, before } from '../../layout/kit/date-range/before.ts'
import { DateRangePicker } from '../../layout/kit/date-range/date-range-picker.tsx'
import { chartChoices } from '../../layout/kit/date-range/presets.ts'
import { type DateRange, formatRange } from '../../layout/kit/date-range/range.ts'
import { useIsPhone } from '../../layout/kit/is-phone.ts'
import { Tabs } from '../../layout/kit/tabs.tsx'
import { useFailureToast } from '../../layout/list/use-failure-toast.ts'
import { Change } from './change.tsx'
import { Figure, figureLink } from './figure.tsx'
import styles from './general.module.css'
import { onceKnown } from './once-known.ts'
import { type CardProps, type ChartTab, chartChange, chartOf, chartTabs, defaultChartPreset, hrefWith } from './search.ts'

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

type Line = Omit<ChartSeries, 'values'> & { id: Exclude<keyof Day, 'date'> }

/** One line of revenue, and what reduced it as bars. */
const revenueLines: readonly Line[] = [
  { id: 'total', label: 'Total', colour: '--data-blue-color-emphasis' },
  { id: 'gross', label: 'Gross', colour: '--data-pine-color-emphasis', dash: [10, 3], isExtra: true },
  { id: 'expenses', label: 'Expenses', colour: '--data-purple-color-emphasis', bars: 'left' },
  { id: 'refunds', label: 'Refunds', colour: '--data-red-color-emphasis', bars: 'right' },
]

const linesOf = (tab: ChartTab): readonly Line[] =>
  tab === 'revenue' ? revenueLines : [{ id: 'total', label: chartWords[tab].title, colour: '--data-blue-color-emphasis' }]

/** How a tab's numbers are written: revenue is in cents. */
const formatsOf = (tab: ChartTab): Pick<ChartData, 'format' | 'formatShort'> =>
  tab === 'revenue'
    ? { format: (cents) => formatMoney(cents, accountCurrency), formatShort: shortEuros }
    : { format: formatCount, formatShort: shortNumber }

/** A tab's lines, and the total of the period before, day for day beside the chart's own; without it until it is known. */
function chartData(tab: ChartTab, rows: readonly Day[], words: string, earlier: readonly Day[] | undefined): ChartData {
  const days = rows.map(({ date }) => date)
  const unfinished = days.indexOf(today())
  const past = earlier?.map(({ total }) => total)
  const pastLine: ChartSeries[] = past
    ? [
        {
          id: 'before',
          label: capitalise(words),
          colour: '--fgColor-muted',
          dash: [3, 3],
          isBefore: true,
          values: days.map((_, index) => past[index] ?? null),
          total: totalOf({ values: past }),
        },
      ]
    : []
  return {
    title: chartWords[tab].title,
    days,
    ...(unfinished < 0 ? {} : { unfinished }),
    series: [...linesOf(tab).map((line) => ({ ...line, values: rows.map((row) => row[line.id] ?? null) })), ...pastLine],
    ...formatsOf(tab),
  }
}

/** The chart card: nine tabs with one range of days. */
export function ChartCard({ search, change }: CardProps) {
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
        <Chart key={tab} tab={tab} range={range} earlier={earlier} picker={picker} isPhone={isPhone} />
      </Tabs>
    </section>
  )
}

interface ChartProps {
  tab: ChartTab
  range: DateRange
  earlier: Before
  picker: ReactNode
  isPhone: boolean
}

function Chart({ tab, range, earlier, picker, isPhone }: ChartProps) {
  const result = useQuery(dailyQuery(tab, range))
  const { data: rows, error, isPlaceholderData, refetch } = result
  useFailureToast(result)
  const { data: earlierRows } = useQuery({ ...dailyQuery(tab, earlier.range), ...onceKnown(result) })
  const { words } = earlier
  const data = useMemo(() => rows && chartData(tab, rows, words, earlierRows), [tab, rows, words, earlierRows])
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
          <>
            <Change now={totalOf(main)} before={totalOf(past)} isLessBetter={chartWords[tab].isLessBetter} />
            <span title={formatRange(earlier.range)}>
              <span>{`vs ${data.format(totalOf(past))}`}</span> <Swatch line={past} /> <span>{words}</span>
            </span>
          </>
        ) : null
      }
      data={data}
      error={error}
      onRetry={() => void refetch()}
      isStale={isPlaceholderData}
      height={isPhone ? 240 : 320}
      emptyText="Days of this period appear here: choose a longer range."
      hasLegend={tab === 'revenue'}
    />
  )
}
