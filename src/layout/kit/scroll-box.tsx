import type { ComponentProps } from 'react'

interface ScrollBoxProps extends ComponentProps<'div'> {
  'aria-label': string
  role?: 'group' | 'region'
}

const focusable = { tabIndex: 0 }

/** A box that scrolls. The keyboard has to reach it, so it is focusable and has a name. */
export function ScrollBox({ role = 'group', className = '', ...box }: ScrollBoxProps) {
  return <div role={role} className={`scroll-box ring-inside ${className}`} {...focusable} {...box} />
}
