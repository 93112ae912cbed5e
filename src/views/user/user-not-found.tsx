import { PersonIcon } from '@primer/octicons-react'
import { Breadcrumb } from '../../layout/records/breadcrumb.tsx'
import { Page } from '../../layout/list/page.tsx'
import styles from './user.module.css'

const longestId = 40

/** Shown if there is no such account or the path has no valid id. */
export function UserNotFound({ id }: { id: string }) {
  const shown = id.length > longestId ? `${id.slice(0, longestId)}…` : id
  return (
    <>
      <Breadcrumb list="/users" name="Users">{`#${shown}`}</Breadcrumb>
      <Page title="User not found">
        <div className={styles.notFound}>
          <PersonIcon size={24} />
          <p>
            There is no staff account <strong>#{shown}</strong>. Look the person up by e-mail in the list of users.
          </p>
        </div>
      </Page>
    </>
  )
}
