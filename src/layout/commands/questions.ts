import type { Danger, Target } from '../../commands/command.ts'
import { createStore } from './store.ts'

/** A confirmation that stands open. `answer` is null while the confirmed command runs. */
export interface Question {
  id: number
  danger: Danger
  target: Target | null
  /** Why the last try failed; the dialog stays open and says so. */
  failure: string | null
  answer: ((confirmed: boolean) => void) | null
  /** What had focus before; it has it again afterwards. */
  returnFocus: HTMLElement | null
}

/** Open confirmations, the newest last: it is the one that shows. */
export const questions = createStore<readonly Question[]>([])

let lastId = 0

/** Opens a confirmation and answers its id and the person's decision. */
export function ask(danger: Danger, target: Target | null): { id: number; decision: Promise<boolean> } {
  const id = ++lastId
  const returnFocus = document.activeElement instanceof HTMLElement ? document.activeElement : null
  const { promise, resolve } = withResolver()
  questions.set([...questions.get(), { id, danger, target, failure: null, answer: resolve, returnFocus }])
  return { id, decision: promise }
}

/** Shows why the confirmed command failed and asks again; false at once where the person has closed the dialog meanwhile. */
export function askAgain(id: number, failure: string): Promise<boolean> {
  const { promise, resolve } = withResolver()
  if (!questions.get().some((question) => question.id === id)) return Promise.resolve(false)
  change(id, (question) => ({ ...question, failure, answer: resolve }))
  return promise
}

/** The person's answer, which counts once. 'Yes' leaves the dialog standing, busy, until the command has settled. */
export function answer(id: number, confirmed: boolean) {
  const question = questions.get().find((open) => open.id === id)
  if (!question) return
  if (confirmed) change(id, (open) => ({ ...open, failure: null, answer: null }))
  else close(id)
  question.answer?.(confirmed)
}

/** Takes a confirmation off the screen. */
export function close(id: number) {
  questions.set(questions.get().filter((question) => question.id !== id))
}

/** Whether the confirmation is still on screen. */
export const isOpen = (id: number) => questions.get().some((question) => question.id === id)

function change(id: number, to: (question: Question) => Question) {
  questions.set(questions.get().map((question) => (question.id === id ? to(question) : question)))
}

function withResolver() {
  let resolve: (confirmed: boolean) => void = () => {}
  const promise = new Promise<boolean>((settle) => {
    resolve = settle
  })
  return { promise, resolve }
}
