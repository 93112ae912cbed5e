import { Dialog } from '@primer/react'
import type { ReactNode, RefObject } from 'react'

interface ReadDialogProps {
  title: string
  subtitle: string | undefined
  /** Primer's dialog width; 'large' by default. */
  width?: 'large' | 'xlarge'
  /** The opener, which gets the focus back. */
  button: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

/** A dialog with text to read in full. */
export function ReadDialog({ title, subtitle, width = 'large', button, onClose, children }: ReadDialogProps) {
  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      width={width}
      returnFocusRef={button}
      onClose={onClose}
      footerButtons={[{ content: 'Close', autoFocus: true, onClick: onClose }]}
    >
      {children}
    </Dialog>
  )
}
