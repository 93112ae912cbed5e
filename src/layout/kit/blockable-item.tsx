import { CommandItem } from 'cmdk'
import { type ComponentProps, useLayoutEffect, useRef } from 'react'

interface BlockableItemProps extends Omit<ComponentProps<typeof CommandItem>, 'disabled' | 'ref'> {
  isBlocked: boolean
}

/** A list option. A blocked one stays selectable, to say why; cmdk's own `disabled` would prevent that. */
export function BlockableItem({ isBlocked, ...props }: BlockableItemProps) {
  const item = useRef<HTMLDivElement>(null)
  // cmdk writes 'false' on every item that isn't disabled.
  useLayoutEffect(() => item.current?.setAttribute('aria-disabled', String(isBlocked)))
  return <CommandItem ref={item} {...props} />
}
