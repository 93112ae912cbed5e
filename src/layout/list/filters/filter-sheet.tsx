import { XIcon } from '@primer/octicons-react'
import { type PointerEvent, type ReactNode, useRef } from 'react'
import type { Pagination } from '../../../contract/list.ts'
import { Button } from '../../kit/button.tsx'
import { IconButton } from '../../kit/icon-button.tsx'
import { totalText } from '../count-text.ts'
import type { FilterProps, ListFilter } from '../filter-definition.ts'
import styles from './filter-bar.module.css'
import { isChosen, without } from './pill-state.ts'

export interface FilterSheetProps extends FilterProps {
  title: string
  /** Those that it shows. */
  pills: readonly ListFilter[]
  /** What the list has found; undefined while it is loading, and where nobody counts. */
  found: Pagination | undefined
  onClose: () => void
  children: ReactNode
}

/** What is in a phone's sheet of filters: what it is, the filters, and what they find. */
export function FilterSheet({ title, pills, search, change, found, onClose, children }: FilterSheetProps) {
  const chosen = pills.filter((filter) => isChosen(filter, search))
  return (
    <>
      <SheetHead title={title} onClose={onClose} />
      {children}
      <div className={styles.sheetFoot}>
        {chosen.length > 0 && <Button onClick={() => void change(without(chosen))}>Clear all</Button>}
        <Button variant="primary" block onClick={onClose}>
          {found ? `Show ${totalText(found)} ${found.total_results === 1 ? 'result' : 'results'}` : 'Show results'}
        </Button>
      </div>
    </>
  )
}

/** How far down, in pixels, a finger takes a sheet to close it. */
const farEnough = 64

/** On phones, what a sheet is and how it closes: by its button, or drawn down by the handle above it. */
export function SheetHead({ title, onClose }: { title: string; onClose: () => void }) {
  const from = useRef<number | null>(null)
  const draw = ({ currentTarget }: PointerEvent<HTMLElement>, by: number) => {
    if (currentTarget.parentElement) currentTarget.parentElement.style.transform = by > 0 ? `translateY(${by}px)` : ''
  }
  const end = (event: PointerEvent<HTMLElement>) => {
    const by = from.current === null ? 0 : event.clientY - from.current
    from.current = null
    draw(event, 0)
    if (event.type === 'pointerup' && by > farEnough) onClose()
  }
  return (
    <div
      className={styles.sheetHead}
      onPointerDown={(event) => {
        if (event.target instanceof Element && event.target.closest('button')) return
        from.current = event.clientY
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (from.current !== null) draw(event, event.clientY - from.current)
      }}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <strong>{title}</strong>
      <IconButton icon={XIcon} label="Close" onClick={onClose} />
    </div>
  )
}
