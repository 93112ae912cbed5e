import { Dialog } from '@primer/react'
import { type ReactNode, type RefObject, useRef, useState } from 'react'

interface ReadDialogProps {
  title: string
  subtitle?: string | undefined
  /** Primer's dialog width; 'large' by default. */
  width?: 'large' | 'xlarge'
  /** The opener, which gets the focus back. */
  button: RefObject<HTMLElement | null>
  onClose: () => void
  children: ReactNode
}

export function ReadDialog({ title, subtitle, width = 'large', button, onClose, children }: ReadDialogProps) {
  return (
    <Dialog
      title={title}
      subtitle={subtitle}
      width={width}
      position={{ narrow: 'bottom', regular: 'center' }}
      returnFocusRef={button}
      onClose={onClose}
      footerButtons={[{ content: 'Close', autoFocus: true, onClick: onClose }]}
    >
      {children}
    </Dialog>
  )
}

interface ReadButtonProps extends Omit<ReadDialogProps, 'button' | 'onClose' | 'children'> {
  content: ReactNode
  /** Renders the button with these attributes. */
  children: (opens: { ref: RefObject<HTMLButtonElement | null>; 'aria-haspopup': 'dialog'; onClick: () => void }) => ReactNode
}

export function ReadButton({ content, children, ...dialog }: ReadButtonProps) {
  const ref = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      {children({ ref, 'aria-haspopup': 'dialog', onClick: () => setOpen(true) })}
      {isOpen ? (
        <ReadDialog {...dialog} button={ref} onClose={() => setOpen(false)}>
          {content}
        </ReadDialog>
      ) : null}
    </>
  )
}
