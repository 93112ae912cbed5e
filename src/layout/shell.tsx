import { Outlet } from '@tanstack/react-router'
import { useRef } from 'react'
import { CommandProvider } from './commands/command-provider.tsx'
import { Header } from './header.tsx'
import { useCurrentUser } from './session.ts'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

/** The signed-in layout: header, sidebar and the view. On a narrow screen the sidebar is a drawer. */
export function Shell() {
  return (
    <CommandProvider user={useCurrentUser()}>
      <Frame />
    </CommandProvider>
  )
}

function Frame() {
  const mainRef = useRef<HTMLElement>(null)
  const drawerRef = useRef<HTMLDialogElement>(null)

  return (
    <div className={styles.shell}>
      <a
        className={styles.skip}
        href="#main"
        onClick={(event) => {
          // The router owns the address: a jump within the page would be an entry of the history.
          event.preventDefault()
          mainRef.current?.focus()
        }}
      >
        Skip to content
      </a>
      <Header openMenu={() => drawerRef.current?.showModal()} />
      <aside className={styles.aside}>
        <Sidebar />
      </aside>
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- for the keyboard there are Escape and the close button */}
      <dialog
        ref={drawerRef}
        className={styles.drawer}
        aria-label="Menu"
        onClick={(event) => {
          // A click on the dialog itself is one on the backdrop: the content fills it. And whoever chose an entry is done.
          const { target, currentTarget } = event
          if (target === currentTarget || (target instanceof Element && target.closest('a'))) currentTarget.close()
        }}
      >
        <Sidebar closeButton={() => drawerRef.current?.close()} />
      </dialog>
      <main ref={mainRef} id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
    </div>
  )
}
