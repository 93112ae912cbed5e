import { ChevronLeftIcon } from '@primer/octicons-react'
import { RecordLink } from '../../layout/detail/record-link.tsx'
import { lastListHref } from '../../layout/list/last-list.ts'
import styles from './customer-page.module.css'

/** The way back to the customers list, as one left it. */
export function BackToCustomers() {
  return (
    <nav aria-label="Breadcrumb" className={styles.back}>
      <RecordLink href={lastListHref('/customers')} className={styles.backLink}>
        <ChevronLeftIcon />
        Customers
      </RecordLink>
    </nav>
  )
}
