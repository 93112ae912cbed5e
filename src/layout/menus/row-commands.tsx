import { useContext } from 'react'
import type { Target } from '../../commands/command.ts'
import { nameOfTarget } from '../../commands/target-name.ts'
import { IconButton } from '../kit/icon-button.tsx'
import styles from './row-commands.module.css'
import { CommandsContext, keyHintOf } from '../commands/use-commands.ts'

/** Some row menu commands as buttons, for pressing row after row. A blocked one says why on press and in its name. */
export function RowCommands({ ids, target }: { ids: readonly string[]; target: Target }) {
  const commands = useContext(CommandsContext)
  if (!commands) return null
  const shown = commands.resolveIn('row-menu', target).filter(({ command }) => ids.includes(command.id))
  return (
    <span className={styles.buttons}>
      {shown.map((resolved) => {
        const { availability, command, title } = resolved
        const isBlocked = availability.state === 'blocked'
        return (
          <IconButton
            key={command.id}
            icon={command.icon}
            label={`${title}: ${nameOfTarget(target)}${isBlocked ? ` – unavailable: ${availability.reason}` : ''}`}
            keyHint={keyHintOf(command)}
            size="small"
            aria-disabled={isBlocked || undefined}
            onClick={() => commands.run(resolved)}
          />
        )
      })}
    </span>
  )
}
