import type { Command } from '../../commands/engine/command.ts'
import { problemOf } from '../../commands/keys/key-choice.ts'
import { playbookCommands, playbookId } from '../../commands/playbooks/playbook-command.ts'
import { argumentsOf } from '../../commands/playbooks/steps.ts'
import { whyNotText } from '../../contract/playbook-texts.ts'
import type { PlaybookInput, PlaybookStep } from '../../contract/playbooks.ts'
import { problemText } from '../../layout/keyboard/problem-text.ts'

/** What can be wrong with a playbook that is being written, by field. */
export type DraftErrors = Partial<Record<'name' | 'keys' | 'steps', string>>

/** What keeps a playbook from being saved; null if nothing does. The keymap's own proof decides on its keys. */
export function errorsOf(draft: PlaybookInput, id: number | null, commands: readonly Command[]): DraftErrors | null {
  const errors: DraftErrors = {}
  if (draft.name.trim() === '') errors.name = 'Give the playbook a name.'
  const keys = draft.keys === null ? null : whyNotKeys(draft.keys, draft, id, commands)
  if (keys !== null) errors.keys = keys
  const steps = draft.steps.length === 0 ? 'A playbook needs a step.' : whyNotSteps(draft.steps, commands)
  if (steps !== null) errors.steps = steps
  return Object.keys(errors).length === 0 ? null : errors
}

function whyNotKeys(keys: string, draft: PlaybookInput, id: number | null, commands: readonly Command[]): string | null {
  const own = playbookCommands({ ...draft, keys: null, id: id ?? 0 }, () => {})
  // They ask before they run.
  const asking = own.map((each): Command => ({ ...each, danger: () => ({ title: '', body: '', confirmLabel: '', undoable: true }) }))
  const others = commands.filter((command) => !own.some((each) => each.id === command.id))
  const problem = problemOf([...others, ...asking], playbookId(id ?? 0), keys)
  return problem && problemText(problem)
}

function whyNotSteps(steps: readonly PlaybookStep[], commands: readonly Command[]): string | null {
  for (const [index, { command, args }] of steps.entries()) {
    const declared = commands.find(({ id }) => id === command)
    if (!declared) return `Step ${index + 1}: there is no such command any more. Remove it.`
    for (const { name, title } of argumentsOf(declared, commands)) {
      const refusal = whyNotArgument(declared, name, args[name] ?? null, commands)
      if (refusal !== null) return `Step ${index + 1}, ${title}: ${refusal}`
    }
  }
  return null
}

/** Why a text can't be an argument, as far as that is known without a record. */
export function whyNotArgument(command: Command, name: string, text: string | null, commands: readonly Command[]): string | null {
  const step = argumentsOf(command, commands).find((each) => each.name === name)
  if (text === null || !step) return null
  const unknown = whyNotText(text)
  if (unknown !== null || text.includes('{') || (text === '' && step.kind === 'text')) return unknown
  return step.readAhead?.(text).refusal ?? null
}

/** The text of an argument as it is kept: a choice by its value, whatever was typed for it. */
export function keptText(command: Command, name: string, text: string, commands: readonly Command[]): string {
  const step = argumentsOf(command, commands).find((each) => each.name === name)
  const read = step?.kind === 'choice' ? step.readAhead?.(text) : undefined
  return read?.refusal === null ? String(read.value) : text
}

/** A step of a command, which asks for everything that it takes. */
export const newStep = (command: Command, side: PlaybookStep['side'], commands: readonly Command[]): PlaybookStep => ({
  command: command.id,
  ...(side && { side }),
  args: Object.fromEntries(argumentsOf(command, commands).map(({ name }) => [name, null])),
})
