import { TableIcon } from '@primer/octicons-react'
import { type ReactNode, useState } from 'react'
import { ErrorPanel } from '../kit/error-panel.tsx'
import { LazyComponent, useLazy } from '../kit/lazy-component.ts'
import { loadError } from '../list/use-list-rows.ts'
import { ensureFormattableLanguage } from './browser-language.ts'
import styles from './chart-frame.module.css'
import { ChartLegend } from './chart-legend.tsx'
import { type ChartData, isBlank, summaryOf } from './chart-series.ts'
import { ChartTable } from './chart-table.tsx'

const dayChart = new LazyComponent(() => {
  ensureFormattableLanguage()
  return import('./day-chart.tsx').then((module) => module.DayChart)
})

interface ChartFrameProps {
  /** Shown above the chart. */
  heading: ReactNode
  /** Shown beside the heading. */
  controls: ReactNode
  /** Undefined until first loaded. */
  data: ChartData | undefined
  error: unknown
  onRetry: () => void
  /** Whether newer data is loading. */
  isStale: boolean
  /** Pixels, also for the loading and empty states, so nothing jumps. */
  height: number
  emptyText: string
  /** For several lines: reserves the legend's space from the start. */
  hasLegend: boolean
}

/** A chart, switchable to a table, with its loading, error and empty states. uPlot loads on first use. */
export function ChartFrame({ heading, controls, data, error, onRetry, isStale, height, emptyText, hasLegend }: ChartFrameProps) {
  const [isTable, setTable] = useState(false)
  const [hidden, setHidden] = useState<ReadonlySet<string>>(new Set())
  const [chunkError, setChunkError] = useState<unknown>(null)
  const DayChart = useLazy(dayChart, chunkError === null, () => setChunkError(new Error('The chart could not be loaded.')))
  const toggle = (id: string) => setHidden((now) => new Set(now.has(id) ? [...now].filter((one) => one !== id) : [...now, id]))

  const failure = data ? chunkError : (error ?? chunkError)
  return (
    <div className={styles.frame} data-stale={isStale || undefined} aria-busy={isStale || !data}>
      <div className={styles.top}>
        {heading}
        <div className={styles.controls}>
          {controls}
          <button type="button" className={styles.switch} aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            <TableIcon />
            Table
          </button>
        </div>
      </div>
      <div className={styles.body} style={{ minHeight: height }}>
        {failure && !(data && isTable) ? (
          <ErrorPanel error={failure} title={loadError} onRetry={chunkError ? () => setChunkError(null) : onRetry} />
        ) : !data || (!DayChart && !isTable) ? (
          <div className={styles.skeleton} style={{ height }} aria-hidden="true" />
        ) : isBlank(data) ? (
          <div className={styles.place} style={{ height }}>
            <p className="semibold">Results not found.</p>
            <p className={styles.emptyText}>{emptyText}</p>
          </div>
        ) : isTable || !DayChart ? (
          <ChartTable data={data} height={height} />
        ) : (
          <>
            <p className="visually-hidden">{summaryOf(data)}</p>
            <DayChart data={data} hidden={hidden} height={height} />
          </>
        )}
      </div>
      {hasLegend ? <div className={styles.foot}>{data ? <ChartLegend data={data} hidden={hidden} onToggle={toggle} /> : null}</div> : null}
    </div>
  )
}
