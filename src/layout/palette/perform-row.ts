import { flushSync } from 'react-dom'
import type { Typed } from '../../commands/answers.ts'
import { closePalette } from '../commands/palette-state.ts'
import { takesArguments } from './engine.tsx'
import type { CommandRow } from './rows.ts'

/** Runs a command of the list. What takes arguments asks for them right here; anything else closes the palette first. */
export function performRow(row: CommandRow, perform: (id: string, given?: Typed) => void) {
  // Focus is back where it was before a dialog or a page takes it.
  if (!takesArguments(row.resolved)) flushSync(closePalette)
  perform(row.value, row.args?.given)
}
