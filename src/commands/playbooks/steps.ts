import type { PlaybookStep, PlaybookType } from '../../contract/playbooks.ts'
import type { Command } from '../engine/command.ts'
import type { Step } from '../engine/steps.ts'

/** The command that makes the change: itself, or the one that it leads to, such as the refund of a customer's last payment. */
export function makerOf(command: Command, commands: readonly Command[]): Command | null {
  if (!command.delegate) return command
  // One that has to be chosen among several can't run by itself.
  return command.delegate.one && !command.delegate.among ? (commands.find(({ id }) => id === command.delegate?.command) ?? null) : null
}

/** Whether a step of a playbook on records of a type may be this command: on the record itself, or on its customer. */
export function canBeStep(command: Command, type: PlaybookType, commands: readonly Command[]): boolean {
  const isNear = command.target === type || command.target === 'customer'
  const maker = isNear ? makerOf(command, commands) : null
  // Another record would have to be picked.
  return maker?.change !== undefined && (maker.args ?? []).every(({ kind }) => kind !== 'record')
}

/** The arguments that a step's command takes. */
export const argumentsOf = (command: Command, commands: readonly Command[]): readonly Step[] => makerOf(command, commands)?.args ?? []

/** What a step is called without a record: 'Unban', 'Refund the last payment'. */
export function stepTitle({ command: id, side }: Pick<PlaybookStep, 'command' | 'side'>, commands: readonly Command[]): string {
  const command = commands.find((each) => each.id === id)
  if (!command) return `${id} (there is no such command any more)`
  const title = command.toggle && side ? command.toggle[side].title(null) : command.title(null)
  return title.replace(/^Refund a customer’?'?s last payment$/, 'Refund the last payment')
}
