const { documentElement: root } = document

/** Marks the page while keys move the focus, so that what merely lies under a resting pointer isn't tinted as well. */
export function followKeys(): () => void {
  const stopped = new AbortController()
  const { signal } = stopped
  const onFocus = ({ target }: FocusEvent) => {
    if (target instanceof Element && target.matches(':focus-visible')) root.dataset['byKeys'] = ''
  }
  const onMove = ({ movementX, movementY }: PointerEvent) => {
    // Browsers say so of a page that moves under a resting one, too.
    if (movementX !== 0 || movementY !== 0) delete root.dataset['byKeys']
  }
  document.addEventListener('focusin', onFocus, { signal })
  document.addEventListener('pointermove', onMove, { signal })
  return () => stopped.abort()
}
