import type { Command, TargetType } from './command.ts'

/** What the fragment of an address begins with where it is a link to a command. */
export const commandLinkStart = '#run='

/** Records chosen in a list: a number of them cannot be named by a link. */
const chosen: ReadonlySet<TargetType> = new Set<TargetType>(['qrs', 'webrisks', 'abuses', 'folders'])

/** Whether a link can open a command at all. */
export function canBeLinked(command: Command): boolean {
  return (
    !command.everywhere &&
    command.scope !== 'list' &&
    command.scope !== 'walk' &&
    (command.target === undefined || !chosen.has(command.target))
  )
}
