import { type AnyRouter, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import type { Target } from '../../commands/engine/targets.ts'
import { openRowMenu } from '../commands/menu-state.ts'
import { isPlainClick } from '../kit/plain-click.ts'
import { besideHref, follow, isThisPage, type SidePanelType } from '../session/side-panel-address.ts'
import styles from './row-link.module.css'
import { rowLinkAttribute } from './use-focused-row.ts'

interface Linked<Row> {
  href?: (row: Row) => string | null
  panel?: SidePanelType
  linksToPanel?: boolean
}

/** Where a row's link and Enter lead; null if they open its menu. */
export function rowHref<Row extends { id: number }>(router: AnyRouter, list: Linked<Row>, row: Row): string | null {
  const own = list.linksToPanel ? null : list.href?.(row)
  return own ?? (list.panel ? besideHref(router, list.panel, row.id) : null)
}

interface RowLinkProps {
  href: string
  label?: string
  opensNewTab?: boolean
  children: ReactNode
}

/** A row's main link; a real link, so the browser can open, copy and preview it. Preloads on hover and focus. */
export function RowLink({ href, label, opensNewTab, children }: RowLinkProps) {
  const router = useRouter()
  const preload = () => {
    if (opensNewTab || isThisPage(router, href)) return
    const { pathname, searchParams } = new URL(href, window.location.origin)
    void router.preloadRoute({ to: pathname, search: Object.fromEntries(searchParams) as never })
  }
  return (
    <a
      href={href}
      aria-label={label}
      {...(opensNewTab ? { target: '_blank', rel: 'noopener' } : {})}
      className={styles.rowLink}
      {...{ [rowLinkAttribute]: '' }}
      onMouseEnter={preload}
      onFocus={preload}
      onClick={(event) => {
        if (opensNewTab || !isPlainClick(event)) return
        event.preventDefault()
        follow(router, href)
      }}
    >
      {children}
    </a>
  )
}

/** The focusable part of a row without a link: opens its menu. */
export function RowButton({ target, label, children }: { target: Target; label?: string; children: ReactNode }) {
  return (
    <button
      type="button"
      aria-label={label}
      aria-haspopup="menu"
      className={`bare ${styles.rowLink}`}
      {...{ [rowLinkAttribute]: '' }}
      onClick={(event) => openRowMenu(target, event.currentTarget)}
    >
      {children}
    </button>
  )
}
