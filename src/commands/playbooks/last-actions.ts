import type { LastAction, PlaybookStep, PlaybookType } from '../../contract/playbooks.ts'
import type { Command } from '../engine/command.ts'
import { argumentsOf, canBeStep, makerOf } from './steps.ts'

/** The steps that would do again what was done, in order; what no command does is left out. */
export function stepsOfActions(actions: readonly LastAction[], type: PlaybookType, commands: readonly Command[]): PlaybookStep[] {
  const possible = commands.filter((command) => canBeStep(command, type, commands))
  return actions.flatMap((done) => stepOf(done, possible, commands) ?? [])
}

function stepOf(done: LastAction, possible: readonly Command[], commands: readonly Command[]): PlaybookStep | null {
  for (const command of possible) {
    const maker = makerOf(command, commands)
    const side = maker && sideOf(done, maker)
    if (side === null) continue
    const known = maker?.audited?.args?.(done.before ?? {}, done.after ?? {}) ?? {}
    const args = Object.fromEntries(argumentsOf(command, commands).map(({ name }) => [name, known[name] ?? null]))
    return { command: command.id, ...(side && { side }), args }
  }
  return null
}

/** Whether a command did this, and by which of its names; null if it didn't. */
function sideOf({ action }: LastAction, { id, toggle, audited }: Command): PlaybookStep['side'] | null {
  if (toggle && action === id) return 'on'
  // 'customer.unban' is the other side of 'customer.ban'.
  if (toggle && action === id.replace('.', '.un')) return 'off'
  return (audited?.action ?? id) === action ? undefined : null
}
