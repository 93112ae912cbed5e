import { XIcon } from '@primer/octicons-react'
import { type PointerEvent, useRef } from 'react'
import { IconButton } from './icon-button.tsx'
import styles from './sheet-head.module.css'

/** How far down, in pixels, a finger takes a sheet to close it. */
const farEnough = 64

/** On phones, what a sheet is and how it closes: by its button, or drawn down by the handle above it. */
export function SheetHead({ title, onClose }: { title: string; onClose: () => void }) {
  const from = useRef<number | null>(null)
  const draw = ({ currentTarget }: PointerEvent<HTMLElement>, by: number) => {
    if (currentTarget.parentElement) currentTarget.parentElement.style.transform = by > 0 ? `translateY(${by}px)` : ''
  }
  const end = (event: PointerEvent<HTMLElement>) => {
    const by = from.current === null ? 0 : event.clientY - from.current
    from.current = null
    draw(event, 0)
    if (event.type === 'pointerup' && by > farEnough) onClose()
  }
  return (
    <div
      className={styles.head}
      onPointerDown={(event) => {
        if (event.target instanceof Element && event.target.closest('button')) return
        from.current = event.clientY
        event.currentTarget.setPointerCapture(event.pointerId)
      }}
      onPointerMove={(event) => {
        if (from.current !== null) draw(event, event.clientY - from.current)
      }}
      onPointerUp={end}
      onPointerCancel={end}
    >
      <strong>{title}</strong>
      <IconButton icon={XIcon} label="Close" onClick={onClose} />
    </div>
  )
}
