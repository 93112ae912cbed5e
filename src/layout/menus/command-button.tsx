import type { Icon } from '@primer/octicons-react'
import { useContext } from 'react'
import type { Target } from '../../commands/engine/targets.ts'
import { buttonKeys, CommandsContext } from '../commands/use-commands.ts'
import { Button } from '../kit/button.tsx'

interface CommandButtonProps {
  /** A command of the page menu. */
  id: string
  target: Target
  icon?: Icon
  size?: 'small' | 'medium'
  children: string
}

/** One of a page's commands as a button. A blocked one says why on press and in its title. */
export function CommandButton({ id, target, icon, size = 'medium', children }: CommandButtonProps) {
  const commands = useContext(CommandsContext)
  const resolved = commands?.resolveIn('page-menu', target).find(({ command }) => command.id === id)
  if (!commands || !resolved) return null
  const { availability } = resolved
  const isBlocked = availability.state === 'blocked'
  return (
    <Button
      {...(icon ? { leadingVisual: icon } : {})}
      size={size}
      inactive={isBlocked}
      aria-disabled={isBlocked || undefined}
      {...buttonKeys(resolved.command.keys, isBlocked ? `${resolved.title} – unavailable: ${availability.reason}` : resolved.title)}
      onClick={() => commands.run(resolved)}
    >
      {children}
    </Button>
  )
}
