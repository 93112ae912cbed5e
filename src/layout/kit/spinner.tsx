import styles from './spinner.module.css'

/** A loading spinner, shown after a moment so fast loads don't flicker. */
export function Spinner({ label = 'Loading' }: { label?: string }) {
  return (
    <div className={styles.spinner}>
      <span className={styles.circle} aria-hidden="true" />
      <span className="visually-hidden">{label}</span>
    </div>
  )
}
