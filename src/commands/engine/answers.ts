import type { Command } from './command.ts'
import type { Arguments, Read, Step } from './steps.ts'
import type { Target } from './targets.ts'

/** One step with its typed text and the result of reading it. */
export interface Answer {
  step: Step
  typed: string
  read: Read<unknown>
}

/** Typed text by step name. */
export type Typed = Readonly<Record<string, string>>

export function initialAnswers({ args = [] }: Command, target: Target | null): Typed {
  return target === null ? {} : Object.fromEntries(args.map(({ name, initial }) => [name, initial?.(target.record) ?? '']))
}

/** What was typed with a command that opens a form, as far as it can be read. */
export function filledIn({ fills }: Command, target: Target, given: Typed): Arguments {
  return Object.fromEntries(
    (fills?.steps ?? []).flatMap(({ name, read }) => {
      const { value, refusal } = read(given[name] ?? '', target.record)
      return given[name] === undefined || refusal !== null ? [] : [[name, value]]
    }),
  )
}

/** Reads the typed text of all steps wanted so far, in order; `values` is null until every one is valid. */
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
