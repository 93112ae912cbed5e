import { PersonIcon } from '@primer/octicons-react'
import { Page } from '../../layout/list/page.tsx'
import { BackToCustomers } from './back-to-customers.tsx'
import styles from './customer-page.module.css'

const longestId = 40

/** Shown if there is no such customer or the path has no valid id. */
export function CustomerNotFound({ id }: { id: string }) {
  return (
    <>
      <BackToCustomers />
      <Page title="Customer not found">
        <div className={styles.notFound}>
          <PersonIcon size={24} />
          <p>
            There is no customer <strong>#{id.length > longestId ? `${id.slice(0, longestId)}…` : id}</strong>. Look the person up by
            e-mail, name or company in the customers list.
          </p>
        </div>
      </Page>
    </>
  )
}
