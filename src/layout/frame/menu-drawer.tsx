import { useLayoutEffect, useRef } from 'react'
import { Surface } from '../kit/surface.tsx'
import type { barColours } from '../session/layout-settings.ts'
import styles from './menu-drawer.module.css'
import { Sidebar } from './sidebar.tsx'

interface MenuDrawerProps {
  isOpen: boolean
  onClose: () => void
  colours: ReturnType<typeof barColours>
}

/** The menu on phones. Its entries are rendered only while it is open: most windows never show it. */
export function MenuDrawer({ isOpen, onClose, colours }: MenuDrawerProps) {
  const drawer = useRef<HTMLDialogElement>(null)
  // Once the content is there, which gets the focus; before the current entry scrolls into view.
  useLayoutEffect(() => {
    if (isOpen) drawer.current?.showModal()
  }, [isOpen])
  return (
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- for the keyboard there are Escape and the close button
    <dialog
      ref={drawer}
      className={styles.drawer}
      aria-label="Menu"
      {...colours}
      onClose={onClose}
      onClick={(event) => {
        // A click on the dialog itself is on its backdrop, since the
        // content fills it. A click on an entry closes it too.
        const { target, currentTarget } = event
        if (target === currentTarget || (target instanceof Element && target.closest('a'))) currentTarget.close()
      }}
    >
      {isOpen ? (
        <Surface name="The menu" close={() => drawer.current?.close()}>
          <Sidebar closeButton={() => drawer.current?.close()} />
        </Surface>
      ) : null}
    </dialog>
  )
}
