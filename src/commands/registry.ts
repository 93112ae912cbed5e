import type { Command } from './command.ts'
import { accountCommands } from './customer-account.ts'
import { copyCommands } from './customer-copy.ts'
import { subscriptionCommands } from './customer-subscription.ts'
import { customerQrCommands } from './customer-qrs.ts'
import { customerCommands } from './customers.ts'
import { folderCommands } from './folders.ts'
import { invoiceCommands } from './invoices.ts'
import { listCommands } from './lists.ts'
import { navigationCommands } from './navigation.ts'
import { noteCommands } from './notes.ts'
import { paymentCommands } from './payments.ts'
import { qrBulkCommands } from './qr-bulk.ts'
import { qrChangeCommands } from './qr-changes.ts'
import { qrCommands } from './qrs.ts'
import { sessionCommands } from './session.ts'

/** Every command of the console, in the order in which surfaces show them. */
export const commands: readonly Command[] = [
  ...customerCommands,
  ...subscriptionCommands,
  ...accountCommands,
  ...customerQrCommands,
  ...copyCommands,
  ...paymentCommands,
  ...noteCommands,
  ...qrBulkCommands,
  ...qrChangeCommands,
  ...qrCommands,
  ...folderCommands,
  ...invoiceCommands,
  ...navigationCommands,
  ...sessionCommands,
  ...listCommands,
]
