import { Dialog } from '@primer/react'
import type { ReactNode, RefObject } from 'react'

interface ReadDialogProps {
  title: string
  subtitle: string | undefined
  /** As wide as Primer's dialogs are: 'large' unless said. */
  width?: 'large' | 'xlarge'
  /** What opened it, and has the focus again afterwards. */
  button: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

/** Something to read, in full, in a dialog. */
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
