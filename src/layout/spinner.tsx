import { Spinner as PrimerSpinner } from '@primer/react'
import styles from './spinner.module.css'

/** Something is on its way. It shows after a moment, so that what comes at once does not flicker. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className={styles.spinner}>
      <PrimerSpinner srText={label} />
    </div>
  )
}
