import { type RefObject, useEffect, useState } from 'react'

/** Distance from the window that counts as in view, to load before scrolling there. */
const ahead = '240px'

/** Whether an element has ever been in view. */
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
