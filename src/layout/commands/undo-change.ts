import type { QueryClient } from '@tanstack/react-query'
import { ApiFailure } from '../../api/client.ts'
import { runMutation } from '../../api/run-mutation.ts'
import { undoMutation } from '../../api/undo.ts'
import { ofVisit } from '../../api/visit.ts'
import { strokeLabel } from '../../commands/keys/key-labels.ts'
import { say } from '../kit/notice.ts'
import { isMac } from '../kit/platform.ts'
import { dismissToast, toastError, toastSuccess } from '../kit/toasts.tsx'

/** Undoes a change by its audit row; a toast tells the outcome. */
export async function undoChange(queryClient: QueryClient, auditId: number) {
  try {
    const { message } = await runMutation(queryClient, undoMutation(), { auditId })
    dismissToast(auditId)
    toastSuccess(message)
  } catch (error) {
    toastError('Not undone', error)
  }
}

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
      : { action: { label: 'Undo', onClick: () => void undoChange(queryClient, auditId) }, id: auditId },
  )
}

/** The newest change of this visit's person that can't be undone and of which they know. */
const newest = ofVisit((): { id?: number } => ({}))

/**
 * Undoes the person's last change. One that can't be undone stops it, once: then the notice says why, and what the next
 * press undoes.
 */
export async function undoLast(queryClient: QueryClient) {
  try {
    const { id } = newest()
    const { message, undoes } = await runMutation(queryClient, undoMutation(), id === undefined ? {} : { past: id })
    dismissToast(undoes)
    toastSuccess(message)
  } catch (error) {
    if (!(error instanceof ApiFailure) || error.body?.error !== 'nothing_to_undo') return toastError('Not undone', error)
    const { past, next } = error.body.details ?? {}
    if (past === undefined) return say(error.body.message)
    newest().id = Number(past)
    const press = next === undefined ? 'Nothing else can be undone.' : `Press ${strokeLabel('$mod+z', isMac)} again to undo: ${next}`
    say(`${error.body.message} ${press}`)
  }
}
