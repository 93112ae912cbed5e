import type { Command, Side } from './command.ts'
import type { CommandContext } from './context.ts'
import type { Arguments } from './steps.ts'
import type { Target } from './targets.ts'

/** What the company's policies would say to a command; null if nothing. The server decides; this says it beforehand. */
export type Forecast = (
  command: Command,
  target: Target | null,
  context: CommandContext,
  more?: { args?: Arguments; side?: Side | null },
) => { verdict: 'ask' | 'block'; text: string } | null
