import { flushSync } from 'react-dom'
import type { Typed } from '../../commands/answers.ts'
import { closePalette } from '../commands/palette-state.ts'
import { takesArguments } from './engine.tsx'
import type { CommandRow } from './rows.ts'

/** Runs a row's command. One with arguments asks for them here; others close the palette first. */
export function performRow(row: CommandRow, perform: (id: string, given?: Typed) => void) {
  // Restore the focus before a dialog or page takes it.
  if (!takesArguments(row.resolved)) flushSync(closePalette)
  perform(row.value, row.args?.given)
}
