import { ApiFailure, UnfitReply } from '../../api/client.ts'
import { randomHex } from '../../api/random-hex.ts'
import type { Command } from './command.ts'
import type { CommandContext, Outcome } from './context.ts'
import { availabilityOf } from './resolve.ts'
import type { Arguments } from './steps.ts'
import type { Target } from './targets.ts'

/** How the runner asks and reports on screen. */
export interface RunnerScreen {
  /** Asks for arguments and confirmation; null if the person backs out. */
  ask: (command: Command, target: Target | null) => Promise<Arguments | null>
  /** Shows the error where it was asked, with everything typed. Resolves to arguments for a retry, null to give up. */
  askAgain: (error: unknown) => Promise<Arguments | null>
  /** The command has ended: an open dialog may close. */
  settled: () => void
  /** It asked nothing, and waits for what it does. */
  reportWaiting: (command: Command, target: Target | null) => void
  reportBlocked: (command: Command, target: Target | null, reason: string) => void
  reportDone: (command: Command, outcome: Outcome) => void
  reportFailed: (command: Command, target: Target | null, error: unknown) => void
}

/** Thrown if an action turns out to be unavailable as it runs, or became so while its dialog was open; the message is the reason. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

const running = new Set<string>()

export const asksFirst = (command: Command) => command.danger !== undefined || (command.args?.length ?? 0) > 0

/**
 * The only runner: resolves the command again, asks, runs and reports. Reads the context again at each step, as things
 * change while a question is open; the target stays. A command already running on the same record isn't started again,
 * so a double click acts once.
 * @param mustAsk ask even if the command needs no confirmation, because a link chose it
 */
export async function runCommand(
  command: Command,
  contextNow: () => CommandContext,
  target: Target | null,
  screen: RunnerScreen,
  mustAsk = false,
) {
  const own = command.target ? target : null
  const key = `${command.id}:${own?.type ?? ''}:${own ? recordsOf(own).join() : ''}`
  if (running.has(key)) return
  running.add(key)
  try {
    const availability = availabilityOf(command, contextNow(), own)
    if (availability.state === 'blocked') screen.reportBlocked(command, own, availability.reason)
    if (availability.state !== 'ready') return
    // No needless await: a plain command must run within the key press or click.
    const isAsked = mustAsk || asksFirst(command) || contextNow().forecast?.(command, own, contextNow(), { args: {} })?.verdict === 'ask'
    const args = isAsked ? await screen.ask(command, own) : {}
    if (args === null) return
    const outcome = await runUntilDone({ command, contextNow, target: own, screen }, args)
    if (outcome) screen.reportDone(command, outcome)
  } catch (error) {
    if (error instanceof Unavailable) screen.reportBlocked(command, own, error.message)
    else screen.reportFailed(command, own, error)
  } finally {
    running.delete(key)
    screen.settled()
  }
}

/** Ids of the records a target covers; a selection's own id is only its size. */
function recordsOf({ record }: Target): readonly number[] {
  if ('ids' in record) return record.ids
  return 'folders' in record ? [record.id, ...record.folders.map(({ id }) => id)] : [record.id]
}

interface Run {
  command: Command
  contextNow: () => CommandContext
  target: Target | null
  screen: RunnerScreen
}

/** Runs the command; if one that asked fails, lets the person retry as often as they like. */
async function runUntilDone({ command, contextNow, target, screen }: Run, first: Arguments): Promise<Outcome | void> {
  let args = first
  // Identifies this run to the server for all retries until its outcome is known.
  let runKey = newRunKey()
  // Whether it may be done already: it would then block itself, and the server knows the run by its key.
  let isUnknown = false
  for (;;) {
    try {
      const context = contextNow()
      const reason = isUnknown ? null : whyNotNow(command, context, target)
      if (reason !== null) throw new Unavailable(reason)
      const isHidden = target && !command.removes ? context.list?.watch?.(target) : null
      const doing = command.run(context, target, args, runKey)
      if (doing instanceof Promise && !asksFirst(command)) screen.reportWaiting(command, target)
      const outcome = await doing
      return outcome && isHidden?.() ? { ...outcome, message: `${outcome.message} Filtered out.` } : outcome
    } catch (error) {
      const request = requestOf(error)
      if (request) return request
      if (!asksFirst(command) || command.closesOnFailure || error instanceof UnfitReply) throw error
      const again = await screen.askAgain(error)
      if (again === null) return
      args = again
      isUnknown = mayBeDone(error)
      if (didNothing(error)) runKey = newRunKey()
    }
  }
}

/** It was asked for, and waits for a second person. */
const requestOf = (error: unknown): Outcome | null =>
  error instanceof ApiFailure && error.body?.error === 'approval_required' ? { message: error.message } : null

/** Whether the failed run certainly changed nothing: the next try is then a new request. */
function didNothing(error: unknown): boolean {
  if (!(error instanceof ApiFailure) || error.status === null) return false
  return error.status < 500 || error.body?.error === 'provider_refused'
}

/** Whether the outcome is unknown: no reply came, or the provider didn't answer. */
export function mayBeDone(error: unknown): boolean {
  if (error instanceof UnfitReply) return error.mayBeDone
  return error instanceof ApiFailure && (error.status === null || error.status === 504)
}

/** Why a command that was ready can't be run any more; null if it can. */
export function whyNotNow(command: Command, context: CommandContext, target: Target | null): string | null {
  const availability = availabilityOf(command, context, newestOf(target, context))
  if (availability.state === 'ready') return null
  return availability.state === 'blocked' ? availability.reason : 'This can’t be done any more.'
}

/** The record as now on screen: it may have changed while the dialog was open. */
export function newestOf(target: Target | null, context: CommandContext): Target | null {
  return context.targets.find(({ type, record }) => type === target?.type && record.id === target.record.id) ?? target
}

const newRunKey = () => randomHex(16)
