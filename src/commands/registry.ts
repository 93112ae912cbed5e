import type { Command } from './command.ts'
import { customerCommands } from './customers.ts'
import { invoiceCommands } from './invoices.ts'
import { listCommands } from './lists.ts'
import { navigationCommands } from './navigation.ts'
import { qrCommands } from './qrs.ts'
import { sessionCommands } from './session.ts'

/** Every command of the console, in the order in which surfaces show them. */
export const commands: readonly Command[] = [
  ...customerCommands,
  ...qrCommands,
  ...invoiceCommands,
  ...navigationCommands,
  ...sessionCommands,
  ...listCommands,
]
