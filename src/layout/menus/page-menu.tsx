import { TriangleDownIcon } from '@primer/octicons-react'
import { useRef } from 'react'
import type { Target } from '../../commands/engine/targets.ts'
import { menuState, openPageMenu, useIsMenuOpen } from '../commands/menu-state.ts'
import { useIconKeys } from '../commands/use-commands.ts'
import { Button } from '../kit/button.tsx'

/** A record page's 'Actions' button; `.` presses it. */
export function PageMenu({ target }: { target: Target }) {
  const button = useRef<HTMLButtonElement>(null)
  const isOpen = useIsMenuOpen(target, 'page-menu')
  const { keyHint, ...shortcut } = useIconKeys('actions.open')
  return (
    <Button
      ref={button}
      data-page-menu=""
      aria-haspopup="menu"
      aria-expanded={isOpen}
      {...shortcut}
      trailingVisual={
        <>
          {keyHint !== null && <kbd aria-hidden="true">{keyHint}</kbd>}
          <TriangleDownIcon />
        </>
      }
      onClick={() => {
        if (isOpen) menuState.set(null)
        else if (button.current) openPageMenu(target, button.current)
      }}
    >
      Actions
    </Button>
  )
}
