import { type CSSProperties, type ReactNode, useRef } from 'react'
import { createPortal } from 'react-dom'
import { closePalette } from '../commands/palette-state.ts'
import styles from './palette.module.css'
import { useKeyboardInset } from './use-keyboard-inset.ts'
import { useModal } from './use-modal.ts'

const heading = 'palette-heading'

/**
 * The palette's own dialog, since Primer's is half the size of everything else. On top of all others; a press outside
 * closes it. On phones a bottom sheet above the keyboard.
 */
export function PaletteFrame({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDivElement>(null)
  const isPressedBeside = useRef(false)
  const keyboardInset = useKeyboardInset()
  useModal(dialog, closePalette)
  return createPortal(
    <div
      className={styles.backdrop}
      role="presentation"
      onMouseDown={({ target, currentTarget }) => {
        isPressedBeside.current = target === currentTarget
      }}
      onClick={({ target, currentTarget }) => {
        // Pressing inside and releasing outside is a text selection.
        if (isPressedBeside.current && target === currentTarget) closePalette()
      }}
    >
      <div
        ref={dialog}
        className={styles.dialog}
        style={{ '--keyboard-inset': `${keyboardInset}px` } as CSSProperties}
        role="dialog"
        aria-modal="true"
        aria-labelledby={heading}
        tabIndex={-1}
      >
        <h1 id={heading} className="visually-hidden">
          Find or run a command
        </h1>
        {children}
      </div>
    </div>,
    document.body,
  )
}
