import type { Command } from './command.ts'
import { isSelection } from './record-types.ts'

/** Prefix of a fragment that links to a command. */
export const commandLinkStart = '#run='

export function canBeLinked(command: Command): boolean {
  return (
    !command.everywhere &&
    !command.isUnlinked &&
    command.scope !== 'list' &&
    command.scope !== 'walk' &&
    (command.target === undefined || !isSelection(command.target))
  )
}
