import { useQuery } from '@tanstack/react-query'
import { generalStatsQuery } from '../../api/stats.ts'
import { accountCurrency, formatMoney } from '../../contract/money.ts'
import type { GeneralStats } from '../../contract/stats.ts'
import { figureLink } from './figure-link.ts'
import { DateRangePicker } from '../../layout/kit/date-range/date-range-picker.tsx'
import { periods, presetLabels } from '../../layout/kit/date-range/presets.ts'
import { type DateRange, formatRange } from '../../layout/kit/date-range/range.ts'
import { AsOf } from '../../layout/list/figures/as-of.tsx'
import { ErrorPanel } from '../../layout/kit/error-panel.tsx'
import type { ListSearch } from '../../layout/list/list-search.ts'
import { loadError } from '../../layout/list/use-list-rows.ts'
import { PanelSkeleton } from '../../layout/list/panel/panel.tsx'
import { Tabs } from '../../layout/kit/tabs.tsx'
import { Figure } from './figure.tsx'
import styles from './general.module.css'
import { hrefWith, type SearchChanges, statsChange, statsOf } from './search.ts'
import { netProfitOf, type StatsGroup, statsGroups, type StatsNumber } from './stats-groups.ts'
import { useFailureToast } from './use-failure-toast.ts'

/** Shorter than in menus, to fit five in a row. */
const tabLabels: Partial<Record<(typeof periods)[number], string>> = { week: '7 days', mtd: 'Month', lm: 'Last month' }

interface StatsCardProps {
  search: ListSearch
  change: (changes: SearchChanges) => void
}

/** Figures of a period or custom range. Nothing is fetched until both dates are chosen (ruling 27). */
export function StatsCard({ search, change }: StatsCardProps) {
  const { period, range } = statsOf(search)
  const result = useQuery(generalStatsQuery(range))
  const { data, error, isPlaceholderData, refetch } = result
  useFailureToast(result)
  const tabs = periods.map((id) => ({
    id,
    label: tabLabels[id] ?? presetLabels[id],
    href: hrefWith(search, statsChange(null, id)),
  }))
  return (
    <section className={styles.card} aria-label="Figures">
      <Tabs label="Period of the figures" tabs={tabs} current={period}>
        <div className={styles.chartTop}>
          {period === null ? <span /> : <p className="note tabular">{formatRange(range)}</p>}
          <DateRangePicker label="Custom" range={period === null ? range : null} onChange={(picked) => change(statsChange(picked))} />
        </div>
        <AsOf at={data?.asOf} />
        {error && !data ? (
          <ErrorPanel error={error} title={loadError} onRetry={() => void refetch()} />
        ) : data ? (
          <Figures stats={data} range={range} isStale={isPlaceholderData} />
        ) : (
          <PanelSkeleton lines={22} />
        )}
      </Tabs>
    </section>
  )
}

function Figures({ stats, range, isStale }: { stats: GeneralStats; range: DateRange; isStale: boolean }) {
  // No links while the old range's figures are shown: the rows would be those of the new one.
  const linkOf = ({ figure }: StatsNumber) => (figure === null || isStale ? null : figureLink(figure, range))
  return (
    <div className={styles.figures} data-stale={isStale || undefined} aria-busy={isStale}>
      <p className={styles.profit}>
        <span className={styles.totalLabel}>Net profit</span>
        <strong className={styles.totalValue}>{formatMoney(netProfitOf(stats), accountCurrency)}</strong>
        <span className="note">subtotal less expenses</span>
      </p>
      {statsGroups(stats).map((group) => (
        <Group key={group.title} group={group} linkOf={linkOf} />
      ))}
    </div>
  )
}

function Group({ group, linkOf }: { group: StatsGroup; linkOf: (number: StatsNumber) => string | null }) {
  const cell = (number: StatsNumber | undefined) => number && <Figure href={linkOf(number)}>{number.text}</Figure>
  return (
    <div className={styles.group}>
      <h3 className={styles.groupTitle}>{group.title}</h3>
      <dl className={styles.lines}>
        {group.lines.map((line) => (
          <div key={line.label} className={styles.line}>
            <dt className="truncate">
              {line.label} {line.unit ? <span className="note">{line.unit}</span> : null}
            </dt>
            {line.count ? <dd className={styles.count}>{cell(line.count)}</dd> : null}
            {line.amount ? <dd className={styles.amount}>{cell(line.amount)}</dd> : null}
          </div>
        ))}
      </dl>
    </div>
  )
}
