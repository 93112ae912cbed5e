import { KebabHorizontalIcon, XIcon } from '@primer/octicons-react'
import { useContext, useLayoutEffect, useRef } from 'react'
import { bulkLimit } from '../../contract/bulk-limit.ts'
import { formatCount } from '../../contract/count.ts'
import type { Pagination } from '../../contract/list.ts'
import { menuState, openRowMenu } from '../commands/menu-state.ts'
import { CommandsContext } from '../commands/use-commands.ts'
import { Button } from '../kit/button.tsx'
import { KeyCaps } from '../kit/key-caps.tsx'
import { useStore } from '../kit/store.ts'
import { type ShownList, useLeaving } from './bulk/use-leaving.ts'
import styles from './bulk-bar.module.css'
import { totalText } from './count-text.ts'
import { Pages } from './list-footer.tsx'
import type { ListState } from './use-list-view.ts'
import type { Selection } from './use-selection.ts'

export interface BulkBarProps {
  selection: Selection
  pagination: Pagination
  view: ShownList & Pick<ListState<never>, 'isPhone' | 'goToPage'>
  /** Returns the focus to the rows once the focused bar is gone. */
  onCleared: () => void
}

/** The bar at the bottom while rows are selected: the count, select all matches, and bulk actions. */
export function BulkBar({ selection, pagination, view, onCleared }: BulkBarProps) {
  useLeaving(selection, view)
  const commands = useContext(CommandsContext)
  const { ids, target } = selection
  const { total_results: total, current_page: page } = pagination
  const max = Math.min(total, bulkLimit)
  const nothing = useRef<HTMLButtonElement>(null)
  const inBar = commands?.resolveIn('bulk-bar', target) ?? []
  const inMenu = commands?.resolveIn('row-menu', target) ?? []
  const open = useStore(menuState)
  const isMenuOpen = open?.target?.type === target?.type && open?.row === undefined
  const isAll = ids.size >= max
  // The focused 'select all' button is gone, so its neighbour takes the focus.
  useLayoutEffect(() => {
    if (isAll && document.activeElement === document.body) nothing.current?.focus()
  }, [isAll])
  return (
    <div role="region" aria-label="Selected rows" data-bottom-bar="" className={styles.bar}>
      <p role="status" className="semibold tabular">
        {`${formatCount(ids.size)} selected`}
      </p>
      {!isAll && (
        <Button
          size="small"
          loading={selection.isFetching}
          loadingAnnouncement="Selecting all that match"
          onClick={selection.selectMatching}
        >
          {`Select all ${total > bulkLimit ? `first ${formatCount(bulkLimit)} of ${totalText(pagination)}` : totalText(pagination)}`}
          <span className="spoken-on-phones"> that match</span>
        </Button>
      )}
      <Button
        ref={nothing}
        size="small"
        variant="invisible"
        leadingVisual={XIcon}
        onClick={() => {
          selection.clear()
          onCleared()
        }}
      >
        <span className="spoken-on-phones">Clear selection</span>
      </Button>
      {view.isPhone ? null : (
        <Pages pagination={{ ...pagination, pages: [page], first_page: page, last_page: page }} onPage={view.goToPage} />
      )}
      <div className={styles.actions}>
        {inBar.map((resolved) => {
          const { id, icon, keys } = resolved.command
          const isBlocked = resolved.availability.state === 'blocked'
          return (
            <Button
              key={id}
              size="small"
              leadingVisual={icon}
              inactive={isBlocked}
              aria-disabled={isBlocked || undefined}
              onClick={() => commands?.run(resolved)}
            >
              <span>{resolved.title}</span> {keys !== undefined && <KeyCaps keys={keys} />}
            </Button>
          )
        })}
      </div>
      {target && (
        <div className={styles.menu} data-has-more={inMenu.length > inBar.length || undefined}>
          <Button
            size="small"
            leadingVisual={KebabHorizontalIcon}
            aria-haspopup="menu"
            aria-expanded={isMenuOpen}
            onClick={({ currentTarget }) => (isMenuOpen ? menuState.set(null) : openRowMenu(target, currentTarget))}
          >
            Actions
          </Button>
        </div>
      )}
    </div>
  )
}
