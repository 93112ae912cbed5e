import { useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { qrQuery } from '../../../api/qrs.ts'
import type { Qr } from '../../../contract/qrs.ts'
import { toastError } from '../../kit/toasts.tsx'
import { loadError } from '../../list/use-failure-toast.ts'

export interface PreviewProps {
  qrId: number
  onClose: () => void
}

/**
 * The QR shown in a dialog, null while loading. If it can't be
 * loaded, the dialog closes with a toast (document 2, section 2).
 */
export function usePreviewedQr({ qrId, onClose }: PreviewProps): Qr | null {
  const { data, error } = useQuery(qrQuery(qrId))
  const giveUp = useEffectEvent((failure: unknown) => {
    toastError(loadError, failure)
    onClose()
  })
  // Keep showing loaded data if a refetch fails.
  const failure = data ? null : error
  useEffect(() => {
    if (failure) giveUp(failure)
  }, [failure])
  return data ?? null
}
