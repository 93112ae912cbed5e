import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { loadError } from '../../layout/list/use-list-rows.ts'
import { toastError } from '../../layout/kit/toasts.tsx'

/** Says in a toast that something could not be loaded, besides what stands in its place (ruling 24). */
export function useFailureToast({ error, errorUpdatedAt }: Pick<UseQueryResult, 'error' | 'errorUpdatedAt'>) {
  useEffect(() => {
    // A 401 ends the session: the login screen says so.
    if (error && !(error instanceof ApiFailure && error.status === 401)) toastError(loadError, error)
  }, [error, errorUpdatedAt])
}
