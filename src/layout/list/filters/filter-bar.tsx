import { FilterIcon } from '@primer/octicons-react'
import { type ReactNode, useEffect, useRef } from 'react'
import type { Pagination } from '../../../contract/list.ts'
import { useIsPhone } from '../../kit/is-phone.ts'
import { useLazyOpen } from '../../kit/lazy-component.ts'
import { unbroken } from '../../kit/unbroken.tsx'
import { useDismiss } from '../../kit/use-dismiss.ts'
import { whenIdle } from '../../kit/when-idle.ts'
import type { FilterProps, ListFilter } from '../filter-definition.ts'
import styles from './filter-bar.module.css'
import { FilterPill, MorePill } from './filter-pill.tsx'
import { FilterPopover, filterSheet, loadFilterPanel } from './filter-popover.tsx'
import { isChosen, pillText, without, wrongValue } from './pill-state.ts'
import type { FilterOpening } from './use-open-filter.ts'

interface FilterBarProps extends FilterProps, FilterOpening {
  filters: readonly ListFilter[]
  /** What the list has found, if that is known. */
  found?: Pagination | undefined
  /** What orders the list, or shows more of it. */
  children?: ReactNode
}

/** A list's search box and its filters, each a pill. On phones the pills are in a sheet, and so are `children`. */
export function FilterBar({ filters, children, ...props }: FilterBarProps) {
  const isPhone = useIsPhone()
  const inOrder = filters.toSorted((a, b) => Number(a.isRare ?? false) - Number(b.isRare ?? false))
  const hasPills = filters.some(({ control }) => control)
  useEffect(() => (hasPills ? whenIdle(loadFilterPanel) : undefined), [hasPills])
  return (
    <div className={styles.bar} role="search">
      {filters.map(({ id, Box }) => Box && <Box key={id} search={props.search} change={props.change} />)}
      {isPhone ? (
        <PhoneFilters filters={inOrder} {...props}>
          {children}
        </PhoneFilters>
      ) : (
        <>
          <Pills filters={inOrder} {...props} />
          {children}
        </>
      )}
    </div>
  )
}

const manyFilters = 4

/** Those with a pill: what has a control, and what a link set. */
const pillsOf = ({ filters, search }: FilterBarProps) =>
  filters.filter((filter) => filter.control ?? (!filter.isOrder && pillText(filter, search) !== null))

/** The pills in a row; rare ones, and with many set all others, are behind the last one until they are set. */
function Pills(props: FilterBarProps) {
  const { search, change, open, setOpen } = props
  const pills = pillsOf(props)
  const isPhone = useIsPhone()
  const isOpen = ({ id }: ListFilter) => typeof open === 'object' && open?.id === id
  const chosen = pills.filter((filter) => isChosen(filter, search))
  // With many chosen, all would take a second line, and the table would move under the pointer.
  const isRare = (filter: ListFilter) => filter.isRare || chosen.length >= manyFilters
  const isShown = (filter: ListFilter) => isPhone || !isRare(filter) || pillText(filter, search) !== null || isOpen(filter)
  return (
    <>
      {pills.filter(isShown).map((filter) => (
        <FilterPill
          key={filter.id}
          filter={filter}
          search={search}
          change={change}
          isOpen={isOpen(filter)}
          onToggle={() => setOpen(isOpen(filter) ? null : { id: filter.id })}
        >
          {isOpen(filter) ? <FilterPopover {...props} /> : null}
        </FilterPill>
      ))}
      {isPhone ? null : (
        <>
          <MorePill isShown={!pills.every(isShown)} isOpen={open === 'any'} onToggle={() => setOpen(open === 'any' ? null : 'any')}>
            {open === 'any' ? <FilterPopover {...props} /> : null}
          </MorePill>
          {chosen.length > 1 ? (
            <button type="button" className="link-button fine muted pad-0-4" onClick={() => void change(without(chosen))}>
              Clear
            </button>
          ) : null}
        </>
      )}
    </>
  )
}

/** A button with a sheet of all pills; each opens in place of the others. */
function PhoneFilters({ children, found, ...props }: FilterBarProps) {
  const { search, open, setOpen } = props
  const pills = pillsOf(props)
  const root = useRef<HTMLDivElement>(null)
  const isSheet = open === 'sheet'
  const close = () => setOpen(null)
  useDismiss(isSheet, root, close)
  const FilterSheet = useLazyOpen(filterSheet, isSheet, close)
  const title = pills.length > 0 ? 'Filters' : 'Sort'
  const texts = pills.flatMap((filter) => pillText(filter, search) ?? [])
  const used = texts.length
  const hasSearch = props.filters.some(({ Box }) => Box)
  const wrong = pills.flatMap((filter) => wrongValue(filter, search)?.problem ?? [])
  const modes = props.filters.flatMap(({ id, Mode }) => (Mode ? [<Mode key={id} search={search} change={props.change} />] : []))
  if (pills.length + modes.length === 0 && !children) return null
  return (
    <div ref={root} className={styles.fold}>
      <button
        type="button"
        className={styles.control}
        aria-haspopup="dialog"
        aria-expanded={isSheet}
        data-in-use={used > 0 || undefined}
        onClick={() => setOpen(isSheet ? null : 'sheet')}
      >
        <FilterIcon />
        <span className={hasSearch ? 'visually-hidden' : undefined}>{title}</span>
        {used > 0 ? (
          <span className="semibold tabular">
            {used}
            <span className="visually-hidden"> in use</span>
          </span>
        ) : null}
      </button>
      {/* Without a search box there is room to say which, such as the days of figures. */}
      {hasSearch ? null : <span className="note can-shrink">{unbroken(texts.join(' · '))}</span>}
      {wrong.length > 0 && open === null ? (
        <span role="alert" className="floating dropdown small danger unbroken pad-4-8">
          {wrong}
        </span>
      ) : null}
      {isSheet ? (
        <div role="dialog" aria-label={title} className={styles.sheet}>
          {FilterSheet && (
            <FilterSheet {...props} title={title} pills={pills} found={found} onClose={close}>
              {modes}
              <Pills {...props} />
              {children}
            </FilterSheet>
          )}
        </div>
      ) : null}
      {open !== null && !isSheet ? <FilterPopover {...props} /> : null}
    </div>
  )
}
