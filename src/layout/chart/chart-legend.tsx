import { type ChartData, totalOf } from './chart-series.ts'
import styles from './chart-frame.module.css'
import { Swatch } from './swatch.tsx'

interface ChartLegendProps {
  data: ChartData
  hidden: ReadonlySet<string>
  onToggle: (id: string) => void
}

/** A chart's lines with their sums; clicking one hides or shows it. At least one stays. */
export function ChartLegend({ data, hidden, onToggle }: ChartLegendProps) {
  const shown = data.series.filter(({ id }) => !hidden.has(id))
  return (
    <ul className="plain-list flex wrap gap-4" aria-label="Lines">
      {data.series.map((line) => {
        const isShown = !hidden.has(line.id)
        const isLast = isShown && shown.length === 1
        return (
          <li key={line.id}>
            <button
              type="button"
              className={styles.legendLine}
              aria-pressed={isShown}
              aria-disabled={isLast || undefined}
              title={isLast ? 'One line stays' : isShown ? 'Hide this line' : 'Show this line'}
              onClick={() => {
                if (!isLast) onToggle(line.id)
              }}
            >
              <Swatch line={line} />
              {line.label}
              <span className="muted tabular">{data.format(totalOf(line))}</span>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
