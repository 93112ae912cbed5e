import { AsyncLocalStorage } from 'node:async_hooks'

/** The step of a playbook's run that is being made, and for whom. */
export interface RunningStep {
  staffId: number
  /** The run's key, which is the `batch` of its audit rows. */
  batch: string
  step: number
}

const current = new AsyncLocalStorage<RunningStep>()

/**
 * Makes a call of this server as a person who is not there: it is admitted by their account as it is now, and its audit rows name the step. Only
 * code of this process can do so; no request can claim it.
 */
export const asPerson = <Result>(step: RunningStep, call: () => PromiseLike<Result>): Promise<Result> =>
  // Fastify begins an injected call only once it is awaited.
  current.run(step, async () => await call())

/** The step that the current call belongs to, if any. */
export const runningStep = (): RunningStep | undefined => current.getStore()
