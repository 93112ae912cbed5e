import { Tooltip } from '@primer/react'
import type { ReactElement } from 'react'

/** Says what a figure is: under the pointer, on focus, on touch. Its child is a button. */
export function Definition({ text, children }: { text: string; children: ReactElement }) {
  return (
    <Tooltip text={text} type="description" direction="n">
      {children}
    </Tooltip>
  )
}
