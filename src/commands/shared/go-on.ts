import type { Delegate } from '../engine/command.ts'
import type { CommandContext } from '../engine/context.ts'
import { Unavailable } from '../engine/run.ts'

/** Goes on to the command that does the work, on the one record it is meant for. Throws Unavailable if there is none. */
export async function goOnTo({ command, load, one, none }: Delegate, context: CommandContext, id: number) {
  await load(context, id)
  const target = one?.(context, id)
  if (!target) throw new Unavailable(none)
  context.ui.goOn(command, target)
}
