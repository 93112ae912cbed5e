import type { Arguments, ArgumentStep, Command, CommandContext, Danger, Outcome, Target } from './command.ts'
import { availabilityOf } from './resolve.ts'

/** What the runner needs from the screen: questions, answers and reports. */
export interface RunnerScreen {
  /** Asks for the arguments one by one; null when the person backs out. */
  askArguments: (command: Command, steps: readonly ArgumentStep[], target: Target | null) => Promise<Arguments | null>
  /** Resolves to true when the person confirms. */
  confirm: (danger: Danger, command: Command, target: Target | null) => Promise<boolean>
  /** After a confirmed command failed: says why where it was confirmed. Resolves to true to try again. */
  confirmAgain: (error: unknown) => Promise<boolean>
  /** The command has come to its end, however: a dialog that still stands may close. */
  settled: () => void
  reportBlocked: (command: Command, target: Target | null, reason: string) => void
  reportDone: (command: Command, outcome: Outcome) => void
  reportFailed: (command: Command, target: Target | null, error: unknown) => void
}

const running = new Set<string>()

/**
 * The only runner: resolves again, asks for what is missing, asks for confirmation, runs, reports. The context is asked for
 * anew at each step, because the world moves while a question stands open; the target does not. A second start of the same
 * command on the same record while the first runs does nothing: a double click acts once.
 */
export async function runCommand(
  command: Command,
  contextNow: () => CommandContext,
  target: Target | null,
  screen: RunnerScreen,
  given: Arguments = {},
) {
  const own = command.target ? target : null
  const key = `${command.id}:${own?.type ?? ''}:${own?.record.id ?? ''}`
  if (running.has(key)) return
  running.add(key)
  try {
    if (!mayRun(command, contextNow(), own, screen)) return
    // Nothing is awaited that need not be: a plain command has run before the key press or click is over.
    const missing = missingArguments(command, given)
    const answers = missing.length === 0 ? {} : await screen.askArguments(command, missing, own)
    if (answers === null) return
    const args = { ...given, ...answers }
    if (command.danger && !(await screen.confirm(command.danger(own), command, own))) return
    const outcome = await runUntilDone(command, contextNow, own, screen, args)
    if (outcome) screen.reportDone(command, outcome)
  } catch (error) {
    screen.reportFailed(command, own, error)
  } finally {
    running.delete(key)
    screen.settled()
  }
}

/** Runs, and where a confirmed command fails runs again as often as the person asks for it. */
async function runUntilDone(
  command: Command,
  contextNow: () => CommandContext,
  target: Target | null,
  screen: RunnerScreen,
  args: Arguments,
): Promise<Outcome | void> {
  for (;;) {
    if (!mayRun(command, contextNow(), target, screen)) return
    try {
      return await command.run(contextNow(), target, args)
    } catch (error) {
      if (!command.danger) throw error
      if (!(await screen.confirmAgain(error))) return
    }
  }
}

function mayRun(command: Command, context: CommandContext, target: Target | null, screen: RunnerScreen): boolean {
  const availability = availabilityOf(command, context, target)
  if (availability.state === 'blocked') screen.reportBlocked(command, target, availability.reason)
  return availability.state === 'ready'
}

function missingArguments(command: Command, given: Arguments): ArgumentStep[] {
  return (command.args ?? []).filter((step) => !step.schema.safeParse(given[step.name]).success)
}
