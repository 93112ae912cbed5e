import { type CSSProperties, type ReactNode, useRef, useSyncExternalStore } from 'react'
import { createPortal } from 'react-dom'
import { closePalette, paletteReturn } from '../commands/palette-state.ts'
import { useModal } from '../kit/use-modal.ts'
import styles from './palette.module.css'

const heading = 'palette-heading'

const giveFocusBack = () => paletteReturn.current?.focus({ preventScroll: true })

/** A dialog on top of all others, on phones a sheet above the keyboard. Primer's own is half the size of everything else. */
export function PaletteFrame({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDivElement>(null)
  const isPressedBeside = useRef(false)
  const keyboardInset = useSyncExternalStore(subscribe, keyboardInsetNow)
  useModal(dialog, closePalette, giveFocusBack)
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
          Palette
        </h1>
        {children}
      </div>
    </div>,
    document.body,
  )
}

function subscribe(listener: () => void) {
  const viewport = window.visualViewport
  viewport?.addEventListener('resize', listener)
  viewport?.addEventListener('scroll', listener)
  return () => {
    viewport?.removeEventListener('resize', listener)
    viewport?.removeEventListener('scroll', listener)
  }
}

/** The CSS pixels of the window's bottom under a phone's keyboard: most browsers overlay it, and only the visual viewport knows. */
function keyboardInsetNow(): number {
  const viewport = window.visualViewport
  // Pinch zoom shrinks the viewport too.
  if (!viewport || viewport.scale > 1) return 0
  return Math.max(0, Math.round(window.innerHeight - viewport.height - viewport.offsetTop))
}
