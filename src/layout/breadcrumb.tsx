import { ChevronRightIcon } from '@primer/octicons-react'
import styles from './breadcrumb.module.css'
import { RecordLink } from './detail/record-link.tsx'
import { lastListHref } from './list/last-list.ts'

/** The way back to a list, as one left it, and what of it is on screen. */
export function Breadcrumb({ list, name, children }: { list: string; name: string; children: string }) {
  return (
    <nav aria-label="Breadcrumb" className={styles.breadcrumb}>
      <RecordLink href={lastListHref(list)} className={styles.link}>
        {name}
      </RecordLink>
      <ChevronRightIcon size={12} className={styles.separator} />
      <bdi aria-current="page" className={styles.current} title={children}>
        {children}
      </bdi>
    </nav>
  )
}
