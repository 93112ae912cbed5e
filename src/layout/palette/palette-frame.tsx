import { type CSSProperties, type ReactNode, useRef } from 'react'
import { createPortal } from 'react-dom'
import { closePalette } from '../commands/palette-state.ts'
import styles from './palette.module.css'
import { useKeyboardInset } from './use-keyboard-inset.ts'
import { useModal } from './use-modal.ts'

const heading = 'palette-heading'

/**
 * The palette's own dialog: Primer's weighs half as much as all the rest. It stands above every other; a press beside it closes it.
 * On a telephone it is a sheet at the bottom, above the keyboard.
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
        // What is pressed inside and let go outside is a selection of text.
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
