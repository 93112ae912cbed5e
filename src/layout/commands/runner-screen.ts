import type { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from '../../api/client.ts'
import type { Command } from '../../commands/engine/command.ts'
import type { CommandContext } from '../../commands/engine/context.ts'
import { nameOfTarget } from '../../commands/engine/record-types.ts'
import { mayBeDone, type RunnerScreen } from '../../commands/engine/run.ts'
import type { Target } from '../../commands/engine/targets.ts'
import { notice, say } from '../kit/notice.ts'
import { toastError } from '../kit/toasts.tsx'
import { closePalette, mountedPalette } from './palette-state.ts'
import * as questions from './questions.ts'
import { toastDone } from './undo-change.ts'

/** One run's question, toasts and undo offer. */
export function createRunnerScreen(
  queryClient: QueryClient,
  contextNow: () => CommandContext,
  surface: questions.Surface,
  opening?: questions.Opening,
): RunnerScreen {
  let question: number | null = null
  let waiting = ''
  return {
    ask: (command, target) => {
      const opened = questions.ask(command, target, surface, contextNow, opening)
      question = opened.id
      if (surface === 'palette') mountedPalette.current?.enterQuestion()
      return opened.decision
    },
    askAgain: (error) => {
      // The question was closed during the run, so a toast reports the error.
      if (question === null || !questions.isOpen(question)) throw error
      return questions.askAgain(question, { failure: messageOf(error), mayBeDone: mayBeDone(error) })
    },
    reportWaiting: (command, target) => {
      waiting = `${titleOf(command, target)}…`
      notice.set(waiting)
    },
    settled: () => {
      if (notice.get() === waiting) notice.set(null)
      if (question === null || !questions.isOpen(question)) return
      questions.close(question)
      // Close the palette that asked, unless the person has left this question.
      if (surface === 'palette') closePalette()
    },
    reportBlocked: (command, target, reason) => say(`${command.title(target)} – unavailable: ${reason}`),
    reportDone: (_command, done) => toastDone(queryClient, done.message, done),
    reportFailed: (command, target, error) => {
      const outcome = mayBeDone(error) ? 'may have been done' : 'not done'
      const { failureTitle = `${titleOf(command, target)}: ${outcome}` } = command
      toastError(typeof failureTitle === 'string' ? failureTitle : failureTitle(error), error)
    },
  }
}

function titleOf(command: Command, target: Target | null): string {
  const title = command.title(target)
  const name = target === null ? '' : nameOfTarget(target)
  return title.includes(name) ? title : `${title} – ${name}`
}

/** What went wrong, in the server's words if any, and whether it may have been done anyway. */
function messageOf(error: unknown): string {
  if (mayBeDone(error)) {
    const message = error instanceof ApiFailure ? error.body?.message : undefined
    return `There was no response. It may have been done: ${message ?? 'check before you try again.'}`
  }
  return `Not done: ${error instanceof Error && error.message !== '' ? error.message : 'Something went wrong.'}`
}
