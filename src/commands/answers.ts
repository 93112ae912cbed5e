import type { Arguments, Command, Read, Step, Target } from './command.ts'

/** One step that is asked for, with what stands in it and how that reads. */
export interface Answer {
  step: Step
  typed: string
  read: Read<unknown>
}

/** What was typed, by the name of its step. */
export type Typed = Readonly<Record<string, string>>

/** What stands in the steps of a command before anything is typed. */
export function initialAnswers({ args = [] }: Command, target: Target | null): Typed {
  return target === null ? {} : Object.fromEntries(args.map(({ name, initial }) => [name, initial?.(target.record) ?? '']))
}

/**
 * Reads what was typed: the steps that are wanted by the answers before them, in their order, and the values once all of
 * them read well; null until then.
 */
export function readAnswers({ args = [] }: Command, target: Target | null, typed: Typed): { answers: Answer[]; values: Arguments | null } {
  const answers: Answer[] = []
  const values: Arguments = {}
  for (const step of target === null ? [] : args) {
    if (target === null || step.isWanted?.(values) === false) continue
    const text = typed[step.name] ?? ''
    const read = step.read(text, target.record)
    answers.push({ step, typed: text, read })
    if (read.refusal === null) values[step.name] = read.value
  }
  return { answers, values: answers.every(({ read }) => read.refusal === null) ? values : null }
}
