import { CommandRoot } from 'cmdk'
import type { KeyboardEvent, ReactNode } from 'react'
import type { useCmdkValue } from './list-keys.ts'

interface ComboboxProps {
  className: string | undefined
  label: string
  value: ReturnType<typeof useCmdkValue>
  onKeyDown: (event: KeyboardEvent) => void
  children: ReactNode
}

/** The root of an input with a list: cmdk displays, but what matches, what is selected and what keys do is ours. */
export function Combobox({ value, ...props }: ComboboxProps) {
  return (
    <CommandRoot
      shouldFilter={false}
      vimBindings={false}
      disablePointerSelection
      value={value.shown}
      onValueChange={value.restore}
      {...props}
    />
  )
}
