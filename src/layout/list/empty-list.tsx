import { SearchIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import styles from './list-page.module.css'

/** What stands in place of a list without rows: that nothing was found, and what to do about it. */
export function EmptyList({ text, onClear, isStale }: { text: string; onClear?: () => void; isStale: boolean }) {
  return (
    <div className={styles.empty} aria-busy={isStale}>
      <SearchIcon size={24} className={styles.emptyIcon} />
      <p className={styles.emptyTitle}>Results not found.</p>
      <p className={styles.emptyText}>{text}</p>
      {onClear ? <Button onClick={onClear}>Clear filters</Button> : null}
    </div>
  )
}
