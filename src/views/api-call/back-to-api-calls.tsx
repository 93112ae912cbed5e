import { ChevronLeftIcon } from '@primer/octicons-react'
import { RecordLink } from '../../layout/detail/record-link.tsx'
import { lastListHref } from '../../layout/list/last-list.ts'
import styles from './api-call.module.css'

/** The way back to the list of API calls, as one left it. */
export function BackToApiCalls() {
  return (
    <nav aria-label="Breadcrumb" className={styles.back}>
      <RecordLink href={lastListHref('/api-calls')} className={styles.backLink}>
        <ChevronLeftIcon />
        API calls
      </RecordLink>
    </nav>
  )
}
