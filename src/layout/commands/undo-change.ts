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

/** The last change that was final, and the number of changes until then. */
let last: { message: string; change: number } | null = null

const changesOf = (queryClient: QueryClient) =>
  Math.max(
    0,
    ...queryClient
      .getMutationCache()
      .getAll()
      .map(({ mutationId }) => mutationId),
  )

/** Notes that the last change is final. */
export function rememberFinal(queryClient: QueryClient, message: string) {
  last = { message, change: changesOf(queryClient) }
}

/** What the last change did if it was final, once; null if it can be undone. */
export function takeFinal(queryClient: QueryClient): string | null {
  const final = last?.change === changesOf(queryClient) ? last.message : null
  last = null
  return final
}
