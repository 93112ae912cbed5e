import type { Command } from './command.ts'
import { accountCommands } from './customer-account.ts'
import { copyCommands } from './customer-copy.ts'
import { subscriptionCommands } from './customer-subscription.ts'
import { customerCommands } from './customers.ts'
import { invoiceCommands } from './invoices.ts'
import { listCommands } from './lists.ts'
import { navigationCommands } from './navigation.ts'
import { noteCommands } from './notes.ts'
import { paymentCommands } from './payments.ts'
import { qrCommands } from './qrs.ts'
import { sessionCommands } from './session.ts'

/** Every command of the console, in the order in which surfaces show them. */
export const commands: readonly Command[] = [
  ...customerCommands,
  ...subscriptionCommands,
  ...accountCommands,
  ...copyCommands,
  ...paymentCommands,
  ...noteCommands,
  ...qrCommands,
  ...invoiceCommands,
  ...navigationCommands,
  ...sessionCommands,
  ...listCommands,
]
