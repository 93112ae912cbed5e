import type { Call } from '../../api/query-client.ts'
import type { CommandContext, Outcome } from './context.ts'

/** What a command changes, as data: it can be made here, or sent to the server as a step of a playbook. */
export interface Change {
  /** The request that makes it; null if it is more than one endpoint's variables. */
  call: Call | null
  make: (context: CommandContext) => Promise<Outcome>
}

/** Makes changes in order; the outcome is that of the last. */
export async function makeChanges(context: CommandContext, changes: readonly Change[]): Promise<Outcome | undefined> {
  let outcome: Outcome | undefined
  for (const change of changes) outcome = await change.make(context)
  return outcome
}
