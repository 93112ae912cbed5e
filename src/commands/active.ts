import type { Command, CommandContext } from './command.ts'
import { keysOf } from './key-scheme.ts'
import { type Binding, parseKeys } from './keymap.ts'
import { type ResolvedCommand, resolve } from './resolve.ts'

/**
 * All commands available now, innermost scope first: focused row, page record, walk or list (list first while it has
 * the focus), global. Used by palette and keyboard alike.
 */
export function activeCommands(commands: readonly Command[], context: CommandContext): ResolvedCommand[] {
  const types = new Set<string>()
  // One record per type: an inner customer's commands replace an outer one's.
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

/** The commands' keys in the same order: the first one wins a shared key. */
export function bindingsOf(active: readonly ResolvedCommand[]): Binding<ResolvedCommand>[] {
  return active.flatMap((resolved) => keysOf(resolved.command).map((keys) => ({ strokes: parseKeys(keys), bound: resolved })))
}
