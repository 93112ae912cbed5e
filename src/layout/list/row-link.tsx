import { useRouter } from '@tanstack/react-router'
import type { MouseEvent, ReactNode } from 'react'
import styles from './list-table.module.css'
import { rowLinkAttribute } from './use-focused-row.ts'

/** Whether a click asks for this window: other buttons and modifier keys are the browser's. */
export function isPlainClick(event: MouseEvent): boolean {
  return event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey
}

/** The main link of a row: a real link, so that the browser's own ways to open, copy and preview it work. Hovering fetches ahead. */
export function RowLink({ href, label, children }: { href: string; label?: string; children: ReactNode }) {
  const router = useRouter()
  const preload = () => void router.preloadRoute({ to: href })
  return (
    <a
      href={href}
      aria-label={label}
      className={styles.rowLink}
      {...{ [rowLinkAttribute]: '' }}
      onMouseEnter={preload}
      onFocus={preload}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        void router.navigate({ to: href })
      }}
    >
      {children}
    </a>
  )
}
