import type { Command, CommandContext } from './command.ts'
import { type Binding, parseKeys } from './keymap.ts'
import { type ResolvedCommand, resolve } from './resolve.ts'

/**
 * Every command that shows now, the innermost scope first: those of a focused row, of the page's record, of the list, and
 * the global ones. Palette and keyboard both take them from here.
 */
export function activeCommands(commands: readonly Command[], context: CommandContext): ResolvedCommand[] {
  const types = new Set<string>()
  // One record of each type: the commands of an inner customer stand for those of an outer one.
  const targets = context.targets.filter(({ type }) => !types.has(type) && types.add(type))
  const ofRecords = targets.flatMap((target) =>
    commands.filter((command) => command.target === target.type).map((command) => resolve(command, context, target)),
  )
  const others = (['list', 'global'] as const).flatMap((scope) =>
    commands.filter((command) => command.scope === scope).map((command) => resolve(command, context, null)),
  )
  return [...ofRecords, ...others].filter((resolved) => resolved !== null)
}

/** The keys of commands, in the same order: where two share a key, the first of them has it. */
export function bindingsOf(active: readonly ResolvedCommand[]): Binding<ResolvedCommand>[] {
  return active.flatMap((resolved) => {
    const { keys, moreKeys = [] } = resolved.command
    return [...(keys === undefined ? [] : [keys]), ...moreKeys].map((each) => ({ strokes: parseKeys(each), bound: resolved }))
  })
}
