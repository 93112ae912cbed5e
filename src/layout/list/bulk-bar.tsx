import { useContext, useLayoutEffect, useRef } from 'react'
import { Button } from '../kit/button.tsx'
import { formatCount } from '../../contract/count.ts'
import type { Pagination } from '../../contract/list.ts'
import { KeyCaps } from '../kit/key-caps.tsx'
import { CommandsContext } from '../commands/use-commands.ts'
import styles from './bulk-bar.module.css'
import { totalText } from './count-text.ts'
import type { Selection } from './use-selection.ts'

interface BulkBarProps {
  selection: Selection
  pagination: Pagination
  /** Returns the focus to the rows once the focused bar is gone. */
  onCleared: () => void
}

/** The bar at the bottom while rows are selected: the count, select all matches, and bulk actions. */
export function BulkBar({ selection, pagination, onCleared }: BulkBarProps) {
  const commands = useContext(CommandsContext)
  const { ids, target, limit } = selection
  const total = pagination.total_results
  const most = Math.min(total, limit)
  const nothing = useRef<HTMLButtonElement>(null)
  const isAll = ids.size >= most
  // The focused 'select all' button is gone, so its neighbour takes the focus.
  useLayoutEffect(() => {
    if (isAll && document.activeElement === document.body) nothing.current?.focus()
  }, [isAll])
  return (
    <div role="region" aria-label="Selected rows" className={styles.bar}>
      <p role="status" className="semibold tabular">
        {formatCount(ids.size)} selected
      </p>
      {!isAll && (
        <Button
          size="small"
          loading={selection.isFetching}
          loadingAnnouncement="Selecting all that match"
          onClick={selection.selectMatching}
        >
          {`Select all ${total > limit ? `first ${formatCount(limit)} of ${totalText(pagination)}` : totalText(pagination)} that match`}
        </Button>
      )}
      <Button
        ref={nothing}
        size="small"
        variant="invisible"
        onClick={() => {
          selection.clear()
          onCleared()
        }}
      >
        Clear selection
      </Button>
      <div className={styles.actions}>
        {commands?.resolveIn('bulk-bar', target).map((resolved) => {
          const { id, icon, keys } = resolved.command
          const isBlocked = resolved.availability.state === 'blocked'
          return (
            <Button
              key={id}
              size="small"
              leadingVisual={icon}
              inactive={isBlocked}
              aria-disabled={isBlocked || undefined}
              onClick={() => commands.run(resolved)}
            >
              {resolved.title} {keys !== undefined && <KeyCaps keys={keys} />}
            </Button>
          )
        })}
      </div>
    </div>
  )
}
