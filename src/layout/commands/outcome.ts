import { initialAnswers, readAnswers } from '../../commands/engine/answers.ts'
import type { CommandContext } from '../../commands/engine/context.ts'
import type { ResolvedCommand } from '../../commands/engine/resolve.ts'
import type { TypedArguments, Typing } from '../../commands/text/arguments.ts'
import { delegateOf } from './delegates.ts'

/** What a command will do, in the words of its question; null if it asks none, can't be done, or needs more than was typed. */
export function outcomeOf(
  resolved: ResolvedCommand,
  args: TypedArguments | undefined,
  days: Typing['days'],
  context: CommandContext,
): string | null {
  const own = resolved.target && delegateOf(resolved, context, days)
  if (!own?.target || !own.command.danger || own.availability.state === 'blocked' || (args && args.refusal !== null)) return null
  const { values } = readAnswers(own.command, own.target, { ...initialAnswers(own.command, own.target), ...args?.given })
  if (!values) return null
  const policy = context.forecast?.(own.command, own.target, context, { args: values })
  return [own.command.danger(own.target, values).body, policy?.text].filter(Boolean).join(' ')
}
