import type { ReactNode } from 'react'
import type { Pagination } from '../../../contract/list.ts'
import { Button } from '../../kit/button.tsx'
import { SheetHead } from '../../kit/sheet-head.tsx'
import { totalText } from '../count-text.ts'
import type { FilterProps, ListFilter } from '../filter-definition.ts'
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
      <div className="row spread gap-8">
        {chosen.length > 0 && <Button onClick={() => void change(without(chosen))}>Clear all</Button>}
        <Button variant="primary" block onClick={onClose}>
          {found ? `Show ${totalText(found)} ${found.total_results === 1 ? 'result' : 'results'}` : 'Show results'}
        </Button>
      </div>
    </>
  )
}
