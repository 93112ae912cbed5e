import type { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from '../../api/client.ts'
import type { Command, CommandContext, Target } from '../../commands/command.ts'
import type { RunnerScreen } from '../../commands/run.ts'
import { nameOfTarget } from '../../commands/target-name.ts'
import { toastError, toastSuccess } from '../toasts.tsx'
import { say } from './notice.ts'
import { closePalette } from './palette-state.ts'
import * as questions from './questions.ts'
import { undoChange } from './undo-change.ts'

/** The screen of one run: its own question, toasts, and the offer to undo. */
export function createRunnerScreen(queryClient: QueryClient, contextNow: () => CommandContext, surface: questions.Surface): RunnerScreen {
  let question: number | null = null
  return {
    ask: (command, target) => {
      const asked = questions.ask(command, target, surface, contextNow)
      question = asked.id
      return asked.decision
    },
    askAgain: (error) => {
      // Closed while it ran: the dialog cannot say it any more, a toast can.
      if (question === null || !questions.isOpen(question)) throw error
      return questions.askAgain(question, messageOf(error))
    },
    settled: () => {
      if (question === null || !questions.isOpen(question)) return
      questions.close(question)
      // The palette that asked has done its work; one that was left in between is not this question's any more.
      if (surface === 'palette') closePalette()
    },
    reportBlocked: (command, target, reason) => say(`${command.title(target)} – unavailable: ${reason}`),
    reportDone: (_command, { message, auditId }) =>
      toastSuccess(
        message,
        auditId === undefined ? {} : { action: { label: 'Undo', onClick: () => void undoChange(queryClient, auditId) } },
      ),
    reportFailed: (command, target, error) => toastError(command.failureTitle ?? `${titleOf(command, target)}: not done`, error),
  }
}

/** What was tried, on whom. */
function titleOf(command: Command, target: Target | null): string {
  const title = command.title(target)
  const name = target === null ? '' : nameOfTarget(target)
  return title.includes(name) ? title : `${title} – ${name}`
}

/** What went wrong, in the server's own words where it gave any. */
function messageOf(error: unknown): string {
  if (error instanceof ApiFailure && error.status === null) return 'No answer came from the server, so it may or may not have been done.'
  return error instanceof Error && error.message !== '' ? error.message : 'Something went wrong.'
}
