import type uPlot from 'uplot'
import { type ChartData, type ChartSeries, dayTicks } from './chart-series.ts'

/** Pixels per label on the x axis. */
const labelWidth = 64
/** Up to this many days, each has a dot. */
const dottedDays = 45
const axisFont = '12px system-ui, -apple-system, "Segoe UI", sans-serif'

/** A colour token's value in the current mode. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

/** The first line matters most, so it is drawn last, on top. */
export const inDrawingOrder = (series: readonly ChartSeries[]) => series.toReversed()

/**
 * uPlot options without the size. The x axis counts days from 0, since the browser's zone would shift instants.
 * @param onDay receives the index of the day under the pointer or cursor, null when it leaves
 */
export function chartOptions(data: ChartData, onDay: (index: number | null) => void): Omit<uPlot.Options, 'width' | 'height'> {
  const { days, series, formatShort } = data
  const muted = token('--fgColor-muted')
  const grid = { stroke: token('--borderColor-muted'), width: 1 }
  const isMany = series.length > 1
  const drawn = inDrawingOrder(series)
  return {
    legend: { show: false },
    padding: [12, 24, 0, 0],
    cursor: {
      drag: { x: false, y: false },
      y: false,
      points: { size: 8, width: 2, stroke: token('--bgColor-default'), fill: (_plot, line) => token(drawn[line - 1]?.colour ?? '') },
    },
    scales: {
      x: { time: false, range: () => (days.length === 1 ? [-1, 1] : [0, days.length - 1]) },
      y: { range: (_plot, min, max) => yRange(min, max) },
    },
    axes: [
      {
        stroke: muted,
        font: axisFont,
        grid: { show: false },
        ticks: { ...grid, size: 4 },
        size: 32,
        splits: (plot) => dayTicks(days, Math.floor((plot.bbox.width / devicePixelRatio || labelWidth) / labelWidth)).at,
        values: (plot, splits) => {
          const ticks = dayTicks(days, Math.floor((plot.bbox.width / devicePixelRatio || labelWidth) / labelWidth))
          return splits.map((index) => ticks.text(index))
        },
      },
      {
        stroke: muted,
        font: axisFont,
        grid,
        ticks: { show: false },
        gap: 8,
        size: 60,
        space: 48,
        // Whole numbers only: counts have no halves.
        incrs: [1, 2, 5].flatMap((step) => [...Array(13).keys()].map((power) => step * 10 ** power)).sort((a, b) => a - b),
        values: (_plot, splits) => splits.map(formatShort),
      },
    ],
    series: [
      {},
      ...drawn.map((line): uPlot.Series => {
        const stroke = token(line.colour)
        return {
          label: line.label,
          stroke,
          width: 2,
          ...(line.dash ? { dash: [...line.dash] } : {}),
          ...(isMany ? {} : { fill: `color-mix(in srgb, ${stroke} 14%, transparent)` }),
          points: { show: days.length <= dottedDays, size: 5, fill: stroke, stroke },
        }
      }),
    ],
    hooks: { setCursor: [(plot) => onDay(plot.cursor.idx ?? null)] },
  }
}

/** From zero to above the highest value, or from below a negative one. A line of zeros lies on the axis. */
function yRange(min: number | null, max: number | null): [number, number] {
  const low = Math.min(0, min ?? 0)
  const high = Math.max(0, max ?? 0)
  if (low === high) return [0, 4]
  const room = (high - low) * 0.08
  return [low < 0 ? low - room : 0, high + room]
}
