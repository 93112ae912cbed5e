import { useRef } from 'react'
import { nameOfTarget } from '../../commands/engine/record-types.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { menuState, openRowMenu, useIsMenuOpen } from '../commands/menu-state.ts'
import { useKeyHint } from '../commands/use-commands.ts'
import { IconButton } from '../kit/icon-button.tsx'

export { openRowMenu } from '../commands/menu-state.ts'

/** A row's button for its record's menu; while rows are selected, for theirs. */
export function RowMenu({ target: row, selected }: { target: Target; selected?: Target | null }) {
  const target = selected ?? row
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = useIsMenuOpen(row, 'row-menu')
  const keyHint = useKeyHint('actions.open')
  return (
    <IconButton
      ref={button}
      icon="kebab"
      label={`Actions: ${nameOfTarget(target)}`}
      keyHint={keyHint}
      aria-haspopup="menu"
      aria-expanded={isOpen}
      size="small"
      onClick={(event) => {
        // A click on the row would open the record.
        event.stopPropagation()
        if (isOpen) menuState.set(null)
        else if (button.current) openRowMenu(target, button.current, row)
      }}
    />
  )
}
