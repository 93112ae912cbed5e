import { useMatch } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { ofVisit } from '../../api/visit.ts'
import { useDocumentTitle } from '../session/document-title.ts'
import styles from './page.module.css'

interface PageProps {
  /** The browser title, and the heading unless `heading` is given. */
  title: string
  heading?: ReactNode
  /** Beside the heading: counts, buttons. */
  actions?: ReactNode
  /** For what reads better narrow; head and content share the edge. */
  maxWidth?: string
  children?: ReactNode
}

/** The path shown last, to tell a navigation from a re-render. */
const shown = ofVisit((): { path: string | null } => ({ path: null }))

/**
 * A console page: browser title, heading, content. Navigation focuses the heading; otherwise the focus would stay on a
 * removed link and screen readers wouldn't notice the new page.
 */
export function Page({ title, heading, actions, maxWidth, children }: PageProps) {
  const headingRef = useRef<HTMLHeadingElement>(null)
  const pageRef = useRef<HTMLDivElement>(null)
  // The view's own path: while leaving, the URL is already the next page's.
  const path = useMatch({ strict: false, select: (match) => match.pathname })
  useDocumentTitle(title)

  useEffect(() => {
    const h1 = headingRef.current
    if (!h1) return
    const focused = document.activeElement
    const before = shown()
    const isNavigation = before.path !== null && before.path !== path
    const isAgain = before.path === path && focused === document.body
    before.path = path
    // What has come is read with its place in the list that is walked, or with how much it lists; not when the focus comes back.
    h1.setAttribute('aria-describedby', 'place range')
    h1.addEventListener('blur', () => h1.removeAttribute('aria-describedby'))
    const toHeading = () => h1.focus({ preventScroll: true })
    // A page may mount again once it has loaded: what had the focus comes first, which `keepFocus` finds before this.
    if (isAgain) queueMicrotask(() => document.activeElement === document.body && toHeading())
    // Don't take the focus from an autofocused field of the page or an open dialog.
    if (isNavigation && !pageRef.current?.contains(focused) && !focused?.closest('[role=dialog], dialog, [data-side-panel]')) toHeading()
  }, [path])

  return (
    <div ref={pageRef} className="column gap-12 can-shrink" style={{ maxWidth }}>
      <div className={styles.top}>
        <h1 ref={headingRef} tabIndex={-1} className={styles.heading}>
          {heading ?? title}
        </h1>
        {actions ? <div className="row wrap gap-8">{actions}</div> : null}
      </div>
      {children}
    </div>
  )
}
