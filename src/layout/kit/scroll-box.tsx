import type { ComponentProps } from 'react'

interface ScrollBoxProps extends ComponentProps<'div'> {
  'aria-label': string
  role?: 'group' | 'region'
}

const focusable = { tabIndex: 0 }

/** A box that scrolls. The keyboard has to reach it, so it is focusable and has a name. */
export function ScrollBox({ role = 'group', className = '', style, ...box }: ScrollBoxProps) {
  return <div role={role} className={`ring-inside ${className}`} style={{ overflow: 'auto', ...style }} {...focusable} {...box} />
}
