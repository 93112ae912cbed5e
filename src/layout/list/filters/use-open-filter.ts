import { useCallback, useLayoutEffect, useRef, useState } from 'react'

/** What of a list's filters is open: one by its id, the choice among all of them, or on phones the sheet with all pills. */
export type OpenFilter = { id: string } | 'any' | 'sheet'

export interface FilterOpening {
  open: OpenFilter | null
  setOpen: (open: OpenFilter | null) => void
}

/** Which filter is open. When it closes, the focus goes back to where it was. */
export function useOpenFilter(): FilterOpening {
  const [open, set] = useState<OpenFilter | null>(null)
  const cameFrom = useRef<Element | null>(null)
  const hasEscaped = useRef(false)
  const setOpen = useCallback((next: OpenFilter | null) => {
    if (next !== null) cameFrom.current ??= document.activeElement
    // Escape has focused its own pill; Tab has gone to another.
    hasEscaped.current = next === null && document.activeElement?.getAttribute('aria-expanded') === 'true'
    set(next)
  }, [])
  useLayoutEffect(() => {
    const from = cameFrom.current
    // Nothing was open: a focus as the page mounts would lay it out once more before its first frame.
    if (open !== null || from === null) return
    cameFrom.current = null
    // Not from where the person has gone meanwhile.
    const isLost = document.activeElement === document.body || hasEscaped.current
    if (!isLost) return
    // Opened by its key on the page, it leaves the keys to the list: not to the search box beside it.
    const isThere = from instanceof HTMLElement && from !== document.body && from.isConnected
    const to = isThere ? from : document.querySelector<HTMLElement>('#main h1')
    to?.focus({ preventScroll: true })
  }, [open])
  return { open, setOpen }
}
