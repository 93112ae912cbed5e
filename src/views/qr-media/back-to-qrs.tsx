import { ChevronLeftIcon } from '@primer/octicons-react'
import { RecordLink } from '../../layout/detail/record-link.tsx'
import { lastListHref } from '../../layout/list/last-list.ts'
import styles from './qr-media.module.css'

/** The way back to the list of QR codes, as one left it. */
export function BackToQrs() {
  return (
    <nav aria-label="Breadcrumb" className={styles.back}>
      <RecordLink href={lastListHref('/qrs')} className={styles.backLink}>
        <ChevronLeftIcon />
        QR codes
      </RecordLink>
    </nav>
  )
}
