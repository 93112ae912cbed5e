import type { Command, TargetType } from './command.ts'

/** Prefix of a fragment that links to a command. */
export const commandLinkStart = '#run='

/** Selections, which a link can't name. */
const chosen: ReadonlySet<TargetType> = new Set<TargetType>(['qrs', 'webrisks', 'abuses', 'folders'])

/** Whether a link can open a command. */
export function canBeLinked(command: Command): boolean {
  return (
    !command.everywhere &&
    command.scope !== 'list' &&
    command.scope !== 'walk' &&
    (command.target === undefined || !chosen.has(command.target))
  )
}
