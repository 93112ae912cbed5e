import { type RefObject, useLayoutEffect, useRef } from 'react'
import type uPlot from 'uplot'
import { type ChartData, dayInFull } from './chart-series.ts'
import styles from './day-chart.module.css'
import { Swatch } from './swatch.tsx'

interface ChartTooltipProps {
  data: ChartData
  /** The day's index. */
  day: number
  hidden: ReadonlySet<string>
  plot: RefObject<uPlot | null>
}

const gap = 12

/** A day's exact values beside the cursor. Screen readers get them from the chart itself. */
export function ChartTooltip({ data, day, hidden, plot }: ChartTooltipProps) {
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
      <p className={styles.tooltipDay}>{dayInFull(data.days[day] ?? '')}</p>
      {data.series
        .filter(({ id }) => !hidden.has(id))
        .map((line) => (
          <p key={line.id} className={styles.tooltipLine}>
            <Swatch line={line} />
            <span>{line.label}</span>
            <strong>{data.format(line.values[day] ?? 0)}</strong>
          </p>
        ))}
    </div>
  )
}
