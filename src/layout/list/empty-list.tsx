import { SearchIcon } from '@primer/octicons-react'
import { Button } from '../kit/button.tsx'
import styles from './list-page.module.css'

interface EmptyListProps {
  text: string
  wider: { label: string; onClick: () => void } | null
  onClear: (() => void) | null
  isStale: boolean
}

/** Replaces a list without rows: says so and offers what to do. */
export function EmptyList({ text, wider, onClear, isStale }: EmptyListProps) {
  return (
    <div className="blank" aria-busy={isStale}>
      <SearchIcon size={24} />
      <p className="blank-title">Results not found.</p>
      <p>{text}</p>
      <div className={styles.emptyActions}>
        {wider ? <Button onClick={wider.onClick}>{wider.label}</Button> : null}
        {onClear ? <Button onClick={onClear}>Clear filters</Button> : null}
      </div>
    </div>
  )
}
