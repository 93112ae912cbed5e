import { SearchIcon } from '@primer/octicons-react'
import { Link } from '@tanstack/react-router'
import type { Pagination } from '../../contract/list.ts'
import { Button } from '../kit/button.tsx'
import { totalText } from './count-text.ts'
import styles from './list-page.module.css'

export interface EmptyListProps {
  text: string
  /** What a wider search finds. */
  wider: {
    /** 'Nobody is exactly ‘carvajal’.' */
    notFound: string
    /** Null while it is looked up. */
    found: Pagination | null
    rows: readonly { id: number; name: string; href: string | null }[]
    onShow: () => void
  } | null
  onClear: (() => void) | null
  isStale: boolean
}

const maxNames = 5

/** Replaces a list without rows: says so and offers what to do. */
export function EmptyList({ text, wider, onClear, isStale }: EmptyListProps) {
  const found = wider?.found ?? null
  const isContained = found !== null && found.total_results > 0
  return (
    <div className="blank" aria-busy={isStale}>
      <SearchIcon size={24} />
      <p className="blank-title">Results not found.</p>
      <p role="status">
        {`${wider ? wider.notFound : text}${wider && found ? ` ${isContained ? `${totalText(found)} ${found.total_results === 1 ? 'contains' : 'contain'} it.` : 'None contains it either.'}` : ''}`}
      </p>
      {isContained ? (
        <ul className={styles.emptyNames}>
          {wider?.rows.slice(0, maxNames).map(({ id, name, href }) => (
            <li key={id}>{href === null ? name : <Link to={href}>{name}</Link>}</li>
          ))}
        </ul>
      ) : null}
      <div className={styles.emptyActions}>
        {isContained ? (
          <Button data-wider-search="" trailingVisual={<kbd aria-hidden="true">Enter</kbd>} onClick={wider?.onShow}>
            {`Show ${found.total_results === 1 ? 'it' : 'them'}`}
          </Button>
        ) : null}
        {onClear ? <Button onClick={onClear}>Clear filters</Button> : null}
      </div>
    </div>
  )
}
