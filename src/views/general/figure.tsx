import type { ReactNode } from 'react'
import { RecordLink } from '../../layout/records/record-link.tsx'
import styles from './general.module.css'

/** A number, linked to the rows it counts if there is such a list. */
export function Figure({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return children
  return (
    <RecordLink href={href} className={styles.link ?? ''}>
      {children}
    </RecordLink>
  )
}
