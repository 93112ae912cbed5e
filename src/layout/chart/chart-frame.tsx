import { TableIcon } from '@primer/octicons-react'
import { Blankslate } from '@primer/react/experimental'
import { type ReactNode, useMemo, useState } from 'react'
import { ErrorPanel } from '../kit/error-panel.tsx'
import { LazyComponent, useLazy } from '../kit/lazy-component.ts'
import { ScrollBox } from '../kit/scroll-box.tsx'
import figures from '../list/figures/figures.module.css'
import table from '../list/table.module.css'
import { loadError } from '../list/use-failure-toast.ts'
import styles from './chart-frame.module.css'
import { type ChartData, dayHeading, isBlank, summaryOf, totalOf } from './chart-series.ts'
import { Swatch } from './swatch.tsx'

interface ChartLegendProps {
  data: ChartData
  hidden: ReadonlySet<string>
  onToggle: (id: string) => void
}

/** A chart's own lines with their sums; clicking one hides or shows it. At least one stays. */
function ChartLegend({ data, hidden, onToggle }: ChartLegendProps) {
  const lines = data.series.filter(({ isBefore }) => !isBefore)
  const shown = lines.filter(({ id }) => !hidden.has(id))
  return (
    <ul className="plain-list flex wrap gap-4" aria-label="Lines">
      {lines.map((line) => {
        const isShown = !hidden.has(line.id)
        const isLast = isShown && shown.length === 1
        return (
          <li key={line.id}>
            <button
              type="button"
              className={styles.legendLine}
              aria-pressed={isShown}
              aria-disabled={isLast || undefined}
              title={isLast ? 'One line has to stay' : isShown ? 'Hide this line' : 'Show this line'}
              onClick={() => {
                if (!isLast) onToggle(line.id)
              }}
            >
              <Swatch line={line} />
              <span>{line.label}</span>
              <span className="muted tabular">{data.format(totalOf(line))}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}

/** The chart's data as a table, newest day first, totals last. */
function ChartTable({ data, height }: { data: ChartData; height: number }) {
  const { days, series, format, title } = data
  const newest = days.map((_, index) => days.length - 1 - index)
  return (
    <ScrollBox className={figures.scroll} style={{ height }} aria-label={`${title} by day`}>
      <table className={`${table.table} ${figures.table} ${styles.table}`} aria-label={`${title} by day`}>
        <thead>
          <tr>
            <th scope="col" className={table.header}>
              Day
            </th>
            {series.map(({ id, label }) => (
              <th key={id} scope="col" className={table.header} data-align="end">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {newest.map((index) => (
            <tr key={days[index]}>
              <th scope="row">{dayHeading(data, index)}</th>
              {series.map(({ id, values }) => (
                <td key={id}>{values[index] === null ? '' : format(values[index] ?? 0)}</td>
              ))}
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Whole range</th>
            {series.map((line) => (
              <td key={line.id}>{format(totalOf(line))}</td>
            ))}
          </tr>
        </tfoot>
      </table>
    </ScrollBox>
  )
}

/**
 * Some browsers report a language Intl rejects, like `en-US@posix`, and uPlot would crash on load. Replaces it first;
 * our own formats don't depend on it.
 */
export function ensureFormattableLanguage(): void {
  try {
    Intl.getCanonicalLocales(navigator.language)
  } catch {
    Object.defineProperty(navigator, 'language', { value: 'en-GB', configurable: true })
  }
}

const dayChart = new LazyComponent(() => {
  ensureFormattableLanguage()
  return import('./day-chart.tsx').then((module) => module.DayChart)
})

interface ChartFrameProps {
  heading: ReactNode
  controls: ReactNode
  /** Shown below both, in one line that is kept free for it. */
  note: ReactNode
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
export function ChartFrame({ heading, controls, note, data, error, onRetry, isStale, height, emptyText, hasLegend }: ChartFrameProps) {
  const [isTable, setTable] = useState(false)
  const [chosen, setChosen] = useState<ReadonlySet<string> | null>(null)
  const hidden = useMemo(() => chosen ?? new Set(data?.series.flatMap(({ id, isExtra }) => (isExtra ? id : []))), [chosen, data])
  const [chunkError, setChunkError] = useState<unknown>(null)
  const DayChart = useLazy(dayChart, chunkError === null, () => setChunkError(new Error('The chart could not be loaded.')))
  const toggle = (id: string) => setChosen(new Set(hidden.has(id) ? [...hidden].filter((one) => one !== id) : [...hidden, id]))

  const failure = data ? chunkError : (error ?? chunkError)
  return (
    <div className={styles.frame} data-stale={isStale || undefined} aria-busy={isStale || !data}>
      <div className="row wrap spread gap-8-16">
        {heading}
        <div className={`row wrap gap-8 ${styles.controls}`}>
          {controls}
          <button type="button" className="control inline-row gap-8" aria-pressed={isTable} onClick={() => setTable(!isTable)}>
            <TableIcon />
            Table
          </button>
        </div>
      </div>
      <p className="note inline-row gap-8 high-20">{note}</p>
      <div className={`can-shrink ${styles.body}`} style={{ minHeight: height }}>
        {failure && !(data && isTable) ? (
          <ErrorPanel error={failure} title={loadError} onRetry={chunkError ? () => setChunkError(null) : onRetry} />
        ) : !data || (!DayChart && !isTable) ? (
          <div
            className={`breathing ${table.skeleton}`}
            style={{ height, borderRadius: 'var(--borderRadius-medium)' }}
            aria-hidden="true"
          />
        ) : isBlank(data) ? (
          <div className="grid at-centre" style={{ height }}>
            <Blankslate size="small">
              <Blankslate.Heading as="h3">Results not found.</Blankslate.Heading>
              <Blankslate.Description>{emptyText}</Blankslate.Description>
            </Blankslate>
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
