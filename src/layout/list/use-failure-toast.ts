import type { UseQueryResult } from '@tanstack/react-query'
import { useEffect } from 'react'
import { ApiFailure } from '../../api/client.ts'
import { toastError } from '../kit/toasts.tsx'

/** The documented text for a list that failed to load (document 1, section 8). */
export const loadError = 'Load error, try again'

/** Shows a toast on a load error, besides the inline one (ruling 24). */
export function useFailureToast({ error, errorUpdatedAt }: Pick<UseQueryResult, 'error' | 'errorUpdatedAt'>, title = loadError) {
  useEffect(() => {
    // After a 401 the login screen says it.
    if (error && !(error instanceof ApiFailure && error.status === 401)) toastError(title, error)
  }, [error, errorUpdatedAt, title])
}
