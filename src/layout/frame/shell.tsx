import { Outlet } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { FramePart } from '../kit/error-boundary.tsx'
import { LazyComponent, useLazyOpen } from '../kit/lazy-component.ts'
import { barColours, topBarOf, useLayout } from '../session/layout-settings.ts'
import { useCurrentUser } from '../session/session.ts'
import { CommandProvider } from './command-provider.tsx'
import { Header } from './header.tsx'
import { keepFocus } from './keep-focus.ts'
import { MenuDrawer } from './menu-drawer.tsx'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

/** Lazy, since few people choose the horizontal layout. */
const menuBar = new LazyComponent(() => import('./menu-bar.tsx').then((module) => module.MenuBar))

/**
 * The signed-in layout: header, menu and view. The menu is a sidebar or, in the horizontal layout, a bar. On phones it is a drawer;
 * their bar has what fits.
 */
export function Shell() {
  return (
    <CommandProvider user={useCurrentUser()}>
      <Frame />
    </CommandProvider>
  )
}

function Frame() {
  const mainRef = useRef<HTMLElement>(null)
  useEffect(keepFocus, [])
  const [isMenuOpen, setMenuOpen] = useState(false)
  const layout = useLayout()
  const isVertical = layout.type === 'vertical'
  const MenuBar = useLazyOpen(menuBar, !isVertical)
  const topColours = barColours(topBarOf(layout))
  const sidebarColours = barColours(layout.sidebarColour)

  return (
    <div className={styles.shell}>
      <a
        className={styles.skip}
        href="#main"
        onClick={(event) => {
          // The router owns the URL; a hash jump would add a history entry.
          event.preventDefault()
          mainRef.current?.focus()
        }}
      >
        Skip to content
      </a>
      <FramePart name="The header">
        <Header colours={topColours} openMenu={() => setMenuOpen(true)} />
      </FramePart>
      {isVertical ? (
        <aside className={styles.aside} {...sidebarColours}>
          <FramePart name="The menu">
            <Sidebar type={layout.sidebar} />
          </FramePart>
        </aside>
      ) : (
        <div className={styles.bar} {...topColours}>
          <FramePart name="The menu">{MenuBar ? <MenuBar /> : null}</FramePart>
        </div>
      )}
      <MenuDrawer isOpen={isMenuOpen} onClose={() => setMenuOpen(false)} colours={sidebarColours} />
      <main ref={mainRef} id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
    </div>
  )
}
