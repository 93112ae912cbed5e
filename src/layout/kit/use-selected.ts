import { type RefObject, useLayoutEffect } from 'react'

/** Focuses an input when it appears, with its text selected. */
export function useSelected(input: RefObject<HTMLInputElement | null>) {
  useLayoutEffect(() => {
    input.current?.focus()
    input.current?.select()
  }, [input])
}
