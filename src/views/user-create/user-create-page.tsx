import { Page } from '../../layout/list/page.tsx'
import { Breadcrumb } from '../../layout/records/breadcrumb.tsx'
import { Card } from '../../layout/records/card.tsx'
import { UserCreateForm } from './user-create-form.tsx'

/** Creates staff accounts, one after another. */
export function UserCreatePage() {
  return (
    <>
      <Breadcrumb list="/users" name="Users">
        Add user
      </Breadcrumb>
      <Page title="Add user" maxWidth="34rem">
        <Card title="Staff account">
          <UserCreateForm />
        </Card>
      </Page>
    </>
  )
}
