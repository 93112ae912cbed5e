import { type KeyboardEvent, type RefObject, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react'
import type uPlot from 'uplot'
import 'uplot/dist/uPlot.min.css'
import UplotReact from 'uplot-react'
import { useColourMode } from '../session/colour-mode.tsx'
import { chartOptions, strokesOf } from './chart-options.ts'
import { type ChartData, dayHeading, dayText, summaryOf } from './chart-series.ts'
import styles from './day-chart.module.css'
import { Swatch } from './swatch.tsx'

/** An element's current width in whole pixels; 0 until measured. */
function useWidth(ref: RefObject<HTMLElement | null>): number {
  const [width, setWidth] = useState(0)
  useLayoutEffect(() => {
    const element = ref.current
    if (!element) return
    const measure = () => setWidth(Math.floor(element.clientWidth))
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [ref])
  return width
}

interface DayChartProps {
  data: ChartData
  /** Ids of lines hidden through the legend. */
  hidden: ReadonlySet<string>
  /** Pixels. */
  height: number
}

/**
 * Lines over days, drawn by uPlot. Keyboard and screen readers get a slider: arrow keys move by a day, Page Up and Down
 * by a week, Home and End to the ends. Escape removes the cursor.
 */
export function DayChart({ data, hidden, height }: DayChartProps) {
  const root = useRef<HTMLDivElement>(null)
  const plot = useRef<uPlot | null>(null)
  const [day, setDay] = useState<number | null>(null)
  const width = useWidth(root)
  const { shown: mode } = useColourMode()
  const last = data.days.length - 1
  const at = day === null ? null : Math.min(day, last)
  // Tokens depend on the mode, so another mode redraws.
  const fixed = useMemo(() => ({ mode, options: chartOptions(data, setDay) }), [data, mode]).options
  const options = useMemo(() => ({ ...fixed, width, height }), [fixed, width, height])
  const aligned = useMemo(() => alignedData(data), [data])

  useEffect(() => applyHidden(plot.current, data, hidden), [data, hidden])

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && at !== null) {
      event.stopPropagation()
      showDay(plot.current, null)
      return
    }
    const next = nextDay(event.key, at, last)
    if (next === null) return
    event.preventDefault()
    event.stopPropagation()
    showDay(plot.current, next)
  }

  return (
    <div
      ref={root}
      role="slider"
      tabIndex={0}
      aria-label={`${data.title}, day by day`}
      aria-orientation="horizontal"
      aria-valuemin={0}
      aria-valuemax={last}
      aria-valuenow={at ?? last}
      aria-valuetext={at === null ? summaryOf(data) : dayText(data, at, hidden)}
      className={styles.chart}
      style={{ height }}
      onKeyDown={onKeyDown}
      onBlur={() => showDay(plot.current, null)}
    >
      {width > 0 ? (
        <UplotReact
          options={options}
          data={aligned}
          onCreate={(created) => {
            plot.current = created
            applyHidden(created, data, hidden)
            // When redrawn, for example with newer data, it still shows the day that is being read.
            created.hooks.ready = [() => showDay(created, at)]
          }}
          onDelete={() => {
            plot.current = null
          }}
        />
      ) : null}
      {at === null ? null : <ChartTooltip data={data} day={at} hidden={hidden} plot={plot} />}
    </div>
  )
}

function alignedData(data: ChartData): uPlot.AlignedData {
  return [data.days.map((_, index) => index), ...strokesOf(data).map(({ values }) => values)]
}

/** Moves the cursor to a day's index; null removes it. */
function showDay(plot: uPlot | null, index: number | null) {
  plot?.setCursor(index === null ? { left: -10, top: -10 } : { left: plot.valToPos(index, 'x'), top: 0 })
}

function applyHidden(plot: uPlot | null, data: ChartData, hidden: ReadonlySet<string>) {
  if (!plot) return
  strokesOf(data).forEach(({ line: { id } }, index) => {
    const show = !hidden.has(id)
    if (plot.series[index + 1]?.show !== show) plot.setSeries(index + 1, { show })
  })
}

/** The day a key moves to; without one, the last. Null if the key doesn't move. */
function nextDay(key: string, at: number | null, last: number): number | null {
  const step = { ArrowLeft: -1, ArrowDown: -1, ArrowRight: 1, ArrowUp: 1, PageUp: 7, PageDown: -7 }[key]
  if (step !== undefined) return at === null ? last : Math.min(last, Math.max(0, at + step))
  if (key === 'Home') return 0
  return key === 'End' ? last : null
}

interface ChartTooltipProps extends Omit<DayChartProps, 'height'> {
  day: number
  plot: RefObject<uPlot | null>
}

const gap = 12

/** A day's exact values beside the cursor. Screen readers get them from the chart itself. */
function ChartTooltip({ data, day, hidden, plot }: ChartTooltipProps) {
  const ref = useRef<HTMLDivElement>(null)

  // Placed on the side with room.
  useLayoutEffect(() => {
    const { current } = plot
    const element = ref.current
    if (!current || !element) return
    const left = current.over.offsetLeft + current.valToPos(day, 'x')
    const fits = left + gap + element.offsetWidth <= current.width
    element.style.left = `${fits ? left + gap : Math.max(0, left - gap - element.offsetWidth)}px`
  })

  return (
    <div ref={ref} className={styles.tooltip} aria-hidden="true">
      <p className="note below-4">{dayHeading(data, day)}</p>
      {data.series
        .filter(({ id, values }) => !hidden.has(id) && values[day] !== null)
        .map((line) => (
          <p key={line.id} className={styles.tooltipLine}>
            <Swatch line={line} />
            <span>{line.label}</span>
            <strong className="semibold tabular">{data.format(line.values[day] ?? 0)}</strong>
          </p>
        ))}
    </div>
  )
}
