import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Closes an overlay on a press outside, on Escape inside and when Tab moves the focus out. Escape focuses the
 * `aria-expanded` element and stops there, so only the topmost overlay closes.
 */
export function useDismiss(isOpen: boolean, root: RefObject<HTMLElement | null>, onDismiss: () => void) {
  const dismiss = useEffectEvent(onDismiss)
  useEffect(() => {
    const element = root.current
    if (!isOpen || !element) return
    const isOutside = (target: EventTarget | null) => target instanceof Node && target.isConnected && !element.contains(target)
    const onPointerDown = (event: PointerEvent) => {
      if (isOutside(event.target)) dismiss()
    }
    const onFocusIn = (event: FocusEvent) => {
      if (isOutside(event.target)) dismiss()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !(event.target instanceof Node) || !element.contains(event.target)) return
      event.stopPropagation()
      event.preventDefault()
      element.querySelector<HTMLElement>('[aria-expanded]')?.focus()
      dismiss()
    }
    document.addEventListener('pointerdown', onPointerDown, true)
    document.addEventListener('focusin', onFocusIn)
    document.addEventListener('keydown', onKeyDown, true)
    return () => {
      document.removeEventListener('pointerdown', onPointerDown, true)
      document.removeEventListener('focusin', onFocusIn)
      document.removeEventListener('keydown', onKeyDown, true)
    }
  }, [isOpen, root])
}
