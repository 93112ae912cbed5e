import { Dialog } from '@primer/react'
import type { ReadDialogProps } from './lazy-read-dialog.tsx'

/** Something to read, in full. */
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
