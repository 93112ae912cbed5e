import { formatCount } from '../../../contract/count.ts'
import { addDays } from '../../../contract/dates.ts'
import { type QrDetails, scanDays } from '../../../contract/details.ts'
import styles from './side-panel.module.css'

/** A day as people write it here: 23-11-2026. */
export const dayText = (day: string) => day.split('-').toReversed().join('-')

const width = 6
const gap = 2
const height = 48

/** Scans of the last 30 Madrid days as bars, today's at the right; each says its day and number. */
export function ScanBars({ days, today }: Pick<QrDetails, 'days' | 'today'>) {
  const byDay = new Map(days.map(({ day, scans }) => [day, scans]))
  const all = Array.from({ length: scanDays }, (_, index) => addDays(today, index + 1 - scanDays))
  const max = Math.max(1, ...days.map(({ scans }) => scans))
  const total = days.reduce((sum, { scans }) => sum + scans, 0)
  const busiest = days.toSorted((a, b) => b.scans - a.scans)[0]
  const label =
    total === 0 || !busiest
      ? `No scans in ${scanDays} days`
      : `${formatCount(total)} ${total === 1 ? 'scan' : 'scans'} in ${scanDays} days, most on ${dayText(busiest.day)}: ${formatCount(busiest.scans)}`
  return (
    <figure className={`column gap-4 unspaced`}>
      <svg
        role="img"
        aria-label={label}
        viewBox={`0 0 ${scanDays * (width + gap) - gap} ${height}`}
        preserveAspectRatio="none"
        className={styles.bars}
      >
        {all.map((day, index) => {
          const scans = byDay.get(day) ?? 0
          // A day with a single scan is still seen; one without is a line.
          const tall = scans === 0 ? 1 : Math.max(3, Math.round((scans / max) * height))
          return (
            <g key={day}>
              <title>{`${dayText(day)}: ${formatCount(scans)}`}</title>
              <rect x={index * (width + gap)} y={0} width={width + gap} height={height} fill="transparent" />
              <rect
                x={index * (width + gap)}
                y={height - tall}
                width={width}
                height={tall}
                className={styles.scanBar}
                data-empty={scans === 0 || undefined}
              />
            </g>
          )
        })}
      </svg>
      <figcaption className="row note spread gap-8">
        <span>{dayText(all[0] ?? today).slice(0, 5)}</span>
        <span>{label}</span>
        <span>today</span>
      </figcaption>
    </figure>
  )
}
