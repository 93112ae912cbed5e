import { initialAnswers, type Typed } from '../../commands/engine/answers.ts'
import type { Command } from '../../commands/engine/command.ts'
import type { CommandContext } from '../../commands/engine/context.ts'
import type { ResolvedCommand } from '../../commands/engine/resolve.ts'
import type { Arguments } from '../../commands/engine/steps.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { visitStore } from '../session/visit.ts'

/** Where a question is asked: in its own dialog, or step by step in the palette its command was run from. */
export type Surface = 'dialog' | 'palette'

export interface Opening {
  /** Prefilled answers, typed in the palette's input or taken from a link. */
  given: Typed
  /** Opened by a link: always asks, and Enter alone does nothing at first. */
  isLink: boolean
  /** Words of the text that chose the command, which it does not use. */
  unused?: readonly string[]
}

const unopened: Opening = { given: {}, isLink: false }

/** Runs a command through the runner. */
export type Run = (resolved: ResolvedCommand, from?: Surface, opening?: Opening) => void

/** A command's arguments and confirmation, tied to the record it was opened for. */
export interface Question {
  id: number
  command: Command
  target: Target | null
  /** The record as somebody has changed it since, and who; null if it was no colleague. What was asked is not changed by it. */
  since?: { target: Target; by: string | null }
  surface: Surface
  opening: Opening
  /** For steps that load their choices. */
  contextNow: () => CommandContext
  /** Answers as typed; kept here so no change of the surface loses them. */
  typed: Typed
  /** What was typed to prove that the record is the one that is meant; never prefilled. */
  proof: string
  /** Why the last try failed; the surface stays open and shows it. */
  failure: string | null
  /** Whether that attempt may have succeeded anyway: later changes may be its own, and retrying does nothing twice. */
  mayBeDone?: boolean
  /** Null while the command runs. */
  answer: ((args: Arguments | null) => void) | null
  /** Gets the focus back afterwards. */
  returnFocus: HTMLElement | null
}

/** Open questions; the last one is shown. */
export const questions = visitStore<readonly Question[]>(() => [])

let lastId = 0

/** Opens a question. Resolves to the arguments, or null if the person leaves. */
export function ask(
  command: Command,
  target: Target | null,
  surface: Surface,
  contextNow: () => CommandContext,
  opening: Opening = unopened,
): { id: number; decision: Promise<Arguments | null> } {
  const id = ++lastId
  const returnFocus = document.activeElement instanceof HTMLElement ? document.activeElement : null
  const typed = { ...initialAnswers(command, target), ...opening.given }
  const opened = { id, command, target, surface, opening, contextNow, typed, proof: '', failure: null, returnFocus }
  return { id, decision: new Promise((answer) => questions.set([...questions.get(), { ...opened, answer }])) }
}

/** Shows why the command failed and asks again; null if the question was closed meanwhile. */
export function askAgain(id: number, { failure, mayBeDone }: { failure: string; mayBeDone: boolean }): Promise<Arguments | null> {
  if (!isOpen(id)) return Promise.resolve(null)
  return new Promise((answer) => change(id, (question) => ({ ...question, failure, mayBeDone, answer })))
}

export function typeInto(id: number, step: string, text: string) {
  change(id, (question) => ({ ...question, typed: { ...question.typed, [step]: text } }))
}

export function typeProof(id: number, proof: string) {
  change(id, (question) => ({ ...question, proof }))
}

/** Answers a question once. With arguments it stays open, busy, until the command settles; null leaves it. */
export function answer(id: number, args: Arguments | null) {
  const question = questions.get().find((open) => open.id === id)
  if (!question?.answer) return
  if (args === null) close(id)
  else change(id, (open) => ({ ...open, failure: null, answer: null }))
  question.answer(args)
}

/** Leaves a question. If its command is running, only the question closes; a toast tells the outcome. */
export function leave(id: number) {
  const question = questions.get().find((open) => open.id === id)
  if (question?.answer) answer(id, null)
  else close(id)
}

export function close(id: number) {
  questions.set(questions.get().filter((question) => question.id !== id))
}

export const isOpen = (id: number) => questions.get().some((question) => question.id === id)

function change(id: number, to: (question: Question) => Question) {
  questions.set(questions.get().map((question) => (question.id === id ? to(question) : question)))
}
