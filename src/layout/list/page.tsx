import { useMatch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { useDocumentTitle } from '../session/document-title.ts'
import styles from './page.module.css'
import { useWalkPlace } from './walk/use-walk.ts'
import { walkPlaceId } from './walk/walk-place-id.ts'

interface PageProps {
  /** Names the page in the browser's tab, and on top of it where there is no `heading`. */
  title: string
  heading?: ReactNode
  /** Stands beside the heading: counts, buttons. */
  actions?: ReactNode
  children?: ReactNode
}

/** The path whose heading was last on screen, to tell a navigation from a new rendering. */
let shownPath: string | null = null

/**
 * A page of the console: the browser's title, the heading and the content. After a navigation focus goes to the heading:
 * it would otherwise stay on a link that is gone, and screen readers would not tell that the page is another one.
 */
export function Page({ title, heading, actions, children }: PageProps) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  const pageRef = useRef<HTMLDivElement>(null)
  // The view's own path: the address is the next page's already while this one still stands.
  const path = useMatch({ strict: false, select: (match) => match.pathname })
  useDocumentTitle(title)
  // Whoever walks a list hears where they are in it, after the record's name.
  const isWalking = useWalkPlace() !== null

  useEffect(() => {
    const focused = document.activeElement
    // The same page may come twice, while it loads and once it is there: the focus was then on a heading that is gone.
    const isNavigation = shownPath !== null && (shownPath !== path || focused === document.body)
    shownPath = path
    // A field of the page that took the focus itself keeps it, and so does an open dialog.
    if (isNavigation && !pageRef.current?.contains(focused) && !focused?.closest('[role=dialog], dialog'))
      headingRef.current?.focus({ preventScroll: true })
  }, [path])

  return (
    <div ref={pageRef} className={styles.page}>
      <div className={styles.top}>
        <h1 ref={headingRef} tabIndex={-1} className={styles.heading} aria-describedby={isWalking ? walkPlaceId : undefined}>
          {heading ?? title}
        </h1>
        {actions ? <div className={styles.actions}>{actions}</div> : null}
      </div>
      {children}
    </div>
  )
}
