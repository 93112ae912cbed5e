import type { Command } from './command.ts'
import { listExportCommand } from './list-export.ts'
import { listCommands } from './lists.ts'
import { navigationCommands } from './navigation.ts'
import { sessionCommands } from './session.ts'
import { walkCommands } from './walk.ts'

/** The commands without a record, which the shell cannot do without: menu, palette, list. */
export const shellCommands: readonly Command[] = [
  ...navigationCommands,
  ...sessionCommands,
  ...listCommands,
  listExportCommand,
  ...walkCommands,
]
