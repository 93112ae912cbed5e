import { initialAnswers, type Typed } from '../../commands/answers.ts'
import type { Arguments, Command, CommandContext, Target } from '../../commands/command.ts'
import type { ResolvedCommand } from '../../commands/resolve.ts'
import { createStore } from '../kit/store.ts'

/** Where a question is asked: in a dialog of its own, or step by step in the palette that the command was run from. */
export type Surface = 'dialog' | 'palette'

/** How a question begins. */
export interface Opening {
  /** What is filled in: typed in the palette's own input, or named by a link. */
  given: Typed
  /** A link opened it: it asks even where the command would not, and Enter alone does nothing at first. */
  isLink: boolean
}

const unopened: Opening = { given: {}, isLink: false }

/** Runs a command, by the one runner. */
export type Run = (resolved: ResolvedCommand, from?: Surface, opening?: Opening) => void

/** What a command asks before it runs: its arguments, and a yes to what will happen. It stays with the record it was opened for. */
export interface Question {
  id: number
  command: Command
  target: Target | null
  surface: Surface
  opening: Opening
  /** What steps that offer a choice ask for it with. */
  contextNow: () => CommandContext
  /** What was typed into the steps. It lives here, so that nothing that happens to the surface loses it. */
  typed: Typed
  /** Why the last try failed; the surface stays open and says so. */
  failure: string | null
  /** Null while the command runs. */
  answer: ((args: Arguments | null) => void) | null
  /** What had focus before; it has it again afterwards. */
  returnFocus: HTMLElement | null
}

/** Open questions, the newest last: it is the one that shows. */
export const questions = createStore<readonly Question[]>([])

let lastId = 0

/** Opens a question and answers its id and what the person decides: the arguments to run with, null to leave it. */
export function ask(
  command: Command,
  target: Target | null,
  surface: Surface,
  contextNow: () => CommandContext,
  opening: Opening = unopened,
): { id: number; decision: Promise<Arguments | null> } {
  const id = ++lastId
  const returnFocus = document.activeElement instanceof HTMLElement ? document.activeElement : null
  const { promise, resolve } = withResolver()
  const typed = { ...initialAnswers(command, target), ...opening.given }
  const begun = { id, command, target, surface, opening, contextNow, typed, returnFocus }
  questions.set([...questions.get(), { ...begun, failure: null, answer: resolve }])
  return { id, decision: promise }
}

/** Shows why the command failed and asks again; null at once where the person has closed the question meanwhile. */
export function askAgain(id: number, failure: string): Promise<Arguments | null> {
  const { promise, resolve } = withResolver()
  if (!isOpen(id)) return Promise.resolve(null)
  change(id, (question) => ({ ...question, failure, answer: resolve }))
  return promise
}

/** Keeps what was typed into a step. */
export function typeInto(id: number, step: string, text: string) {
  change(id, (question) => ({ ...question, typed: { ...question.typed, [step]: text } }))
}

/** The person's answer, which counts once. With arguments the question stays, busy, until the command has settled; null leaves it. */
export function answer(id: number, args: Arguments | null) {
  const question = questions.get().find((open) => open.id === id)
  if (!question?.answer) return
  if (args === null) close(id)
  else change(id, (open) => ({ ...open, failure: null, answer: null }))
  question.answer(args)
}

/** Leaves a question. While its command runs there is nothing to answer: what comes of it is told by a toast. */
export function leave(id: number) {
  const question = questions.get().find((open) => open.id === id)
  if (question?.answer) answer(id, null)
  else close(id)
}

/** Takes a question off the screen. */
export function close(id: number) {
  questions.set(questions.get().filter((question) => question.id !== id))
}

/** Whether the question is still on screen. */
export const isOpen = (id: number) => questions.get().some((question) => question.id === id)

function change(id: number, to: (question: Question) => Question) {
  questions.set(questions.get().map((question) => (question.id === id ? to(question) : question)))
}

function withResolver() {
  let resolve: (args: Arguments | null) => void = () => {}
  const promise = new Promise<Arguments | null>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
