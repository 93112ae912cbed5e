import uPlot from 'uplot'
import { type ChartData, type ChartSeries, dayTicks } from './chart-series.ts'

/** Pixels per label on the x axis. */
const labelWidth = 64
/** The step to a day that isn't over. */
const stepDash = [2, 4]
/** How much of a day's width a bar takes, and the most and fewest pixels. */
const barSize: uPlot.Series.BarsPathBuilderOpts['size'] = [0.2, 8, 2]
const axisFont = '12px system-ui, -apple-system, "Segoe UI", sans-serif'

/** A colour token's value in the current mode. */
function token(name: string): string {
  return getComputedStyle(document.documentElement).getPropertyValue(name).trim()
}

/** What uPlot draws: a whole line, or the dashed step of one to the day that isn't over. */
interface Stroke {
  line: ChartSeries
  values: (number | null)[]
  isStep: boolean
}

/** The first line matters most, so it is drawn last, on top. Its step to the unfinished day is a stroke of its own. */
export function strokesOf({ series, unfinished }: Pick<ChartData, 'series' | 'unfinished'>): Stroke[] {
  return series.toReversed().flatMap((line): Stroke[] => {
    const isWhole = unfinished === undefined || unfinished === 0 || line.isBefore === true || line.bars !== undefined
    const part = (from: number, to: number) => line.values.map((value, index) => (index >= from && index <= to ? value : null))
    if (isWhole) return [{ line, values: [...line.values], isStep: false }]
    return [
      { line, values: part(unfinished - 1, unfinished), isStep: true },
      { line, values: part(0, unfinished - 1), isStep: false },
    ]
  })
}

/**
 * uPlot options without the size. The x axis counts days from 0, since the browser's zone would shift instants.
 * @param onDay receives the index of the day under the pointer or cursor, null when it leaves
 */
export function chartOptions(data: ChartData, onDay: (index: number | null) => void): Omit<uPlot.Options, 'width' | 'height'> {
  const { days, series, formatShort } = data
  const muted = token('--fgColor-muted')
  const grid = { stroke: token('--borderColor-muted'), width: 1 }
  const isMany = series.filter(({ isBefore, bars }) => !isBefore && !bars).length > 1
  const drawn = strokesOf(data)
  const ticksOf = ({ bbox }: uPlot) => dayTicks(days, Math.floor((bbox.width / devicePixelRatio || labelWidth) / labelWidth))
  return {
    legend: { show: false },
    padding: [12, 24, 0, 0],
    cursor: {
      drag: { x: false, y: false },
      y: false,
      points: { size: 8, width: 2, stroke: token('--bgColor-default'), fill: (_plot, line) => token(drawn[line - 1]?.line.colour ?? '') },
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
        splits: (plot) => ticksOf(plot).at,
        values: (plot, splits) => splits.map(ticksOf(plot).text),
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
      ...drawn.map(({ line, isStep }): uPlot.Series => {
        const stroke = token(line.colour)
        const own = { label: line.label, stroke, points: { show: days.length === 1 && !line.isBefore, size: 5, fill: stroke, stroke } }
        if (line.bars) {
          const paths = uPlot.paths.bars?.({ size: barSize, align: line.bars === 'left' ? -1 : 1 })
          return { ...own, width: 0, fill: stroke, points: { show: false }, ...(paths && { paths }) }
        }
        const dash = isStep ? stepDash : line.dash
        return {
          ...own,
          width: line.isBefore ? 1 : 2,
          ...(dash ? { dash: [...dash] } : {}),
          ...(isMany || line.isBefore ? {} : { fill: `color-mix(in srgb, ${stroke} ${isStep ? 5 : 10}%, transparent)` }),
        }
      }),
    ],
    hooks: { setCursor: [(plot) => onDay(plot.cursor.idx ?? null)], draw: [(plot) => markSoFar(plot, data.unfinished, muted)] },
  }
}

/** Says above the day that isn't over that its value is none to compare. */
function markSoFar(plot: uPlot, day: number | undefined, colour: string) {
  if (day === undefined) return
  const { ctx, bbox } = plot
  ctx.save()
  ctx.font = axisFont.replace('12px', `${11 * devicePixelRatio}px`)
  ctx.fillStyle = colour
  ctx.textAlign = 'right'
  ctx.fillText(
    'so far',
    Math.min(plot.valToPos(day, 'x', true) + 12 * devicePixelRatio, bbox.left + bbox.width + 24 * devicePixelRatio),
    bbox.top,
  )
  ctx.restore()
}

/** From zero to above the highest value, or from below a negative one. A line of zeros lies on the axis. */
function yRange(min: number | null, max: number | null): [number, number] {
  const low = Math.min(0, min ?? 0)
  const high = Math.max(0, max ?? 0)
  if (low === high) return [0, 4]
  const room = (high - low) * 0.08
  return [low < 0 ? low - room : 0, high + room]
}
