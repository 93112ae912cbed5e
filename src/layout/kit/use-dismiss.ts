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
    const closed = new AbortController()
    const onOutside = ({ target }: Event) => {
      if (target instanceof Node && target.isConnected && !element.contains(target)) dismiss()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !(event.target instanceof Node) || !element.contains(event.target)) return
      event.stopPropagation()
      event.preventDefault()
      element.querySelector<HTMLElement>('[aria-expanded]')?.focus()
      dismiss()
    }
    document.addEventListener('pointerdown', onOutside, { capture: true, signal: closed.signal })
    document.addEventListener('focusin', onOutside, { signal: closed.signal })
    document.addEventListener('keydown', onKeyDown, { capture: true, signal: closed.signal })
    return () => closed.abort()
  }, [isOpen, root])
}
