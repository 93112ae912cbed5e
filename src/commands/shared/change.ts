import type { MutationOptions } from '@tanstack/react-query'
import { runMutation } from '../../api/run-mutation.ts'
import type { CommandContext, Outcome } from '../engine/context.ts'

/** The audit id for the undo button, if the server can undo the change. */
export const undoOf = ({ auditId, undoable }: { auditId?: number | undefined; undoable?: boolean | undefined }) =>
  undoable === true && auditId !== undefined ? { auditId } : {}

/** Makes a change and says what was done. The toast offers to undo it if the server can. */
export async function change<Done extends { auditId?: number | undefined; undoable?: boolean | undefined }, Variables>(
  { queryClient }: CommandContext,
  mutation: MutationOptions<Done, Error, Variables>,
  variables: Variables,
  message: string | ((done: Done) => string),
): Promise<Outcome> {
  const done = await runMutation(queryClient, mutation, variables)
  return { message: typeof message === 'string' ? message : message(done), ...undoOf(done) }
}
