import styles from './spinner.module.css'

/** Something is on its way. It shows after a moment, so that what comes at once does not flicker. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className={styles.spinner}>
      <span className={styles.circle} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </div>
  )
}
