import type { RefObject } from 'react'

export interface PreviewProps {
  qrId: number
  onClose: () => void
  /** What has focus again afterwards, where that is not what had it before. */
  returnFocusRef?: RefObject<HTMLElement | null>
}
