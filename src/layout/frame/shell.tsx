import { Outlet } from '@tanstack/react-router'
import { useRef } from 'react'
import { FramePart } from '../kit/error-boundary.tsx'
import { useIsNarrow, useIsSmall } from '../kit/is-phone.ts'
import { LazyComponent, useLazyOpen } from '../kit/lazy-component.ts'
import { barColours, topBarOf, useLayout } from '../session/layout-settings.ts'
import { useCurrentUser } from '../session/session.ts'
import { CommandProvider } from './command-provider.tsx'
import { Header } from './header.tsx'
import type { PhoneBarProps } from './phone-bar.tsx'
import styles from './shell.module.css'
import { Sidebar } from './sidebar.tsx'

/** Lazy, since few people choose the horizontal layout. */
const menuBar = new LazyComponent(() => import('./menu-bar.tsx').then((module) => module.MenuBar))

/** Lazy, since only narrow windows have it. */
const phoneBar = new LazyComponent<PhoneBarProps>(() => import('./phone-bar.tsx').then((module) => module.PhoneBar))

/**
 * The signed-in layout: header, menu and view. The menu is a sidebar or, in the horizontal layout, a bar. Narrow windows have
 * neither, nor a header: one bar at the bottom is the way to everything.
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
  const layout = useLayout()
  const isNarrow = useIsNarrow()
  const isSmall = useIsSmall()
  const isVertical = layout.type === 'vertical'
  const MenuBar = useLazyOpen(menuBar, !isVertical && !isNarrow)
  const PhoneBar = useLazyOpen(phoneBar, isNarrow)
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
      {isNarrow ? null : (
        <FramePart name="The header">
          <Header colours={topColours} />
        </FramePart>
      )}
      {isNarrow ? (
        <div className={styles.phoneBar} {...topColours}>
          <FramePart name="The menu">{PhoneBar ? <PhoneBar sheetColours={sidebarColours} /> : null}</FramePart>
        </div>
      ) : isVertical ? (
        <aside className={styles.aside} {...sidebarColours}>
          <FramePart name="The menu">
            <Sidebar type={isSmall && layout.sidebar === 'default' ? 'icon' : layout.sidebar} />
          </FramePart>
        </aside>
      ) : (
        <div className={styles.bar} {...topColours}>
          <FramePart name="The menu">{MenuBar ? <MenuBar /> : null}</FramePart>
        </div>
      )}
      <main ref={mainRef} id="main" tabIndex={-1} className={styles.main}>
        <Outlet />
      </main>
    </div>
  )
}
