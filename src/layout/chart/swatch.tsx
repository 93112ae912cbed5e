import type { ChartSeries } from './chart-series.ts'

/** A sample of a line or bar, for legend and tooltip. */
export function Swatch({ line: { colour, dash, bars } }: { line: Pick<ChartSeries, 'colour' | 'dash' | 'bars'> }) {
  const style = { stroke: `var(${colour})` }
  return (
    <svg width="18" height="8" viewBox="0 0 18 8" aria-hidden="true" focusable="false">
      {bars ? (
        <line x1="9" y1="0" x2="9" y2="8" strokeWidth="6" style={style} />
      ) : (
        <line x1="0" y1="4" x2="18" y2="4" strokeWidth="2.5" strokeDasharray={dash?.join(' ')} style={style} />
      )}
    </svg>
  )
}
