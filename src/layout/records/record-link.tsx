import { useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { isPlainClick } from '../kit/plain-click.ts'
import { isThisPage } from '../session/side-panel-address.ts'

/** A link to another console page by its URL. */
export function RecordLink({ href, className, children }: { href: string; className?: string | undefined; children: ReactNode }) {
  const router = useRouter()
  return (
    <a
      href={href}
      className={className}
      onClick={(event) => {
        if (!isPlainClick(event)) return
        event.preventDefault()
        void router.navigate({ href, resetScroll: !isThisPage(router, href) })
      }}
    >
      {children}
    </a>
  )
}
