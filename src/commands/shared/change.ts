import type { MutationOptions } from '@tanstack/react-query'
import { runMutation } from '../../api/run-mutation.ts'
import type { Change } from '../engine/change.ts'

/** The audit id for the undo button, if the server can undo the change. */
const undoOf = ({ auditId, undoable }: { auditId?: number | undefined; undoable?: boolean | undefined }) =>
  undoable === true && auditId !== undefined ? { auditId } : {}

/** A change by a mutation, and what to say once it is made. The toast offers to undo it if the server can. */
export function change<Done extends { auditId?: number | undefined; undoable?: boolean | undefined }, Variables>(
  mutation: MutationOptions<Done, Error, Variables>,
  variables: Variables,
  message: string | ((done: Done) => string),
): Change {
  return {
    call: mutation.meta?.call?.(variables) ?? null,
    make: async ({ queryClient }) => {
      const done = await runMutation(queryClient, mutation, variables)
      return { message: typeof message === 'string' ? message : message(done), ...undoOf(done) }
    },
  }
}
