import type { ReactNode } from 'react'
import { apiHas } from '../../api/features.ts'
import { type StatsFigure, statsLink } from '../../contract/stats-links.ts'
import type { DateRange } from '../../layout/kit/date-range/range.ts'
import { RecordLink } from '../../layout/records/record-link.tsx'
import styles from './general.module.css'

/** A number, linked to the rows it counts if there is such a list. */
export function Figure({ href, children }: { href: string | null; children: ReactNode }) {
  if (href === null) return <span>{children}</span>
  return (
    <RecordLink href={href} className={styles.link}>
      {children}
    </RecordLink>
  )
}

/**
 * The list of a figure's rows, if any. Without support for payment dates there is none, as it would show all payments.
 */
export function figureLink(figure: StatsFigure, range: DateRange): string | null {
  const href = statsLink(figure, range)
  return href?.startsWith('/payments?') === true && !apiHas('fields') ? null : href
}
