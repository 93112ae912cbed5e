import type { Icon } from '@primer/octicons-react'
import { useContext } from 'react'
import type { Place } from '../../commands/engine/command.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { buttonKeys, CommandsContext } from '../commands/use-commands.ts'
import { Button } from '../kit/button.tsx'

interface CommandButtonProps {
  /** A command of the page menu, or of another place. */
  id: string
  place?: Place
  /** Null for a command on nothing. */
  target: Target | null
  icon?: Icon
  size?: 'small' | 'medium'
  children: string
}

/** One of a page's commands as a button. A blocked one says why on press and in its title. */
export function CommandButton({ id, place = 'page-menu', target, icon, size = 'medium', children }: CommandButtonProps) {
  const commands = useContext(CommandsContext)
  const resolved = commands?.resolveIn(place, target).find(({ command }) => command.id === id)
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
