import { type RefObject, useEffect, useState } from 'react'

/** How far ahead of the window something counts as seen: what is scrolled to is then there already. */
const ahead = '240px'

/** Whether an element has come into view; stays so. */
export function useSeen(element: RefObject<Element | null>): boolean {
  const [isSeen, setSeen] = useState(false)
  useEffect(() => {
    const watched = element.current
    if (isSeen || !watched) return
    const observer = new IntersectionObserver(
      (entries) => {
        if (entries.some((entry) => entry.isIntersecting)) setSeen(true)
      },
      { rootMargin: ahead },
    )
    observer.observe(watched)
    return () => observer.disconnect()
  }, [element, isSeen])
  return isSeen
}
