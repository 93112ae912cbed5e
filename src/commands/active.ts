import type { Command, CommandContext } from './command.ts'
import { keysOf } from './key-scheme.ts'
import { type Binding, parseKeys } from './keymap.ts'
import { type ResolvedCommand, resolve } from './resolve.ts'

/**
 * Every command that shows now, the innermost scope first: those of a focused row, of the page's record, of the list or of the walk
 * through one (the list's first while the focus is in it), and the global ones. Palette and keyboard both take them from here.
 */
export function activeCommands(commands: readonly Command[], context: CommandContext): ResolvedCommand[] {
  const types = new Set<string>()
  // One record of each type: the commands of an inner customer stand for those of an outer one.
  const targets = context.targets.filter(({ type }) => !types.has(type) && types.add(type))
  const ofRecords = targets.flatMap((target) =>
    commands.filter((command) => command.target === target.type).map((command) => resolve(command, context, target)),
  )
  const places = context.list?.hasFocus?.() === true ? (['list', 'walk', 'global'] as const) : (['walk', 'list', 'global'] as const)
  const others = places.flatMap((scope) =>
    commands.filter((command) => command.scope === scope).map((command) => resolve(command, context, null)),
  )
  return [...ofRecords, ...others].filter((resolved) => resolved !== null)
}

/** The keys of commands, in the same order: where two share a key, the first of them has it. */
export function bindingsOf(active: readonly ResolvedCommand[]): Binding<ResolvedCommand>[] {
  return active.flatMap((resolved) => keysOf(resolved.command).map((keys) => ({ strokes: parseKeys(keys), bound: resolved })))
}
