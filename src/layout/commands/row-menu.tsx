import { KebabHorizontalIcon } from '@primer/octicons-react'
import { Button } from '@primer/react'
import { useRef } from 'react'
import type { Target } from '../../commands/command.ts'
import { nameOfTarget } from '../../commands/target-name.ts'
import { IconButton } from '../icon-button.tsx'
import { menuState, openPageMenu, openRowMenu } from './menu-state.ts'
import { useStore } from './store.ts'

export { openRowMenu } from './menu-state.ts'

/** The button of a row that opens the menu of its record. */
export function RowMenu({ target }: { target: Target }) {
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = useIsOpen(target, 'row-menu')
  return (
    <IconButton
      ref={button}
      icon={KebabHorizontalIcon}
      label={`Actions: ${nameOfTarget(target)}`}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      size="small"
      onClick={(event) => {
        // The row opens its record on a click: this one is for the menu.
        event.stopPropagation()
        if (isOpen) menuState.set(null)
        else if (button.current) openRowMenu(target, button.current)
      }}
    />
  )
}

/** The 'Actions' button of a record's page; `.` presses it. */
export function PageMenu({ target }: { target: Target }) {
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = useIsOpen(target, 'page-menu')
  return (
    <Button
      ref={button}
      data-page-menu=""
      aria-haspopup="menu"
      aria-expanded={isOpen}
      trailingVisual={<kbd aria-hidden="true">.</kbd>}
      onClick={() => {
        if (isOpen) menuState.set(null)
        else if (button.current) openPageMenu(target, button.current)
      }}
    >
      Actions
    </Button>
  )
}

function useIsOpen(target: Target, place: 'row-menu' | 'page-menu'): boolean {
  const open = useStore(menuState)
  return open?.place === place && open.target.type === target.type && open.target.record.id === target.record.id
}
