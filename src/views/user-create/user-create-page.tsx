import { Breadcrumb } from '../../layout/records/breadcrumb.tsx'
import { Card } from '../../layout/records/card.tsx'
import { Page } from '../../layout/list/page.tsx'
import { UserCreateForm } from './user-create-form.tsx'
import styles from './user-create.module.css'

/** Creates staff accounts, one after another. */
export function UserCreatePage() {
  return (
    <>
      <Breadcrumb list="/users" name="Users">
        Add user
      </Breadcrumb>
      <Page title="Add user">
        <div className={styles.narrow}>
          <Card title="Staff account">
            <UserCreateForm />
          </Card>
        </div>
      </Page>
    </>
  )
}
