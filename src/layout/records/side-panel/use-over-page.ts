import { type RefObject, useEffect } from 'react'

/**
 * Makes what the panel covers unreachable while it covers all of it, on phones.
 * @param when changes as soon as something else may be there to be covered
 */
export function useOverPage(panel: RefObject<HTMLElement | null>, isCovering: boolean, when: string) {
  useEffect(() => {
    if (!isCovering) return
    const covered: Element[] = []
    for (let at: Element | null = panel.current; at && at.id !== 'root' && at !== document.body; at = at.parentElement)
      for (const other of at.parentElement?.children ?? [])
        if (other !== at && !other.hasAttribute('inert') && at.parentElement !== document.body) covered.push(other)
    for (const element of covered) element.setAttribute('inert', '')
    return () => {
      for (const element of covered) element.removeAttribute('inert')
    }
  }, [panel, isCovering, when])
}
