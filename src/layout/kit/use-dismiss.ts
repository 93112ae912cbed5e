import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/**
 * Closes an overlay on a press outside, on Escape inside and when Tab moves the focus out. Escape focuses what opened it
 * and stops there, so only the topmost overlay closes.
 * @param root what is inside; the expanded button in it opened the overlay
 * @param opener the button if it is elsewhere
 * @returns closes it and gives the focus back
 */
export function useDismiss(isOpen: boolean, root: RefObject<HTMLElement | null>, onDismiss: () => void, opener?: HTMLElement): () => void {
  const dismiss = useEffectEvent(onDismiss)
  const close = () => {
    const button = opener ?? root.current?.querySelector<HTMLElement>('[aria-expanded=true]')
    button?.focus({ preventScroll: true })
    onDismiss()
  }
  const onEscape = useEffectEvent(close)
  // It stops listening before what opens instead takes the focus.
  useLayoutEffect(() => {
    const element = root.current
    if (!isOpen || !element) return
    // A press inside on what takes no focus, like a label, gives it to the nearest around that does: or that would be outside.
    element.setAttribute('tabindex', '-1')
    const closed = new AbortController()
    const onOutside = ({ target }: Event) => {
      if (target instanceof Node && target.isConnected && !element.contains(target) && !opener?.contains(target)) dismiss()
    }
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.isComposing || !(event.target instanceof Node) || !element.contains(event.target)) return
      event.stopPropagation()
      event.preventDefault()
      onEscape()
    }
    document.addEventListener('pointerdown', onOutside, { capture: true, signal: closed.signal })
    document.addEventListener('focusin', onOutside, { signal: closed.signal })
    document.addEventListener('keydown', onKeyDown, { capture: true, signal: closed.signal })
    return () => closed.abort()
  }, [isOpen, root, opener])
  return close
}
