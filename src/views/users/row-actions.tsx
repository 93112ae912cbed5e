import { PencilIcon, TrashIcon } from '@primer/octicons-react'
import { useContext } from 'react'
import type { Target } from '../../commands/command.ts'
import type { UserAccount } from '../../contract/users.ts'
import { CommandsContext, keyHintOf } from '../../layout/commands/use-commands.ts'
import { IconButton } from '../../layout/kit/icon-button.tsx'
import styles from './users.module.css'

const icons = { 'user.edit': PencilIcon, 'user.delete': TrashIcon }

/** The two documented row actions as buttons; a blocked one explains itself when pressed and in its label. */
export function RowActions({ user }: { user: UserAccount }) {
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
