import type { ChartSeries } from './chart-series.ts'

/** A sample of a line, for legend and tooltip. */
export function Swatch({ line: { colour, dash } }: { line: Pick<ChartSeries, 'colour' | 'dash'> }) {
  return (
    <svg width="18" height="8" viewBox="0 0 18 8" aria-hidden="true" focusable="false">
      <line x1="0" y1="4" x2="18" y2="4" strokeWidth="2.5" strokeDasharray={dash?.join(' ')} style={{ stroke: `var(${colour})` }} />
    </svg>
  )
}
