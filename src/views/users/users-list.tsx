import { PersonAddIcon } from '@primer/octicons-react'
import { Label } from '@primer/react'
import { useRouter } from '@tanstack/react-router'
import { type UserAccount } from '../../contract/users.ts'
import { useKeyHint } from '../../layout/commands/use-commands.ts'
import { LinkButton } from '../../layout/kit/button.tsx'
import { isPlainClick } from '../../layout/kit/plain-click.ts'
import { dateColumn } from '../../layout/list/date-column.ts'
import { defineList } from '../../layout/list/define-list.ts'
import { linkedFilter } from '../../layout/list/filters/filters.ts'
import { searchFilter } from '../../layout/list/filters/search-filter.tsx'
import { idColumn } from '../../layout/list/id-column.ts'
import type { ListColumn } from '../../layout/list/list-definition.ts'
import { ListPage } from '../../layout/list/list-page.tsx'
import { RowButtons } from '../../layout/list/reviewed-status.tsx'
import { roleWords } from '../../layout/records/role-words.ts'
import { usersSource } from './search.ts'
import styles from './users.module.css'

/** The two documented row actions as buttons. */
const RowActions = ({ user }: { user: UserAccount }) => (
  <span className={`inline-row gap-4 ${styles.rowActions}`}>
    <RowButtons ids={['user.edit', 'user.delete']} target={{ type: 'user', record: user }} label={(title) => `${title} ${user.name}`} />
  </span>
)

const columns: readonly ListColumn<UserAccount>[] = [
  { ...idColumn, firstDirection: 'asc' },
  { id: 'name', header: 'Name', phone: 'headline', cell: nameCell, text: (user) => user.name },
  { id: 'email', header: 'Email', phone: 'fact', text: (user) => user.email },
  {
    id: 'rol',
    header: 'Role',
    width: '150px',
    phone: 'fact',
    text: (user) => roleWords(user.rol),
    feature: 'fields',
  },
  { id: '2fa', header: 'Two-factor', width: '92px', cell: (user) => (user['2fa'] ? 'On' : 'Off') },
  { ...dateColumn('createdAt', { header: 'Created' }), feature: 'fields' },
  { id: 'change', header: 'Edit or remove', width: '116px', cell: (user) => <RowActions user={user} /> },
]

/** The name, and whether sign-in is locked; the account's page shows until when. */
function nameCell({ name, lockedUntil }: UserAccount) {
  return (
    <>
      <bdi translate="no">{name}</bdi>
      {lockedUntil === null ? null : (
        <span>
          {' '}
          <Label variant="danger">locked</Label>
        </span>
      )}
    </>
  )
}

/** The list of staff accounts (document 1, section 2). */
export const usersList = defineList({
  id: 'users',
  title: 'Users',
  ...usersSource,
  columns,
  filters: [
    searchFilter({ param: 'searchTerm', label: 'Search users by email', placeholder: 'Email, or part of it…' }),
    linkedFilter({ param: 'search', chip: (text) => `Email or name with ‘${text}’` }),
  ],
  href: (user) => `/users/${user.id}`,
  opens: (user) => user.name,
  target: (record) => ({ type: 'user', record }),
  emptyText: 'Staff accounts appear here: search for part of the email, or add an account.',
})

/** Staff accounts, role 1 only. */
export function UsersPage() {
  const router = useRouter()
  const keys = useKeyHint('user.create')
  return (
    <ListPage
      list={usersList}
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
