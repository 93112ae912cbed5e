import { formatDateMinute } from '../../../contract/dates.ts'
import styles from './figures-table.module.css'

/** Says that figures are being recomputed and out of date; renders nothing if they are current. */
export function AsOf({ at }: { at: number | null | undefined }) {
  if (at === null || at === undefined) return null
  const since = at === 0 ? 'The latest changes may be missing' : `As of ${formatDateMinute(at)}`
  return (
    <p className={styles.asOf} role="status">
      {since}: the figures are being brought up to date. Look again in a minute.
    </p>
  )
}
