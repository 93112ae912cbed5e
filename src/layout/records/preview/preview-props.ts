import type { RefObject } from 'react'

export interface PreviewProps {
  qrId: number
  onClose: () => void
  /** Gets the focus on close, if not the element focused before. */
  returnFocusRef?: RefObject<HTMLElement | null>
}
