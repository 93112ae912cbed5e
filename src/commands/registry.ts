import { abuseCommands } from './abuse.ts'
import { apiCallCommands } from './api-calls.ts'
import type { Command } from './command.ts'
import { accountCommands } from './customer-account.ts'
import { customerBulkCommands } from './customer-bulk.ts'
import { copyCommands } from './customer-copy.ts'
import { customerDomainCommands } from './customer-domains.ts'
import { customerPartCommands } from './customer-parts.ts'
import { personalDataCommands } from './customer-personal-data.ts'
import { customerQrCommands } from './customer-qrs.ts'
import { customerRefundCommands } from './customer-refunds.ts'
import { subscriptionCommands } from './customer-subscription.ts'
import { customerFormCommands } from './customer-forms.ts'
import { customerCommands } from './customers.ts'
import { domainListCommands } from './domain-lists.ts'
import { folderCommands } from './folders.ts'
import { invitationCommands } from './invitations.ts'
import { invoiceCommands } from './invoices.ts'
import { listExportCommand } from './list-export.ts'
import { listCommands } from './lists.ts'
import { navigationCommands } from './navigation.ts'
import { noteCommands } from './notes.ts'
import { paymentCommands } from './payments.ts'
import { qrBulkCommands } from './qr-bulk.ts'
import { qrChangeCommands } from './qr-changes.ts'
import { qrCommands } from './qrs.ts'
import { reportCommands } from './sales.ts'
import { sessionCommands } from './session.ts'
import { userCommands } from './users.ts'
import { walkCommands } from './walk.ts'
import { webriskCommands } from './webrisk.ts'

/** Every command, in display order. */
export const commands: readonly Command[] = [
  ...customerCommands,
  ...customerFormCommands,
  ...subscriptionCommands,
  ...customerRefundCommands,
  ...accountCommands,
  ...customerQrCommands,
  ...personalDataCommands,
  ...copyCommands,
  ...customerPartCommands,
  ...customerBulkCommands,
  ...paymentCommands,
  ...noteCommands,
  ...qrBulkCommands,
  ...qrChangeCommands,
  ...qrCommands,
  ...folderCommands,
  ...invoiceCommands,
  ...reportCommands,
  ...invitationCommands,
  ...apiCallCommands,
  ...domainListCommands,
  ...customerDomainCommands,
  ...webriskCommands,
  ...abuseCommands,
  ...navigationCommands,
  ...sessionCommands,
  ...listCommands,
  listExportCommand,
  ...walkCommands,
  ...userCommands,
]
