import type { Icon } from '@primer/octicons-react'
import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { keepInView } from '../kit/keep-in-view.ts'
import { useDismiss } from '../kit/use-dismiss.ts'
import bar from './filters/filter-bar.module.css'
import styles from './list-panel.module.css'

interface ListPanelProps {
  icon: Icon
  /** The button's text, and by default the panel's name. */
  label: string
  name?: string
  /** The button's tooltip and keys. */
  button?: { title?: string; 'aria-keyshortcuts'?: string }
  isOpen: boolean
  onToggle: (isOpen: boolean) => void
  children: ReactNode
}

/** A button with a dropdown panel; on phones the panel is at the bottom of the screen. */
export function ListPanel({ icon: ButtonIcon, label, name = label, button, isOpen, onToggle, children }: ListPanelProps) {
  const root = useRef<HTMLDivElement>(null)
  const cameFrom = useRef<Element | null>(null)
  useDismiss(isOpen, root, () => {
    onToggle(false)
    // Escape focused the button; if the panel was opened by key, go back to where the focus was.
    const { current } = cameFrom
    if (document.activeElement?.matches('[aria-expanded]') && current instanceof HTMLElement && current.isConnected) current.focus()
  })
  useLayoutEffect(() => {
    cameFrom.current = isOpen && !root.current?.contains(document.activeElement) ? document.activeElement : null
  }, [isOpen])
  return (
    <div ref={root} className="inline-row can-shrink" style={{ position: 'relative' }}>
      <button
        type="button"
        className={`${bar.control} ${styles.button}`}
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        {...button}
        onClick={() => onToggle(!isOpen)}
      >
        <ButtonIcon />
        <span className="clip">{label}</span>
      </button>
      {isOpen ? (
        <div ref={keepInView} role="dialog" aria-label={name} className={styles.panel}>
          {children}
        </div>
      ) : null}
    </div>
  )
}
