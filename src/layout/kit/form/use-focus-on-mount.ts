import { type RefObject, useEffect } from 'react'

/** Gives focus to the field that a screen starts with, when the screen appears. */
export function useFocusOnMount(field: RefObject<{ focus: () => void } | null>) {
  useEffect(() => field.current?.focus(), [field])
}
