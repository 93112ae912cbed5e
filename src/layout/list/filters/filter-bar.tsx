import { FilterIcon, XIcon } from '@primer/octicons-react'
import { type ReactNode, useState } from 'react'
import type { ChangeFilters, ListFilter } from '../filter-definition.ts'
import type { ListSearch } from '../list-search.ts'
import styles from './filter-bar.module.css'

interface FilterBarProps {
  filters: readonly ListFilter[]
  search: ListSearch
  change: ChangeFilters
}

/** A list's filters in one row. On phones all but the search fold away behind a button, `children` included. */
export function FilterBar({ filters, search, change, children }: FilterBarProps & { children?: ReactNode }) {
  const [isUnfolded, setUnfolded] = useState(false)
  const boxes = filters.filter((filter) => filter.isSearch)
  const others = filters.filter((filter) => !filter.isSearch && filter.Control)
  return (
    <div className="flex wrap gap-8 top" role="search">
      {boxes.map(({ id, Control }) => (Control ? <Control key={id} search={search} change={change} /> : null))}
      {others.length > 0 || children ? (
        <>
          <button
            type="button"
            className={`${styles.control} ${styles.fold}`}
            aria-expanded={isUnfolded}
            onClick={() => setUnfolded(!isUnfolded)}
          >
            <FilterIcon />
            <span className={styles.foldText}>{others.length > 0 ? 'Filters' : 'Sort'}</span>
          </button>
          <div className={styles.others} data-unfolded={isUnfolded || undefined}>
            {others.map(({ id, Control }) => (Control ? <Control key={id} search={search} change={change} /> : null))}
            {children}
          </div>
        </>
      ) : null}
    </div>
  )
}

/** Active filters as chips; pressing one removes it. */
export function FilterChips({ filters, search, change }: FilterBarProps) {
  const inUse = filters
    .map((filter) => ({ filter, says: filter.chip(search) }))
    .filter(({ filter, says }) => says !== null && (!filter.isOrder || filter.Control !== undefined))
  if (inUse.length === 0) return null
  return (
    <ul className={styles.chips} aria-label="Filters in use">
      {inUse.map(({ filter, says }) => (
        <li key={filter.id}>
          <button
            type="button"
            className={styles.chip}
            title="Remove this filter"
            aria-label={`Remove filter ${says}`}
            onClick={() => void change(without([filter]))}
          >
            <span className="truncate">{says}</span>
            <XIcon size={12} />
          </button>
        </li>
      ))}
      {inUse.length > 1 ? (
        <li>
          <button type="button" className={styles.clear} onClick={() => void change(without(inUse.map(({ filter }) => filter)))}>
            Clear filters
          </button>
        </li>
      ) : null}
    </ul>
  )
}

/** The URL change that removes filters. */
export function without(filters: readonly ListFilter[]): Record<string, undefined> {
  return Object.fromEntries(filters.flatMap((filter) => filter.params.map((name) => [name, undefined])))
}
