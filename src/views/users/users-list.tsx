import { PencilIcon, PersonAddIcon, TrashIcon } from '@primer/octicons-react'
import { Label } from '@primer/react'
import { useRouter } from '@tanstack/react-router'
import { useContext } from 'react'
import type { Target } from '../../commands/command.ts'
import { roleText, type UserAccount } from '../../contract/users.ts'
import { CommandsContext, keyHintOf, useKeyHint } from '../../layout/commands/use-commands.ts'
import { LinkButton } from '../../layout/kit/button.tsx'
import { IconButton } from '../../layout/kit/icon-button.tsx'
import { isPlainClick } from '../../layout/kit/plain-click.ts'
import { dateColumn } from '../../layout/list/date-column.ts'
import { idColumn } from '../../layout/list/id-column.ts'
import { defineList, type ListColumn } from '../../layout/list/list-definition.ts'
import { ListPage } from '../../layout/list/list-page.tsx'
import { searchFilter } from '../../layout/list/search-filter.tsx'
import { usersSource } from './search.ts'
import styles from './users.module.css'

const icons = { 'user.edit': PencilIcon, 'user.delete': TrashIcon }

/** The two documented row actions as buttons; a blocked one explains itself when pressed and in its label. */
function RowActions({ user }: { user: UserAccount }) {
  const commands = useContext(CommandsContext)
  const target: Target = { type: 'user', record: user }
  const offered = commands?.resolveIn('row-menu', target) ?? []
  return (
    <span className={styles.rowActions}>
      {Object.entries(icons).map(([id, icon]) => {
        const resolved = offered.find(({ command }) => command.id === id)
        if (!resolved) return null
        const { availability, title } = resolved
        const isBlocked = availability.state === 'blocked'
        const reason = isBlocked ? ` – unavailable: ${availability.reason}` : ''
        return (
          <IconButton
            key={id}
            icon={icon}
            size="small"
            keyHint={keyHintOf(resolved.command)}
            label={`${title} ${user.name}${reason}`}
            aria-disabled={isBlocked || undefined}
            onClick={() => commands?.run(resolved)}
          />
        )
      })}
    </span>
  )
}

const columns: readonly ListColumn<UserAccount>[] = [
  { ...idColumn, firstDirection: 'asc' },
  { id: 'name', header: 'Name', phone: 'headline', cell: nameCell, text: (user) => user.name },
  { id: 'email', header: 'E-mail', phone: 'line', text: (user) => user.email },
  { id: 'rol', header: 'Role', width: '150px', phone: 'more', text: (user) => roleText(user.rol), feature: 'fields' },
  { id: '2fa', header: 'Two-factor', width: '92px', phone: 'more', cell: (user) => (user['2fa'] ? 'On' : 'Off') },
  { ...dateColumn('createdAt', { header: 'Created', width: '168px', phone: 'more' }), feature: 'fields' },
  { id: 'change', header: 'Edit or remove', width: '116px', phone: 'aside', cell: (user) => <RowActions user={user} /> },
]

/** The name, and whether sign-in is locked; the account's page shows until when. */
function nameCell({ name, lockedUntil }: UserAccount) {
  if (lockedUntil === null) return <bdi>{name}</bdi>
  return (
    <>
      <bdi>{name}</bdi> <Label variant="danger">locked</Label>
    </>
  )
}

/** The list of staff accounts (document 1, section 2). */
export const usersList = defineList({
  id: 'users',
  title: 'Users',
  ...usersSource,
  columns,
  filters: [searchFilter({ param: 'searchTerm', label: 'Search users by e-mail', placeholder: 'E-mail, or a part of it…' })],
  href: (user) => `/users/${user.id}`,
  opens: (user) => user.name,
  target: (record) => ({ type: 'user', record }),
  emptyText: 'No staff account has such an e-mail. Look for a part of it, or add an account.',
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
