import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { qrQuery } from '../../../api/qrs.ts'
import type { Qr } from '../../../contract/qrs.ts'
import { toastError } from '../../kit/toasts.tsx'

/** The QR that a dialog shows, or null while it is fetched. Where it cannot be had the dialog closes and a toast says why (document 2, section 2). */
export function usePreviewedQr(qrId: number, onClose: () => void): Qr | null {
  const { data, error } = useQuery(qrQuery(qrId))
  const giveUp = useEffectEvent((failure: unknown) => {
    toastError('Load error, try again', failure)
    onClose()
  })
  // What is on screen already stays there when fetching it anew fails.
  const failure = data ? null : error
  useEffect(() => {
    if (failure) giveUp(failure)
  }, [failure])
  return data ?? null
}
