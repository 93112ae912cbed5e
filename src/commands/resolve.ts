import { type Availability, type Command, type CommandContext, hidden, type Place, ready, type Target } from './command.ts'

/** A command as one surface shows it, for one target. */
export interface ResolvedCommand {
  command: Command
  target: Target | null
  title: string
  /** The shorter title under its section's heading, in the sidebar. */
  menuTitle: string
  availability: Exclude<Availability, { state: 'hidden' }>
}

/**
 * Whether a command can run now, for this person and target. The only place that decides: every surface and the runner ask it.
 */
export function availabilityOf(command: Command, context: CommandContext, target: Target | null): Availability {
  if (command.needs && !context.user.capabilities.includes(command.needs)) return hidden
  if (command.target && command.target !== target?.type) return hidden
  return command.availability?.(context, command.target ? target : null) ?? ready
}

/** One command for one target; null where it is hidden. */
export function resolve(command: Command, context: CommandContext, target: Target | null): ResolvedCommand | null {
  const availability = availabilityOf(command, context, target)
  if (availability.state === 'hidden') return null
  const own = command.target ? target : null
  const title = command.title(own)
  return { command, target: own, title, menuTitle: command.menuTitle ?? title, availability }
}

/** All that shows in one place, or (without a place) all that the palette has, in the registry's order. */
export function resolveAll(commands: readonly Command[], context: CommandContext, target: Target | null, place?: Place): ResolvedCommand[] {
  const isThere = ({ places, menuNeeds }: Command) =>
    place === undefined || (places.includes(place) && (!menuNeeds || context.user.capabilities.includes(menuNeeds)))
  return commands
    .filter(isThere)
    .map((command) => resolve(command, context, target))
    .filter((resolved) => resolved !== null)
}
