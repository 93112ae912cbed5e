import { CommandItem } from 'cmdk'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'

interface BlockableItemProps extends Omit<ComponentProps<typeof CommandItem>, 'disabled' | 'ref'> {
  isBlocked: boolean
}

/** An option of a list. What is blocked is said to be, and can be chosen all the same, to hear why: cmdk's own `disabled` takes that away. */
export function BlockableItem({ isBlocked, ...props }: BlockableItemProps) {
  const item = useRef<HTMLDivElement>(null)
  // cmdk writes 'false' for every item that is not disabled.
  useLayoutEffect(() => item.current?.setAttribute('aria-disabled', String(isBlocked)))
  return <CommandItem ref={item} {...props} />
}
