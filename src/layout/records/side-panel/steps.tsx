import { ChevronDownIcon, ChevronUpIcon } from '@primer/octicons-react'
import { useKeyHint } from '../../commands/use-commands.ts'
import { IconButton } from '../../kit/icon-button.tsx'

/** Buttons to the rows above and below. */
export function Steps({ step }: { step: (by: 1 | -1) => void }) {
  return (
    <>
      <IconButton icon={ChevronUpIcon} label="Previous row" keyHint={useKeyHint('list.previous')} onClick={() => step(-1)} />
      <IconButton icon={ChevronDownIcon} label="Next row" keyHint={useKeyHint('list.next')} onClick={() => step(1)} />
    </>
  )
}
