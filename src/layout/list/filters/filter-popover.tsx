import { useRef, useState } from 'react'
import { isPhone } from '../../kit/is-phone.ts'
import { keepInView } from '../../kit/keep-in-view.ts'
import { LazyComponent, useLazyOpen } from '../../kit/lazy-component.ts'
import { useDismiss } from '../../kit/use-dismiss.ts'
import type { FilterProps, ListFilter } from '../filter-definition.ts'
import styles from './filter-bar.module.css'
import type { FilterPanelProps } from './filter-panel.tsx'
import type { FilterSheetProps } from './filter-sheet.tsx'
import type { FilterOpening } from './use-open-filter.ts'

const filterPanel = new LazyComponent<FilterPanelProps>(() => import('./filter-panel.tsx').then((module) => module.FilterPanel))

export const filterSheet = new LazyComponent<FilterSheetProps>(() => import('./filter-sheet.tsx').then((module) => module.FilterSheet))

/** Loads what opens below a pill, or on phones in a sheet. */
export const loadFilterPanel = () => void Promise.all([filterPanel.load(), filterSheet.load()]).catch(() => {})

interface FilterPopoverProps extends FilterProps, FilterOpening {
  filters: readonly ListFilter[]
}

/** What is open of the filters: below its pill; on phones at the bottom of the screen, from where it goes back to the sheet. */
export function FilterPopover({ open, setOpen, ...props }: FilterPopoverProps) {
  const root = useRef<HTMLElement | null>(null)
  const filter = typeof open === 'object' ? props.filters.find(({ id }) => id === open?.id) : undefined
  const label = filter?.control ? `Filter by ${filter.control.label}` : 'Filter by'
  const [typed, setTyped] = useState('')
  const leave = () => setOpen(null)
  const close = () => setOpen(filter && isPhone() ? 'sheet' : null)
  const FilterPanel = useLazyOpen(filterPanel, true, leave)
  useDismiss(true, root, leave)
  const place = (element: HTMLElement | null) => {
    // Escape and presses outside are the pill's as well.
    root.current = element?.parentElement ?? null
    keepInView(element)
  }
  return (
    <div key={filter?.id} ref={place} role="dialog" aria-label={label} aria-busy={FilterPanel === null} className={styles.popover}>
      {FilterPanel ? (
        <FilterPanel {...props} title={label} filter={filter} typed={typed} onClose={close} onOpen={(id) => setOpen({ id })} />
      ) : open === 'any' ? (
        // Takes what is typed meanwhile, so that no letter is a key.
        <input autoFocus className="control" aria-label={label} value={typed} onChange={(event) => setTyped(event.target.value)} />
      ) : null}
    </div>
  )
}
