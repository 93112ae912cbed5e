import { type ChartData, dayHeading, totalOf } from './chart-series.ts'
import { ScrollBox } from '../kit/scroll-box.tsx'
import styles from './chart-frame.module.css'

/** The chart's data as a table, newest day first, totals last. */
export function ChartTable({ data, height }: { data: ChartData; height: number }) {
  const { days, series, format, title } = data
  const newest = days.map((_, index) => days.length - 1 - index)
  return (
    <ScrollBox style={{ height }} aria-label={`${title} by day`}>
      <table className={styles.table} aria-label={`${title} by day`}>
        <thead>
          <tr>
            <th scope="col">Day</th>
            {series.map(({ id, label }) => (
              <th key={id} scope="col">
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
