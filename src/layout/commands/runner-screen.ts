import type { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from '../../api/client.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { undoMutation } from '../../api/undo.ts'
import type { RunnerScreen } from '../../commands/run.ts'
import { toastError, toastSuccess } from '../toasts.tsx'
import { say } from './notice.ts'
import * as questions from './questions.ts'

/** The screen of one run: its own confirmation, toasts, and the offer to undo. */
export function createRunnerScreen(queryClient: QueryClient): RunnerScreen {
  let question: number | null = null
  return {
    askArguments: (command) => {
      throw new Error(`${command.id} asks for arguments, and no surface asks for them yet.`)
    },
    confirm: (danger, _command, target) => {
      const asked = questions.ask(danger, target)
      question = asked.id
      return asked.decision
    },
    confirmAgain: (error) => {
      // Closed while it ran: the dialog cannot say it any more, a toast can.
      if (question === null || !questions.isOpen(question)) throw error
      return questions.askAgain(question, messageOf(error))
    },
    settled: () => {
      if (question !== null) questions.close(question)
    },
    reportBlocked: (command, target, reason) => say(`${command.title(target)} – unavailable: ${reason}`),
    reportDone: (_command, { message, auditId }) =>
      toastSuccess(message, auditId === undefined ? {} : { action: { label: 'Undo', onClick: () => void undo(queryClient, auditId) } }),
    reportFailed: (command, target, error) => toastError(`${command.title(target)}: not done`, error),
  }
}

async function undo(queryClient: QueryClient, auditId: number) {
  try {
    toastSuccess((await runMutation(queryClient, undoMutation(), auditId)).message)
  } catch (error) {
    toastError('Not undone', error)
  }
}

/** What went wrong, in the server's own words where it gave any. */
function messageOf(error: unknown): string {
  if (error instanceof ApiFailure && error.status === null) return 'The server could not be reached. Nothing may have happened yet.'
  return error instanceof Error && error.message !== '' ? error.message : 'Something went wrong.'
}
