import type { QueryClient } from '@tanstack/react-query'
import { runMutation } from '../../api/run-mutation.ts'
import { undoMutation } from '../../api/undo.ts'
import { toastError, toastSuccess } from '../kit/toasts.tsx'

/** Undoes a change by its audit row; a toast tells the outcome. */
export async function undoChange(queryClient: QueryClient, auditId: number) {
  try {
    toastSuccess((await runMutation(queryClient, undoMutation(), auditId)).message)
  } catch (error) {
    toastError('Not undone', error)
  }
}

/** A toast for a finished change, with undo if possible. */
export function toastDone(
  queryClient: QueryClient,
  message: string,
  done: { auditId?: number | undefined; undoable?: boolean | undefined },
) {
  const { auditId } = done
  toastSuccess(
    message,
    auditId === undefined || done.undoable === false
      ? {}
      : { action: { label: 'Undo', onClick: () => void undoChange(queryClient, auditId) } },
  )
}
