import { type RefObject, useEffect } from 'react'

/** Focuses a screen's first field on mount. */
export function useFocusOnMount(field: RefObject<{ focus: () => void } | null>) {
  useEffect(() => field.current?.focus(), [field])
}
