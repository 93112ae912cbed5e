import { type RefObject, useEffectEvent, useLayoutEffect } from 'react'

/** What is made inert: the console except its live messages, and the dialogs below. */
const behind = '#app > :not([aria-live], output), #__primerPortalRoot__'

/** Focused first, unless something inside already is. */
const firstFocus = '[data-step-focus], [role=combobox]'
const focusable = 'a[href], button:not([disabled]), input:not([disabled]), [tabindex="0"]'

/**
 * Makes an element modal while mounted: traps the focus, closes on Escape, and blocks scrolling and focus behind it.
 * @param giveBack gives the focus back
 */
export function useModal(dialog: RefObject<HTMLElement | null>, onClose: () => void, giveBack: () => void) {
  const close = useEffectEvent(onClose)
  useLayoutEffect(() => {
    const element = dialog.current
    if (!element) return undefined
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.isComposing) return
      if (event.key === 'Tab') return cycleFocus(event, element)
      if (event.key !== 'Escape') return
      event.preventDefault()
      // Or a dialog below would close too.
      event.stopPropagation()
      close()
    }
    const stopBehind = inert()
    const unlockPage = lockPage()
    // A dialog below traps the focus and must not see it move.
    const keepFocus = (event: FocusEvent) => {
      if (event.target instanceof Node && element.contains(event.target)) event.stopPropagation()
    }
    window.addEventListener('focus', keepFocus, true)
    document.body.addEventListener('keydown', onKeyDown)
    if (!element.contains(document.activeElement)) element.querySelector<HTMLElement>(firstFocus)?.focus()
    return () => {
      window.removeEventListener('focus', keepFocus, true)
      document.body.removeEventListener('keydown', onKeyDown)
      unlockPage()
      stopBehind()
      giveBack()
    }
  }, [dialog, giveBack])
}

/** Tab wraps around from last to first and back. */
function cycleFocus(event: KeyboardEvent, element: HTMLElement) {
  const inside = [...element.querySelectorAll<HTMLElement>(focusable)]
  const [first, last] = [inside[0], inside.at(-1)]
  const from = document.activeElement
  const to = event.shiftKey ? (from === first || from === element ? last : undefined) : from === last ? first : undefined
  if (!to) return
  event.preventDefault()
  to.focus()
}

function inert(): () => void {
  const elements = [...document.querySelectorAll<HTMLElement>(behind)].filter((each) => !each.inert)
  for (const each of elements) each.inert = true
  return () => {
    for (const each of elements) each.inert = false
  }
}

/** Locks page scrolling. The scroll bar keeps its space (base.css), so nothing moves. */
function lockPage(): () => void {
  const { style } = document.body
  style.overflow = 'hidden'
  return () => {
    style.overflow = ''
  }
}
