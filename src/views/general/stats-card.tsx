import { useQuery } from '@tanstack/react-query'
import { generalStatsQuery } from '../../api/stats.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import type { GeneralStats } from '../../contract/stats.ts'
import { type Before, before } from '../../layout/kit/date-range/before.ts'
import { DateRangePicker } from '../../layout/kit/date-range/date-range-picker.tsx'
import { periods, presetLabels } from '../../layout/kit/date-range/presets.ts'
import { type DateRange, formatRange } from '../../layout/kit/date-range/range.ts'
import { ErrorPanel } from '../../layout/kit/error-panel.tsx'
import { Tabs } from '../../layout/kit/tabs.tsx'
import { AsOf } from '../../layout/list/figures/as-of.tsx'
import { Definition } from '../../layout/list/figures/definition.tsx'
import { PanelSkeleton } from '../../layout/list/panel/panel.tsx'
import { loadError, useFailureToast } from '../../layout/list/use-failure-toast.ts'
import { Change } from './change.tsx'
import { Figure, figureLink } from './figure.tsx'
import styles from './general.module.css'
import { onceKnown } from './once-known.ts'
import { type CardProps, hrefWith, statsChange, statsOf } from './search.ts'
import { netProfitOf, type StatsGroup, type StatsLine, type StatsNumber, statsGroups } from './stats-groups.ts'

/** Shorter than in menus, to fit five in a row. */
const tabLabels: Partial<Record<(typeof periods)[number], string>> = { week: '7 days', mtd: 'Month', lm: 'Last month' }

/** Figures of a period or custom range. Nothing is fetched until both dates are chosen (ruling 27). */
export function StatsCard({ search, change }: CardProps) {
  const { period, range } = statsOf(search)
  const result = useQuery(generalStatsQuery(range))
  const { data, error, isPlaceholderData, refetch } = result
  useFailureToast(result)
  const earlier = before(range, period)
  const { data: earlierStats } = useQuery({ ...generalStatsQuery(earlier.range), ...onceKnown(result) })
  const tabs = periods.map((id) => ({
    id,
    label: tabLabels[id] ?? presetLabels[id],
    href: hrefWith(search, statsChange(null, id)),
  }))
  return (
    <section className={styles.card} aria-label="Figures">
      <Tabs label="Period of the figures" tabs={tabs} current={period}>
        <div className="row wrap spread gap-8-16">
          {period === null ? <span /> : <p className="note">{formatRange(range)}</p>}
          <DateRangePicker label="Custom" range={period === null ? range : null} onChange={(picked) => change(statsChange(picked))} />
        </div>
        <AsOf at={data?.asOf} />
        {error && !data ? (
          <ErrorPanel error={error} title={loadError} onRetry={() => void refetch()} />
        ) : data ? (
          <Figures
            stats={data}
            earlier={{ ...earlier, stats: earlierStats, isToday: period === 'today' }}
            range={range}
            isStale={isPlaceholderData}
          />
        ) : (
          <PanelSkeleton lines={22} />
        )}
      </Tabs>
    </section>
  )
}

/** The figures of the period before; none while they load. */
interface Earlier extends Before {
  stats: GeneralStats | undefined
  /** Then the earlier figures themselves are shown: a day that isn't over is no fair match for a whole one. */
  isToday: boolean
}

interface FiguresProps {
  stats: GeneralStats
  earlier: Earlier
  range: DateRange
  isStale: boolean
}

function Figures({ stats, earlier, range, isStale }: FiguresProps) {
  // No links while the old range's figures are shown: the rows would be those of the new one.
  const linkOf = ({ figure }: StatsNumber) => (isStale ? null : figureLink(figure, range))
  const profit = netProfitOf(stats)
  const groups = statsGroups(stats)
  const before = earlier.stats && !isStale ? statsGroups(earlier.stats).flatMap(({ lines }) => lines) : []
  return (
    <div className="column gap-12 fades" data-stale={isStale || undefined} aria-busy={isStale}>
      <p className={styles.profit}>
        <Defined text="Subtotal less expenses." className="card-title">
          Net profit
        </Defined>
        <strong className={styles.totalValue}>{formatMoney(profit, accountCurrency)}</strong>
      </p>
      <p className={`note ${styles.against}`}>
        {earlier.stats && !isStale ? (
          <>
            {earlier.isToday ? null : <Change now={profit} before={netProfitOf(earlier.stats)} />}
            <span>{` ${earlier.isToday ? '' : 'vs '}${formatMoney(netProfitOf(earlier.stats), accountCurrency)} ${earlier.isToday ? '' : 'in '}${earlier.words}`}</span>
          </>
        ) : null}
      </p>
      <div className={styles.groups}>
        {groups.map((group) => (
          <Group key={group.title} group={group} before={before} earlier={earlier} linkOf={linkOf} />
        ))}
      </div>
    </div>
  )
}

interface GroupProps {
  group: StatsGroup
  /** All lines of the period before. */
  before: readonly StatsLine[]
  earlier: Earlier
  linkOf: (number: StatsNumber) => string | null
}

function Group({ group, before, earlier, linkOf }: GroupProps) {
  const cell = (number: StatsNumber | undefined) => number && <Figure href={linkOf(number)}>{number.text}</Figure>
  return (
    <div className={styles.group}>
      <div className={styles.groupHead}>
        <h3 className="note semibold">{group.title}</h3>
        <span className="note">{earlier.isToday ? 'yesterday' : `vs ${earlier.words}`}</span>
      </div>
      <dl className="fine leading-24">
        {group.lines.map((line) => (
          <div key={line.label} className={styles.line}>
            <dt className="truncate">
              <Defined text={line.definition}>{line.label}</Defined> {line.unit ? <span className="note">{line.unit}</span> : null}
            </dt>
            {line.count ? <dd className={styles.count}>{cell(line.count)}</dd> : null}
            {line.amount ? <dd className={styles.amount}>{cell(line.amount)}</dd> : null}
            <Compared line={line} before={before.find(({ label }) => label === line.label)} earlier={earlier} />
          </div>
        ))}
      </dl>
    </div>
  )
}

/** A line's figure in the period before, or the change since. */
function Compared({ line, before, earlier }: { line: StatsLine; before: StatsLine | undefined; earlier: Earlier }) {
  const [now, then] = [line.amount ?? line.count, before?.amount ?? before?.count]
  return (
    <dd className={styles.compared} title={then && `${then.text} ${earlier.words}`}>
      {now && then ? (
        earlier.isToday ? (
          <span className="muted">{then.text}</span>
        ) : (
          <Change now={now.value} before={then.value} isLessBetter={line.isLessBetter} />
        )
      ) : null}
    </dd>
  )
}

/** A figure's name, with its definition. */
function Defined({ text, className = '', children }: { text: string; className?: string | undefined; children: string }) {
  return (
    <Definition text={text}>
      <button type="button" className={`${styles.defined} ${className}`}>
        {children}
      </button>
    </Definition>
  )
}
