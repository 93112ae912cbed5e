import { ApiFailure, UnfitReply } from '../api/client.ts'
import type { Arguments, Command, CommandContext, Outcome, Target } from './command.ts'
import { availabilityOf } from './resolve.ts'

/** What the runner needs from the screen: questions, answers and reports. */
export interface RunnerScreen {
  /** Asks for the arguments, says what will happen and has it confirmed; null when the person backs out. */
  ask: (command: Command, target: Target | null) => Promise<Arguments | null>
  /** After it failed: says why where it was asked, with all that was typed. Resolves to the arguments to try again with; null to give up. */
  askAgain: (error: unknown) => Promise<Arguments | null>
  /** The command has come to its end, however: a dialog that still stands may close. */
  settled: () => void
  reportBlocked: (command: Command, target: Target | null, reason: string) => void
  reportDone: (command: Command, outcome: Outcome) => void
  reportFailed: (command: Command, target: Target | null, error: unknown) => void
}

/** Thrown where an action has become unavailable while its dialog stood open; the message is the reason. */
export class Unavailable extends Error {
  override name = 'Unavailable'
}

const running = new Set<string>()

/** Whether a command asks before it runs: for arguments, or for a yes. */
export const asksFirst = (command: Command) => command.danger !== undefined || (command.args?.length ?? 0) > 0

/**
 * The only runner: resolves again, asks for arguments and confirmation, runs, reports. The context is asked for anew at each
 * step, because the world moves while a question stands open; the target does not. A second start of the same command on the
 * same record while the first runs does nothing: a double click acts once.
 * @param mustAsk asks even where the command needs nothing and does no harm: somebody else chose it
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
    // Nothing is awaited that need not be: a plain command has run before the key press or click is over.
    const args = mustAsk || asksFirst(command) ? await screen.ask(command, own) : {}
    if (args === null) return
    const outcome = await runUntilDone({ command, contextNow, target: own, screen }, args)
    if (outcome) screen.reportDone(command, outcome)
  } catch (error) {
    screen.reportFailed(command, own, error)
  } finally {
    running.delete(key)
    screen.settled()
  }
}

/** Which records a target stands for: of records chosen in a list all of them, as its own id is no more than their number. */
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

/** Runs, and where a command that asked first fails, runs again as often as the person asks for it. */
async function runUntilDone({ command, contextNow, target, screen }: Run, first: Arguments): Promise<Outcome | void> {
  let args = first
  // Names this run to the server, for as many tries as it takes until it is known what became of it.
  let runKey = newRunKey()
  for (;;) {
    try {
      const context = contextNow()
      const availability = availabilityOf(command, context, newestOf(target, context))
      if (availability.state !== 'ready')
        throw new Unavailable(availability.state === 'blocked' ? availability.reason : 'This can’t be done any more.')
      const isHidden = target && !command.removes ? context.list?.watch?.(target) : null
      const outcome = await command.run(context, target, args, runKey)
      return outcome && isHidden?.() ? { ...outcome, message: `${outcome.message} It no longer matches the filter.` } : outcome
    } catch (error) {
      if (!asksFirst(command) || command.closesOnFailure || error instanceof UnfitReply) throw error
      const again = await screen.askAgain(error)
      if (again === null) return
      args = again
      if (didNothing(error)) runKey = newRunKey()
    }
  }
}

/** Whether a failure is certain to have changed nothing: the next try is then another request. */
function didNothing(error: unknown): boolean {
  if (!(error instanceof ApiFailure) || error.status === null) return false
  return error.status < 500 || error.body?.error === 'provider_refused'
}

/** Whether a failure leaves it open what became of it: no answer came, or none from whoever was to act. */
export function mayBeDone(error: unknown): boolean {
  if (error instanceof UnfitReply) return error.mayBeDone
  return error instanceof ApiFailure && (error.status === null || error.status === 504)
}

/** The record as the screen has it now: one that a dialog stood open for may have been changed meanwhile. */
function newestOf(target: Target | null, context: CommandContext): Target | null {
  return context.targets.find(({ type, record }) => type === target?.type && record.id === target.record.id) ?? target
}

/** 128 random bits; `randomUUID` is missing where the console is served without TLS. */
function newRunKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
