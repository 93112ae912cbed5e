import type { Command } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import { type ResolvedCommand, resolve, selectedType } from '../engine/resolve.ts'
import type { Target } from '../engine/targets.ts'
import { keysOf } from './key-scheme.ts'
import { type Binding, parseKeys } from './keymap.ts'

/**
 * All commands available now, innermost scope first: selection or focused row, page record, walk or list (list first while
 * it has the focus), global. Used by palette and keyboard alike.
 */
export function activeCommands(commands: readonly Command[], context: CommandContext): ResolvedCommand[] {
  const selection = context.targets.find((target) => selectedType(target) !== null)
  const types = new Set<string>()
  // One record per type: an inner customer's commands replace an outer one's. Selected rows take the place of the focused one.
  const targets = context.targets.filter(({ type }) => type !== selectedType(selection ?? null) && !types.has(type) && types.add(type))
  const ofRecords = targets.flatMap((target) =>
    target === selection ? ofSelection(commands, context, target) : on(target.type, commands, context, target),
  )
  const places = context.list?.hasFocus?.() === true ? (['list', 'walk', 'global'] as const) : (['walk', 'list', 'global'] as const)
  return [...ofRecords, ...places.flatMap((scope) => on(scope, commands, context, null))]
}

/** The commands that can be typed wherever one is, each on the one record that it is for. */
export const commandsAnywhere = (commands: readonly Command[], context: CommandContext): ResolvedCommand[] =>
  commands.flatMap((command) => (command.anywhere && resolve(command, context, command.anywhere)) ?? [])

function on(scope: string, commands: readonly Command[], context: CommandContext, target: Target | null): ResolvedCommand[] {
  return commands
    .filter((command) => (target ? command.target : command.scope) === scope)
    .flatMap((command) => resolve(command, context, target) ?? [])
}

/**
 * What can be done with the selected rows, also by the keys of the same action on one row or on the list, and then the
 * actions on one row, which say why they can't.
 */
function ofSelection(commands: readonly Command[], context: CommandContext, selection: Target): ResolvedCommand[] {
  const type = selectedType(selection) ?? ''
  const own = on(selection.type, commands, context, selection)
  const stands = (command: Command) => own.find(({ command: { verb } }) => verb !== undefined && verb === command.verb)
  return [
    ...own.map((resolved): ResolvedCommand => {
      const alike = commands.filter((command) => (command.target === type || command.scope === 'list') && stands(command) === resolved)
      return { ...resolved, alsoKeys: alike.flatMap(keysOf) }
    }),
    ...on(type, commands, context, selection).filter(({ command }) => !command.leads && !stands(command)),
  ]
}

/** The command that these strokes would run if the person's role allowed it; null if there is none. */
export function deniedCommand(commands: readonly Command[], { user, targets }: CommandContext, strokes: readonly string[]): Command | null {
  const keys = strokes.join(' ')
  const isHere = ({ target, scope }: Command) => (target ? targets.some(({ type }) => type === target) : scope === 'global')
  return (
    commands.find(
      (command) => command.needs && !user.capabilities.includes(command.needs) && isHere(command) && keysOf(command).includes(keys),
    ) ?? null
  )
}

/** The commands' keys in the same order: the first one wins a shared key. */
export function bindingsOf(active: readonly ResolvedCommand[]): Binding<ResolvedCommand>[] {
  return active.flatMap((resolved) =>
    [...new Set([...keysOf(resolved.command), ...(resolved.alsoKeys ?? [])])].map((keys) => ({
      strokes: parseKeys(keys),
      bound: resolved,
    })),
  )
}
