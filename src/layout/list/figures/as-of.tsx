import { formatDateMinute } from '../../../contract/dates.ts'
import styles from './figures-table.module.css'

/** Says that figures are not up to date, because they are being computed at this moment. Nothing where they are. */
export function AsOf({ at }: { at: number | null | undefined }) {
  if (at === null || at === undefined) return null
  const since = at === 0 ? 'The latest changes may be missing' : `As of ${formatDateMinute(at)}`
  return (
    <p className={styles.asOf} role="status">
      {since}: the figures are being brought up to date. Look again in a minute.
    </p>
  )
}
