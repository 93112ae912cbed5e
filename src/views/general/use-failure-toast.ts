import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { loadError } from '../../layout/list/use-list-rows.ts'
import { toastError } from '../../layout/kit/toasts.tsx'

/** Shows a toast on a load error, besides the inline one (ruling 24). */
export function useFailureToast({ error, errorUpdatedAt }: Pick<UseQueryResult, 'error' | 'errorUpdatedAt'>) {
  useEffect(() => {
    // After a 401 the login screen says it.
    if (error && !(error instanceof ApiFailure && error.status === 401)) toastError(loadError, error)
  }, [error, errorUpdatedAt])
}
