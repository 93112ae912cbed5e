import { PersonAddIcon } from '@primer/octicons-react'
import { getRouteApi, useRouter } from '@tanstack/react-router'
import { LinkButton } from '../../layout/kit/button.tsx'
import { useKeyHint } from '../../layout/commands/use-commands.ts'
import { ListPage } from '../../layout/list/list-page.tsx'
import { isPlainClick } from '../../layout/kit/plain-click.ts'
import { usersList } from './users-list.tsx'

const route = getRouteApi('/app/users')

/** Staff accounts, role 1 only. */
export function UsersPage() {
  const router = useRouter()
  const keys = useKeyHint('user.create')
  return (
    <ListPage
      list={usersList}
      search={route.useSearch()}
      actions={
        <LinkButton
          href="/users/create"
          variant="primary"
          leadingVisual={PersonAddIcon}
          title={keys ? `Add a staff account (${keys})` : undefined}
          onClick={(event) => {
            if (!isPlainClick(event)) return
            event.preventDefault()
            void router.navigate({ to: '/users/create' })
          }}
        >
          Add user
        </LinkButton>
      }
    />
  )
}
