import { AsyncLocalStorage } from 'node:async_hooks'

/** A person for whom a call is made while they aren't there. */
interface AwayPerson {
  staffId: number
  /** The step of a playbook's run that the call makes; the run's key is the `batch` of its audit rows. */
  step?: { batch: string; step: number }
  /** What a second person agreed to, if that is why it is made. */
  approved?: ApprovedCall
}

/** A call that a second person agreed to. */
export interface ApprovedCall {
  id: number
  /** Their email; null while they only look at what would happen. */
  approvedBy: string | null
  /** What matters of the records, as it was when it was asked for. */
  matters: ReadonlySet<string>
}

const current = new AsyncLocalStorage<AwayPerson>()

/**
 * Makes a call of this server as a person who is not there: it is admitted by their account as it is now, and its audit rows name the step. Only
 * code of this process can do so; no request can claim it.
 */
export const asPerson = <Result>(person: AwayPerson, call: () => PromiseLike<Result>): Promise<Result> =>
  // Fastify begins an injected call only once it is awaited.
  current.run(person, async () => await call())

/** The person for whom the current call is made, if they aren't there. */
export const awayPerson = (): AwayPerson | undefined => current.getStore()
