import { type RefObject, useEffect, useEffectEvent } from 'react'

/**
 * Closes something that hangs open on a press outside, on Escape inside and when the focus leaves by Tab. Escape gives the focus
 * back to the element with `aria-expanded`; it goes no further, because it closes the topmost thing only.
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
