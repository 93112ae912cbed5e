import { type Availability, blocked, type Command, hidden, type Place, ready, type Side } from './command.ts'
import type { CommandContext } from './context.ts'
import { nameOfTarget } from './record-types.ts'
import type { Target } from './targets.ts'

/** A command as shown on a surface, for one target. */
export interface ResolvedCommand {
  command: Command
  target: Target | null
  title: string
  /** The shorter sidebar title under its section. */
  menuTitle: string
  availability: Exclude<Availability, { state: 'hidden' }>
  /** What a policy says of it, if it can't be done alone. */
  policy?: string | undefined
  /** Keys of the command on one record that it stands for while rows are selected. */
  alsoKeys?: readonly string[]
}

/**
 * Whether a command can run now for this user and target. The
 * only place that decides: surfaces and the runner both ask it.
 */
export function availabilityOf(command: Command, context: CommandContext, target: Target | null): Availability {
  if (command.needs && !context.user.capabilities.includes(command.needs)) return hidden
  if (command.target && command.target !== target?.type) return whyNotSelected(command.target, target)
  const own = command.target ? target : null
  const available = command.availability?.(context, own) ?? ready
  // Whether it is blocked for all that could be answered; what it depends on is judged once that is known.
  const stopped = available.state === 'ready' ? context.forecast?.(command, own, context) : null
  return stopped?.verdict === 'block' ? blocked(stopped.text) : available
}

/** The type of the records in a selection, whose own type is its plural; null if the target is none. */
export const selectedType = (target: Target | null): string | null => (target && 'ids' in target.record ? target.type.slice(0, -1) : null)

/** A command on one record never takes another one than the selected: it says so. */
function whyNotSelected(type: string, target: Target | null): Availability {
  if (target === null || selectedType(target) !== type) return hidden
  return blocked(`This works on one row, but there is a selection: ${nameOfTarget(target)}. Clear it first (Esc).`)
}

/** A command for one target; null if hidden. */
export function resolve(command: Command, context: CommandContext, target: Target | null): ResolvedCommand | null {
  const availability = availabilityOf(command, context, target)
  if (availability.state === 'hidden') return null
  const own = command.target ? target : null
  const title = command.title(own, context)
  const policy = availability.state === 'ready' ? context.forecast?.(command, own, context, { args: {} })?.text : undefined
  return { command, target: own, title, menuTitle: command.menuTitle ?? title, availability, policy }
}

/** A command that toggles, called by one of its two names: blocked where that is done already, so that it never does the opposite. */
export function onSide(resolved: ResolvedCommand, side: Side | null, context: CommandContext): ResolvedCommand {
  const { command, target } = resolved
  const { toggle } = command
  if (!toggle || side === null || (command.target && target === null)) return resolved
  const title = toggle[side].title(target)
  const isDone = toggle.isOn(target, context) === (side === 'on')
  return { ...resolved, title, availability: isDone ? { state: 'blocked', reason: toggle[side].already } : resolved.availability }
}

/** All commands of a place, or of the palette if none is given, in registry order. */
export function resolveAll(commands: readonly Command[], context: CommandContext, target: Target | null, place?: Place): ResolvedCommand[] {
  const isThere = ({ target: on, places, menuNeeds }: Command) =>
    (on === undefined || on === target?.type) &&
    (place === undefined || (places.includes(place) && (!menuNeeds || context.user.capabilities.includes(menuNeeds))))
  return commands.filter(isThere).flatMap((command) => resolve(command, context, target) ?? [])
}
