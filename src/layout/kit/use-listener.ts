import { useEffect, useEffectEvent } from 'react'

/**
 * Listens while mounted; the handler is that of the latest render.
 * @param isAhead before everything inside hears it
 */
export function useListener<Type extends keyof WindowEventMap>(
  target: Document | Window,
  type: Type,
  onEvent: (event: WindowEventMap[Type]) => void,
  isAhead = false,
) {
  const handle = useEffectEvent(onEvent)
  useEffect(() => {
    const listen = (event: Event) => handle(event as WindowEventMap[Type])
    target.addEventListener(type, listen, isAhead)
    return () => target.removeEventListener(type, listen, isAhead)
  }, [target, type, isAhead])
}
